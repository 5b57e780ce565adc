"""What follows from logs: lists' columns, outcomes, statistics, ratings.

``manage.py rebuild`` makes it all anew; nothing here changes a log.
"""
