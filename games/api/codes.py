"""The codes of refusals: stable, and all in the schema."""

MOVES = (
    *("bad_move", "game_over", "no_scout_chip", "no_such_cards", "no_such_place", "not_a_set"),
    *("not_stronger", "not_with_two_players", "not_your_turn", "nothing_to_scout", "paused"),
    *("scout_and_show_used", "stale", "wrong_phase"),
)
TABLES = (
    *("already_started", "bad_name", "bad_terms", "closed", "game_full", "name_taken"),
    *("needs_account", "needs_address", "not_creator", "not_invited", "not_over", "not_seated"),
    *("not_started", "bad_plan", "programs_not_rated", "too_early"),
)
PEOPLE = ("banned", "blocked", "muted", "suspended", "unread_warning")
REQUESTS = (
    *("bad_json", "bad_method", "bad_request", "bad_text", "bad_token", "bad_type", "error"),
    *("forbidden", "key_reused", "no_streams", "not_acceptable", "not_found", "not_signed_in"),
    *("too_large", "too_many_requests"),
)
CODES = sorted((*MOVES, *TABLES, *PEOPLE, *REQUESTS))
