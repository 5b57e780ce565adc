"""What pages show, by subject.

Only the views in ``doors`` know requests. The other folders turn a seat's knowledge into template
values.
"""
