"""Signs of unfair play: worked out by a task, read by moderators, acted on by nobody but them.

``working`` gathers rows and writes signs; what a sign is worth is decided by plain functions over
figures, one module each, which the simulation calls as well.
"""
