"""How gunicorn serves the pages: `gunicorn --config deploy/gunicorn.conf.py scoutsite.wsgi`.

A socket that systemd hands over takes the place of `bind`.
"""

import os

bind = "127.0.0.1:8001"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
# A page takes milliseconds; threads are for those that wait for the database.
threads = 8
# No request takes so long; a process that hangs is replaced.
timeout = 60
# A move that was begun is finished before its process ends.
graceful_timeout = 30
# Processes are renewed now and then, not all at once, so that none can grow for ever.
max_requests = 10_000
max_requests_jitter = 2_000
# Signs of life go by a file, which must not wait for a disk.
worker_tmp_dir = "/dev/shm"  # noqa: S108 (made by gunicorn, unnamed)
# Nobody gives orders to gunicorn but systemd.
control_socket_disable = True
accesslog = None
errorlog = "-"
