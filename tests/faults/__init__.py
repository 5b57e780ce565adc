"""`make faults`: programs play while the parts of the site are killed; is a move lost or doubled?

`docs/reliability.md` keeps the figures. Nothing here is collected by pytest but what tests these
tools themselves, in `test_*.py`.
"""
