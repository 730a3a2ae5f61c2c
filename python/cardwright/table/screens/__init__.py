"""The screens of the full table: playing, watching, replaying, and the questions in between."""
