"""What follows from logs: lists' columns, outcomes, statistics, ratings.

``manage.py rebuild`` makes all of it anew; nothing here changes a log.
"""
