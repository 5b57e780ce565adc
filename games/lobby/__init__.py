"""Games before they begin, and lists of games: terms, seats, invitations, rematches, finding."""
