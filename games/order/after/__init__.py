"""What follows an act for the player: the line about their standing, and where an act is undone."""
