"""What a player reads of the moves since their last turn."""
