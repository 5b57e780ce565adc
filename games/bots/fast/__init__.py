"""The rules, compiled for training and search only."""
