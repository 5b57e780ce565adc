"""Reviews: what the expert says of a finished game, from what each seat could know."""
