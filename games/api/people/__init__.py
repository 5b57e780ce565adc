"""Addresses about people: oneself, players, leaderboards, friends, invitations, chat."""
