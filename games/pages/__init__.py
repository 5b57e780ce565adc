"""What pages show, by subject, and their doors.

``doors`` holds the views. The other folders turn what a seat may know into values for templates,
and know no request.
"""
