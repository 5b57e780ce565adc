"""The only writers. Each takes what it needs by keyword, checks it, and writes it once."""
