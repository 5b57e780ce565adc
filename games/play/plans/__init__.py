"""Plans: orders a player leaves while others think, kept, played, and what became of them."""
