"""Timed games: the clock, when agents look at the match, waiting times, the report of a match."""
