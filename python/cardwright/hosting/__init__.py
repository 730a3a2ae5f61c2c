"""Hosting a match: the session, its seats, clock, saves, chronicle and board plans; it knows no screen."""
