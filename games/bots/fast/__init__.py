"""The rules compiled with Numba, for training and search only."""
