"""Timed games at the table: the clock, whoever looks when, what has to be waited for, how a match went."""
