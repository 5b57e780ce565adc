"""Gunicorn's settings for the pages. A socket passed by systemd replaces `bind`."""

import os
import sys

bind = "127.0.0.1:8001"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
# Pages take milliseconds; threads cover waits for the database.
threads = 8
# No request takes this long; a hanging process is replaced.
timeout = 60
# Finish requests in progress before a process ends.
graceful_timeout = 30
# Renew processes now and then, not all at once, so that none grows for ever.
max_requests = 10_000
max_requests_jitter = 2_000
# The heartbeat file must not wait for a disk.
worker_tmp_dir = "/dev/shm"  # noqa: S108 (made by gunicorn, unnamed)
# Only systemd controls gunicorn.
control_socket_disable = True
accesslog = None
errorlog = "-"


def post_worker_init(worker: object) -> None:
    """Share the interpreter fairly, and let each process say every few seconds that it lives."""
    # A thread that has its answer from the database waits as long for one that computes. A tenth of
    # Python's own five milliseconds costs nothing that shows: docs/performance.md.
    sys.setswitchinterval(0.0005)
    from scoutsite.heartbeat import Part
    from scoutsite.pulse import Pulse

    Pulse(Part.PAGES).start()
