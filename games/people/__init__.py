"""People as games know them: names, blocks, sanctions, preferences and lock order.

Who may act, and under which name, is decided here.
"""
