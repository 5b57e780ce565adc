"""People as games know them: names, blocks, sanctions, preferences and lock order.

Here is decided who may act, and under which name.
"""
