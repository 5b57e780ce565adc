"""The pages of reviews."""
