"""What the pages about a game's log and the roots of the days show."""
