"""Gunicorn's settings for the pages. A socket passed by systemd replaces `bind`."""

import os

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
    """Let each process say every few seconds that it lives."""
    from scoutsite.heartbeat import Part
    from scoutsite.pulse import Pulse

    Pulse(Part.PAGES).start()
