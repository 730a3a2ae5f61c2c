"""The start screen: what is played, against whom, on which board; saved and finished matches."""
