"""Made-up honest and dishonest people, against whom the signs are held: plain Python, no rows.

The people's figures go through the very functions that judge those of real ones.
"""
