"""Tools that every other package uses: limits, files, paths, suggestions, output."""
