"""Timed games: the clock, which agent looks when, what has to be waited for, how a match went."""
