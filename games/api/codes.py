"""Every refusal's ``code``: its status and what it means.

The schema and the docs take them from here.

Codes are stable: a program may rely on them. The sentences beside them in answers are for people.
"""

from typing import NamedTuple


class Code(NamedTuple):
    """What stands behind a code."""

    status: int
    """Of the answer."""
    meaning: str
    """For whoever writes a program."""


MOVES = {
    "bad_move": Code(422, "This is no move: it needs exactly the keys and types of its `type`."),
    "game_over": Code(409, "The game is over. After a move, `game` has it as it ended."),
    "no_scout_chip": Code(422, "With two players a Scout costs a chip, and you have none left."),
    "no_such_cards": Code(422, "`start` and `stop` mark no cards of your hand."),
    "no_such_place": Code(422, "`to` is no place in your hand."),
    "not_a_set": Code(422, "These cards neither match nor run in steps of one."),
    "not_stronger": Code(422, "This set does not beat the Active Set."),
    "not_with_two_players": Code(422, "With two players there is no Scout & Show."),
    "not_your_turn": Code(403, "Others are to act; also if you chose which way up already."),
    "nothing_to_scout": Code(422, "There is no Active Set, or it is your own."),
    "paused": Code(409, "The game stands still: by a moderator, or to ask about moves taken back."),
    "scout_and_show_used": Code(422, "You have used your Scout & Show in this round."),
    "stale": Code(409, "The `seq` is not that of the current decision, or `to` none of its turns."),
    "wrong_phase": Code(422, "This kind of move doesn't belong to this phase of the game."),
}
"""What can be wrong with a move, or with an order of a plan."""

TABLES = {
    "asked_before": Code(403, "You asked in this round already, and the moves stayed."),
    "already_started": Code(409, "The game has begun."),
    "bad_name": Code(422, "A player can't have this name."),
    "bad_plan": Code(422, "This is no plan: see `order` and `fault`."),
    "bad_terms": Code(422, "A game can't be like that."),
    "bot_accounts_only": Code(403, "The table is for bot accounts."),
    "chair_kept": Code(409, "A bot keeps a chair: everybody has to be there to agree."),
    "closed": Code(404, "The game was closed before it began."),
    "game_full": Code(409, "All seats are taken."),
    "name_taken": Code(409, "Somebody at the table has your name."),
    "needs_account": Code(403, "Rated games are for players with an account."),
    "needs_address": Code(403, "Rated games need a confirmed email address."),
    "no_turns": Code(409, "There is no move to take back in this round."),
    "not_asked": Code(409, "Nobody asks that, or not any more."),
    "not_creator": Code(403, "Only the player who opened the game may do that."),
    "not_invited": Code(403, "The game is by invitation, and `invitation` is not its."),
    "not_over": Code(403, "The game is not over yet."),
    "not_seated": Code(403, "You have no seat at this table."),
    "not_started": Code(409, "The game has not begun."),
    "programs_not_rated": Code(403, "People’s rated games are played by hand, not with a token."),
    "rewind_asked": Code(409, "The table is asked already to take moves back."),
    "rewind_rated": Code(403, "In rated games no move is taken back."),
    "rewind_shared": Code(403, "Others play the same deal: its moves can't be taken back."),
    "too_early": Code(403, "Their player has not been silent for long enough."),
}
"""What a table refuses."""

PEOPLE = {
    "not_listed": Code(422, "This account can't be put on a list of friends."),
    "not_yourself": Code(422, "That is you."),
    "nothing_said": Code(422, "The message is empty."),
    "too_fast": Code(429, "Too many messages in a minute."),
    "too_long": Code(422, "The message is too long."),
    "too_many_friends": Code(422, "The list of friends is full."),
    "unknown_player": Code(422, "Nobody with an account has that name."),
    "banned": Code(403, "You are banned."),
    "blocked": Code(403, "You and somebody at this table keep apart."),
    "muted": Code(403, "You may not write to others."),
    "suspended": Code(403, "You may not play for now."),
    "unread_warning": Code(403, "Confirm a warning first, on the page “Notices and reports”."),
}
"""Who may not act, and what may not be said or done to whom."""

REQUESTS = {
    "bad_json": Code(400, "The body is not JSON, or has a key twice."),
    "bad_method": Code(405, "The address does not support this method."),
    "bad_request": Code(422, "A parameter or the body is of another form. `faults` says where."),
    "bad_text": Code(422, "There are control characters in a text."),
    "bad_token": Code(401, "The token is unknown or has expired."),
    "bad_type": Code(415, "The body is not sent as `application/json`."),
    "error": Code(500, "Something went wrong here; you may try again."),
    "forbidden": Code(403, "The token may only read, or the CSRF token is missing."),
    "key_reused": Code(422, "The `Idempotency-Key` was used for another request."),
    "length_required": Code(411, "This server reads no body without its `Content-Length`."),
    "no_streams": Code(501, "This server has no streams."),
    "not_acceptable": Code(406, "The answer can't be given in a type that `Accept` names."),
    "not_found": Code(404, "It isn't there, or you may not see it."),
    "not_signed_in": Code(401, "Send a token. Games that are hidden or not there say so, too."),
    "too_large": Code(413, "The body is larger than 16 KiB."),
    "too_many_requests": Code(429, "Wait for `Retry-After` seconds."),
    "unavailable": Code(
        503, "The site can't answer just now. Send it again after `Retry-After` seconds."
    ),
}
"""What is wrong with a request, whatever it asks for."""

CODES = dict(sorted({**MOVES, **TABLES, **PEOPLE, **REQUESTS}.items()))


def status_of(code: str) -> int:
    """Return the status of a refusal; 422 for a code that only pages know."""
    return CODES[code].status if code in CODES else 422
