"""Next Act beside boardgame.io: the same games on both, in one run (`make beside`)."""
