"""The card game Scout for programs.

The names here are those that most programs need. The rest is in ``rules``, ``bots`` and, for
programs that learn, ``learning``. The website Next Act plays by the same code.
"""

from .bots.arena import DealResult, MatchReport, PlayedGame, play_deals, play_tables, report
from .bots.league import LeagueTable, league_table, tables
from .bots.registry import bots, choose_move
from .rules.deal import Deal, commitment, deal_round
from .rules.errors import RuleError
from .rules.game import GameState, deal, new_game, play
from .rules.moves import Move, Orient, Scout, ScoutAndShow, Show, move_from_json, move_to_json
from .rules.records import RecordError, check_line, record_of
from .rules.view_reading import view_from_json
from .rules.views import View, view_for

__all__ = [
    "Deal",
    "DealResult",
    "GameState",
    "LeagueTable",
    "MatchReport",
    "Move",
    "Orient",
    "PlayedGame",
    "RecordError",
    "RuleError",
    "Scout",
    "ScoutAndShow",
    "Show",
    "View",
    "bots",
    "check_line",
    "choose_move",
    "commitment",
    "deal",
    "deal_round",
    "league_table",
    "move_from_json",
    "move_to_json",
    "new_game",
    "play",
    "play_deals",
    "play_tables",
    "record_of",
    "report",
    "tables",
    "view_for",
    "view_from_json",
]
