"""`python -m tests.beside.opening` in a site's environment: open recorded games, dealt as recorded.

Read the recordings from the input, a list for each table; print where each is, with its players'
tokens, in the same lists. The people of a table are the same in all its games.
"""

import json
import sys
from typing import Any
from unittest.mock import patch

import django


def main() -> None:
    django.setup()
    tables = json.load(sys.stdin)
    json.dump([_table(number, games) for number, games in enumerate(tables)], sys.stdout)


def _table(number: int, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    from accounts.models import User
    from accounts.tokens.making import make_token

    people, keys = [], []
    for seat in range(games[0]["players"]):
        name = f"Player {number} {seat}"
        people.append(
            User.objects.filter(username=name).first()
            or User.objects.create_user(name, password=None)
        )
        keys.append({"key": make_token(user=people[-1], name="player", scope="play").secret})
    return [{"id": _opened(each, people), "seats": keys} for each in games]


def _opened(recording: dict[str, Any], people: list[Any]) -> str:
    from games.fairness import parts
    from games.lobby import opening
    from games.lobby.joining import join
    from games.lobby.terms import Terms

    dealing = dealer_of(recording["name"])
    with patch.object(opening, "secrets", dealing), patch.object(parts, "secrets", dealing):
        terms = Terms(players=recording["players"])
        game = opening.create_game(user=people[0], terms=terms)
        for each in people[1:]:
            join(game_id=game.pk, user=each, invitation=game.invitation)
    return str(game.public_id)


def dealer_of(name: str) -> Any:
    from tests.dealing import dealer

    return dealer(name)


if __name__ == "__main__":
    main()
