"""The face of the kernel: games, matches, views, actions, events and traces."""
