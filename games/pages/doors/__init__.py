"""The page views, one module an address.

The seat comes from the signed-in user, never from a form.
"""
