"""What stands beside a board, on the whole page alone."""
