"""Real push services and servers for webhooks, over TLS, under names and addresses of the internet.

Tests replace the resolver and the connection (``LocalNetwork``), never the rule between them.
"""

import json
import ssl
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_bytes, token_hex
from socket import create_connection, socket
from typing import Any, NamedTuple

import pytest
import trustme

from games.telling.post import network

PUSH_HOST, PUSH_IP = "push.example", "93.184.216.34"
HOOK_HOST, HOOK_IP = "hooks.example", "93.184.216.35"


class LocalNetwork(network.Network):
    """The network as the site sees it: names and public addresses, each at a port of ours."""

    def __init__(self) -> None:
        self.authority = trustme.CA()
        self.names: dict[str, list[str]] = {}
        """The addresses of each host."""
        self.rebound: dict[str, list[str]] = {}
        """Other answers, from the second question on."""
        self.ports: dict[str, int] = {}
        """Where each address really is."""
        self.asked: list[str] = []
        self.connected: list[str] = []
        self._trust = ssl.create_default_context()
        self.authority.configure_trust(self._trust)

    def resolve(self, host: str) -> list[str]:
        known = self.rebound if host in self.asked and host in self.rebound else self.names
        self.asked.append(host)
        if host not in known:
            raise OSError("Unknown host")
        return known[host]

    def connect(self, ip: str, seconds: float) -> socket:
        self.connected.append(ip)
        if ip not in self.ports:
            raise ConnectionRefusedError
        return create_connection(("127.0.0.1", self.ports[ip]), timeout=seconds)

    def trust(self) -> ssl.SSLContext:
        return self._trust


class Received(NamedTuple):
    """One request."""

    path: str
    headers: Mapping[str, str]
    """By names in lower case."""
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Server:
    """An HTTPS server under a host's name; it answers as it is told."""

    def __init__(self, internet: LocalNetwork, host: str, ip: str, *, status: int) -> None:
        self.host = host
        self.requests: list[Received] = []
        self.status = status
        self.headers: dict[str, str] = {}
        self.hang = False
        """Whether it takes requests and never answers."""
        self.drip = False
        """Whether it sends its answer byte by byte, without an end."""
        self.flood = False
        """Whether it sends more of a head than anybody wants to read."""
        self._over = threading.Event()
        self._server = _TLSServer(("127.0.0.1", 0), _handler_of(self))
        self._server.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        internet.authority.issue_cert(host).configure_cert(self._server.context)
        internet.names[host] = [ip]
        internet.ports[ip] = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def take(self, request: Received) -> int:
        """Return the status to answer."""
        self.requests.append(request)
        return self.status

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("Content-Length", 0))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        status = self.take(Received(handler.path, headers, handler.rfile.read(length)))
        if self.hang:
            self._over.wait()
        elif self.drip:
            self._send_slowly(handler)
        elif self.flood:
            self._send_much(handler)
        else:
            handler.send_response(status)
            for name, value in self.headers.items():
                handler.send_header(name, value)
            handler.send_header("Content-Length", "0")
            handler.end_headers()

    def _send_slowly(self, handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        while not self._over.wait(0.02):
            handler.wfile.write(b"x")

    def _send_much(self, handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        line = b"X-Long: " + b"x" * 1000 + b"\r\n"
        while not self._over.is_set():
            handler.wfile.write(line)


class _TLSServer(ThreadingHTTPServer):
    context: ssl.SSLContext
    daemon_threads = True

    def finish_request(self, request: Any, client_address: Any) -> None:
        request.settimeout(30)
        with self.context.wrap_socket(request, server_side=True) as secured:
            super().finish_request(secured, client_address)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are expected."""


def _handler_of(server: Server) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            server.answer(self)

        def log_message(self, *args: object) -> None:
            pass

    return Handler


class PushService(Server):
    """A push service: it checks who sends, and decrypts as the browsers behind it would."""

    def __init__(self, internet: LocalNetwork, host: str = PUSH_HOST, ip: str = PUSH_IP) -> None:
        super().__init__(internet, host, ip, status=201)
        self.received: list[dict[str, Any]] = []
        """What the browsers got, decrypted, in order."""
        self.for_browser: dict[str, list[dict[str, Any]]] = {}
        """The same, by endpoint."""
        self.faults: list[str] = []
        self._browsers: dict[str, tuple[Any, bytes]] = {}

    def subscribe(self) -> dict[str, Any]:
        """Return what a new browser's subscription is as JSON."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        private, auth = ec.generate_private_key(ec.SECP256R1()), token_bytes(16)
        path = f"/send/{token_hex(16)}"
        self._browsers[path] = private, auth
        point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": f"https://{self.host}{path}",
            "expirationTime": None,
            "keys": {"p256dh": _text(point), "auth": _text(auth)},
        }

    def take(self, request: Received) -> int:
        import http_ece

        super().take(request)
        if self.status >= 300 or self.hang or self.drip or self.flood:
            return self.status
        if request.path not in self._browsers:
            return 404
        if fault := self._fault(request):
            self.faults.append(fault)
            return 403
        private, auth = self._browsers[request.path]
        text = http_ece.decrypt(
            request.body, private_key=private, auth_secret=auth, version="aes128gcm"
        )
        payload = json.loads(text)
        self.received.append(payload)
        self.for_browser.setdefault(f"https://{self.host}{request.path}", []).append(payload)
        return self.status

    def _fault(self, request: Received) -> str:
        """Return what is wrong with who sends, after RFC 8292 and RFC 8030."""
        from py_vapid import Vapid02

        header = request.headers.get("authorization", "")
        if not header.startswith("vapid ") or not Vapid02.verify(header):
            return "the signature is wrong"
        token = header.partition("t=")[2].partition(",")[0]
        claims = json.loads(_bytes(token.split(".")[1]))
        if claims["aud"] != f"https://{self.host}":
            return f"meant for {claims['aud']}"
        if not time.time() < claims["exp"] <= time.time() + 24 * 3600:
            return "valid for too long, or no more"
        if not claims["sub"].startswith(("mailto:", "https://")):
            return f"sent by {claims['sub']}"
        topic = request.headers.get("topic", "")
        if len(topic) > 32 or not topic.replace("-", "").replace("_", "").isalnum():
            return f"the topic {topic}"
        if not request.headers.get("ttl", "").isdigit():
            return "no TTL"
        return "" if len(request.body) <= 4096 else "too long"


class HookServer(Server):
    """A server of somebody's who takes webhooks."""

    def __init__(self, internet: LocalNetwork, host: str = HOOK_HOST, ip: str = HOOK_IP) -> None:
        super().__init__(internet, host, ip, status=204)

    @property
    def received(self) -> list[Any]:
        """The JSON it was sent, in order."""
        return [request.json for request in self.requests]

    def address(self, path: str = "/hook") -> str:
        return f"https://{self.host}{path}"


@pytest.fixture
def internet(monkeypatch: pytest.MonkeyPatch) -> LocalNetwork:
    """Without anybody in it; no request of a test leaves the machine."""
    local = LocalNetwork()
    monkeypatch.setattr(network, "current", local)
    return local


@pytest.fixture
def push_service(internet: LocalNetwork) -> Iterator[PushService]:
    service = PushService(internet)
    yield service
    service.close()
    assert service.faults == []


@pytest.fixture
def hook_server(internet: LocalNetwork) -> Iterator[HookServer]:
    server = HookServer(internet)
    yield server
    server.close()


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
