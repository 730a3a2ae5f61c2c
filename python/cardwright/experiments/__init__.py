"""Experiments, one file per game: the figures of its thesis beside ours."""
