"""What pages show, by subject, and their doors.

``doors`` holds the views. The other folders turn a seat's knowledge into template values and know
no request.
"""
