"""The table in the terminal: boards drawn as text, the loop of a match, saved matches."""
