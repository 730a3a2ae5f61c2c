"""What everything else stands on: limits, files, paths, words that may be meant, output."""
