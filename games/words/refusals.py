"""Refusals in a player's words."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.errors import RuleError
from games.words.sets import Sentence

_REFUSALS: dict[str, tuple[Promise, Promise]] = {
    "not_your_turn": (
        gettext_lazy("It isn’t your turn"),
        gettext_lazy("Your selection is kept until it is."),
    ),
    "wrong_phase": (
        gettext_lazy("Not now"),
        gettext_lazy("The table has moved on. Here it is as it stands."),
    ),
    "no_such_cards": (
        gettext_lazy("Choose your cards first"),
        gettext_lazy("Choose one or more cards that lie side by side, then show them."),
    ),
    "nothing_to_scout": (
        gettext_lazy("The ring is empty"),
        gettext_lazy("There is nothing to scout. Show any set."),
    ),
    "no_such_place": (
        gettext_lazy("Choose a gap first"),
        gettext_lazy("The scouted card goes between two cards of your hand, or to an end."),
    ),
    "no_scout_chip": (
        gettext_lazy("No Scout chips left"),
        gettext_lazy("You must show."),
    ),
    "scout_and_show_used": (
        gettext_lazy("You’ve used Scout & Show this round"),
        gettext_lazy("Show, or scout without a show."),
    ),
    "not_with_two_players": (
        gettext_lazy("There is no Scout & Show with two players"),
        gettext_lazy("Scout first: it stays your turn. Then show."),
    ),
    "stale": (
        gettext_lazy("This page was out of date"),
        gettext_lazy("It now shows the table as it is."),
    ),
    "not_started": (
        gettext_lazy("The game has not begun"),
        gettext_lazy("The cards are dealt when all seats are taken."),
    ),
    "not_seated": (
        gettext_lazy("You are watching"),
        gettext_lazy("Only the players at this table can make moves."),
    ),
    "game_over": (
        gettext_lazy("The game is over"),
        gettext_lazy("Here is how it ended."),
    ),
    "already_started": (
        gettext_lazy("The game has begun"),
        gettext_lazy("Its seats can’t be changed now."),
    ),
    "not_invited": (
        gettext_lazy("This game is by invitation"),
        gettext_lazy("Ask somebody at the table for its link."),
    ),
    "needs_account": (
        gettext_lazy("Rated games are for players with an account"),
        gettext_lazy("Sign in, or take a seat in a friendly game."),
    ),
    "needs_address": (
        gettext_lazy("Rated games need a confirmed email address"),
        gettext_lazy("Confirm yours in the settings, or take a seat in a friendly game."),
    ),
    "programs_not_rated": (
        gettext_lazy("People’s rated games are played by hand"),
        gettext_lazy("A program or a bot account can’t open, join or play one."),
    ),
    "bot_accounts_only": (
        gettext_lazy("This game is rated among bot accounts"),
        gettext_lazy("Only those may sit down. Anybody may watch if it is open to all."),
    ),
    "game_full": (
        gettext_lazy("All seats are taken"),
        gettext_lazy("Somebody was quicker. There are other open games."),
    ),
    "name_taken": (
        gettext_lazy("Somebody at this table already has that name"),
        gettext_lazy("Please choose another name."),
    ),
    "not_creator": (
        gettext_lazy("Only the one who opened the game can do that"),
        gettext_lazy("Nothing has changed."),
    ),
    "no_hints": (
        gettext_lazy("There are no hints at this table"),
        gettext_lazy("Hints are for games against bots alone, with cards that nobody else plays."),
    ),
    "not_over": (
        gettext_lazy("This game is not over yet"),
        gettext_lazy("Finish it first, then ask for a rematch."),
    ),
    "planned": (
        gettext_lazy("You’ve planned that already"),
        gettext_lazy("Choose something else, or press Done."),
    ),
    "plan_changed": (
        gettext_lazy("Your plan has changed"),
        gettext_lazy("Here it is as it is now."),
    ),
    "closed": (
        gettext_lazy("This game was closed"),
        gettext_lazy("It was closed before it began. There are other open games."),
    ),
}

_BY_THEIR_OWN_WORDS: dict[str, Promise] = {
    "bad_terms": gettext_lazy("This game can’t be opened like that"),
    "unknown_player": gettext_lazy("Not everybody was found"),
    "bad_name": gettext_lazy("Not by this name"),
    "bad_text": gettext_lazy("Invisible characters"),
    "paused": gettext_lazy("The game is paused"),
    "unread_warning": gettext_lazy("You have a warning under “Notices and reports”"),
    "suspended": gettext_lazy("You are suspended"),
    "banned": gettext_lazy("You are banned"),
    "muted": gettext_lazy("You are muted"),
    "blocked": gettext_lazy("Not at this table"),
    "sat_there": gettext_lazy("Not at this table"),
    "not_offered": gettext_lazy("This chair isn’t free"),
    "not_kept": gettext_lazy("This chair isn’t free"),
    "too_early": gettext_lazy("Not yet"),
    **dict.fromkeys(
        ("rewind_rated", "rewind_shared", "no_turns", "rewind_asked", "chair_kept", "not_asked"),
        gettext_lazy("No moves were taken back"),
    ),
    "asked_before": gettext_lazy("No moves were taken back"),
}


RULES = {
    "no_such_cards": "show",
    "not_a_set": "show",
    "not_stronger": "beats",
    "nothing_to_scout": "scout",
    "no_such_place": "scout",
    "no_scout_chip": "two-players",
    "scout_and_show_used": "scout-and-show",
    "not_with_two_players": "two-players",
}
"""Sections of the rules page, by error code."""


def rule_behind(error: RuleError) -> str:
    """Return the rules' section behind a refusal, if any."""
    return RULES.get(error.code, "")


def refusal(error: RuleError) -> Sentence:
    """Return the prepared sentence, or the error's own."""
    if error.code in _BY_THEIR_OWN_WORDS:
        return Sentence(str(_BY_THEIR_OWN_WORDS[error.code]), error.sentence)
    prepared = _REFUSALS.get(error.code)
    if prepared is None:
        return Sentence(
            _("That move wasn’t understood"), _("Nothing was played. Please choose again.")
        )
    title, reason = prepared
    return Sentence(str(title), str(reason))
