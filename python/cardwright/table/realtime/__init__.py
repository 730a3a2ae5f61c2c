"""Timed games at the terminal table: the plain table's loop, and selections that outlast a position."""
