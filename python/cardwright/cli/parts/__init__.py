"""Parts that commands share: options, typed lines, saved matches, results that cannot be written."""
