"""Parts that commands share: options, typed lines, saved matches, results that find no room."""
