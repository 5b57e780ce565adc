"""What *expert* sees in a position, and how its net values it.

Most of it also runs compiled, on arrays: hence the indices, loops and rows from the caller.
"""
