"""The rules once more, compiled with Numba: for training and search alone.

:mod:`games.rules` is what counts; a test holds this statement against it move by move. The site
runs without Numba: only :mod:`games.bots.fast.compiling` imports it.
"""
