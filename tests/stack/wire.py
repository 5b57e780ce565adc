"""The way to a server, which can be cut."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread

from tests.site.environment import free_port


class Wire:
    """Carries connections to a port of this machine as long as it is whole."""

    def __init__(self, to: int) -> None:
        self.port = free_port()
        self._to = to
        self._listener: socket.socket | None = None
        self._open: list[socket.socket] = []

    def mend(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        assert self._listener
        # A thread that waits in accept would keep the port open.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open.clear()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    Thread(target=_carry, args=(one, other), daemon=True).start()


def _carry(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while read := one.recv(65536):
            other.sendall(read)
    with suppress(OSError):
        other.shutdown(socket.SHUT_WR)


@contextmanager
def wire(to: int) -> Iterator[Wire]:
    made = Wire(to)
    made.mend()
    try:
        yield made
    finally:
        with suppress(AssertionError, OSError):
            made.cut()
