"""An app that a player lets in: `python app.py URL CLIENT_ID [SCOPE]`. It needs Python alone.

It opens the page that asks the player, waits for the answer at http://127.0.0.1/callback (any
port), gets a token for it, says who let it in, renews the token, and gives everything back.
"""

import base64
import hashlib
import http.server
import json
import secrets
import sys
import urllib.parse
import urllib.request
import webbrowser

URL, CLIENT_ID = sys.argv[1].rstrip("/"), sys.argv[2]
SCOPE = sys.argv[3] if len(sys.argv) > 3 else "read"


def fetch(address, form=None, token=None):
    """What an address answers: to a form, or to a token."""
    data = urllib.parse.urlencode({**form, "client_id": CLIENT_ID}).encode() if form else None
    asked = urllib.request.Request(address, data)
    if token:
        asked.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(asked, timeout=60) as answer:
        text = answer.read()
    return json.loads(text) if text else {}


class Callback(http.server.BaseHTTPRequestHandler):
    """Where the player's browser comes back to."""

    def do_GET(self):
        self.server.said = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"You can close this page, and go back to the program.")

    def log_message(self, *_):
        """Codes belong in no log."""


def ask_the_player(site):
    """Open the page that asks; return the code, and the two things that go with it."""
    verifier, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    digest = hashlib.sha256(verifier.encode()).digest()
    server = http.server.HTTPServer(("127.0.0.1", 0), Callback)
    back = f"http://127.0.0.1:{server.server_port}/callback"
    query = {
        "response_type": "code",
        "client_id": CLIENT_ID,
        "redirect_uri": back,
        "scope": SCOPE,
        "state": state,
        "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
        "code_challenge_method": "S256",
    }
    page = f"{site['authorization_endpoint']}?{urllib.parse.urlencode(query)}"
    print(f"Let me in here: {page}", flush=True)
    webbrowser.open(page)
    server.said = {}
    while server.said.get("state") != state:  # whatever else asks here is not our answer
        server.handle_request()
    server.server_close()
    if server.said.get("iss", site["issuer"]) != site["issuer"] or "code" not in server.said:
        raise SystemExit(f"Not let in: {server.said.get('error', 'another site answered')}.")
    return {"code": server.said["code"], "redirect_uri": back, "code_verifier": verifier}


site = fetch(f"{URL}/.well-known/oauth-authorization-server")
answer = ask_the_player(site)
tokens = fetch(site["token_endpoint"], {"grant_type": "authorization_code", **answer})
me = fetch(f"{URL}/api/v1/me/", token=tokens["access_token"])
print(f"Let in by {me['name']}, who says that I may {me['scope']}.", flush=True)

# An access token lasts an hour. Keep the new refresh token: the old one is spent.
renewal = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
tokens = fetch(site["token_endpoint"], renewal)
games = fetch(f"{URL}/api/v1/games/?mine=true", token=tokens["access_token"])
print(f"I see {len(games['results'])} games.", flush=True)
fetch(site["revocation_endpoint"], {"token": tokens["refresh_token"]})
