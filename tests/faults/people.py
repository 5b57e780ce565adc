"""`python -m tests.faults.people N`: make N accounts; print a line of JSON with keys of each."""

import json
import sys

import django


def main(count: int) -> None:
    django.setup()
    from accounts.models import User
    from accounts.tokens.making import make_token
    from tests.stack.people import session_of

    for number in range(count):
        user = User.objects.create_user(f"Player {number}", password=None)
        token = make_token(user=user, name="player", scope="play").secret
        sys.stdout.write(json.dumps({"token": token, "session": session_of(user)}) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
