"""Scout for programs that learn: actions by number, observations, an environment, games in batches.

Plain Python, for the library; what needs NumPy, Numba or PettingZoo has a module of its own.
"""
