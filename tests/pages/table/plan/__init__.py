"""The pages of a player who plans ahead."""
