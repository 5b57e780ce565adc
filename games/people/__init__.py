"""People as games know them: names, blocks, sanctions, preferences and lock order.

This room decides who may act, and under which name.
"""
