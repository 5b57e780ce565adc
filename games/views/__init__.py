"""The pages. A view finds, calls a service or a selector, and renders what a seat may know.

``pages`` and ``table`` hold the views themselves; the other modules turn the view of a seat into
strings and small values, so that templates only place them.
"""
