"""What *expert* sees in a position, and how its net values it.

Most of it runs on lists in play and, compiled, on arrays in training: hence the indices, loops and
rows from the caller.
"""
