"""Words that several rooms share: sets, refusals, times, names and links to the rules.

Every sentence for players that is not bound to one page starts here. Nothing here reads the
database.
"""
