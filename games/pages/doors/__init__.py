"""The page views.

The seat comes from the signed-in user, never from a form.
"""
