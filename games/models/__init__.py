"""The tables: games, their logs, what follows from those, and the talk around them."""

from games.models.api import IdempotencyKey
from games.models.chairs import ChairOffer, FormerPlayer, FormerResult
from games.models.clock import ClockState, Outage
from games.models.deals import (
    DayEntry,
    DayScore,
    DaySecret,
    DayStanding,
    DealCopy,
    DealOfTheDay,
    SharedDeal,
)
from games.models.fairness import PreparedDeal
from games.models.games import (
    LOG_FORMAT,
    NOT_OVER,
    OF_A_DAY,
    OVER,
    RULES_VERSION,
    Audience,
    Game,
    GameSecret,
    GameStatus,
    Occasion,
    Seat,
    Unrated,
)
from games.models.identities import FormerGuest, TakenAwayName
from games.models.kinds import Kind
from games.models.log import Actor, ChairEvent, Hand, Move, Round
from games.models.moderation import (
    ActionKind,
    Block,
    ModerationAction,
    PlayerNotice,
    Report,
    ReportKind,
    ReportReason,
    ReportState,
    Sanction,
    SanctionKind,
    Watcher,
)
from games.models.notices import (
    Destination,
    HookForm,
    Notice,
    NoticeState,
    ReturnedMail,
    SentNotice,
    Stage,
    Topic,
    Way,
)
from games.models.people import ChatMessage, Friend, GameInvitation, Note
from games.models.plans import Plan, PlanOutcome
from games.models.practice import PracticeCard, PracticeKind, PracticePosition
from games.models.projections import GameSummary, SeatSummary
from games.models.ratings import RatedOpponent, Rating, RatingChange, RatingsDue
from games.models.records import GameRecord, ImportedRecord
from games.models.reviews import ReviewState, SeatReview, StoredReview
from games.models.statistics import HeadToHead, Ledger, PlayerStatistics, SeatResult
from games.models.witnesses import WitnessedDay, WitnessedHead

__all__ = [
    "LOG_FORMAT",
    "NOT_OVER",
    "OF_A_DAY",
    "OVER",
    "RULES_VERSION",
    "ActionKind",
    "Actor",
    "Audience",
    "Block",
    "ChairEvent",
    "ChairOffer",
    "ChatMessage",
    "ClockState",
    "DayEntry",
    "DayScore",
    "DaySecret",
    "DayStanding",
    "DealCopy",
    "DealOfTheDay",
    "Destination",
    "FormerGuest",
    "FormerPlayer",
    "FormerResult",
    "Friend",
    "Game",
    "GameInvitation",
    "GameRecord",
    "GameSecret",
    "GameStatus",
    "GameSummary",
    "Hand",
    "HeadToHead",
    "HookForm",
    "IdempotencyKey",
    "ImportedRecord",
    "Kind",
    "Ledger",
    "ModerationAction",
    "Move",
    "Note",
    "Notice",
    "NoticeState",
    "Occasion",
    "Outage",
    "Plan",
    "PlanOutcome",
    "PlayerNotice",
    "PlayerStatistics",
    "PracticeCard",
    "PracticeKind",
    "PracticePosition",
    "PreparedDeal",
    "RatedOpponent",
    "Rating",
    "RatingChange",
    "RatingsDue",
    "Report",
    "ReportKind",
    "ReportReason",
    "ReportState",
    "ReturnedMail",
    "ReviewState",
    "Round",
    "Sanction",
    "SanctionKind",
    "Seat",
    "SeatResult",
    "SeatReview",
    "SeatSummary",
    "SentNotice",
    "SharedDeal",
    "Stage",
    "StoredReview",
    "TakenAwayName",
    "Topic",
    "Unrated",
    "Watcher",
    "Way",
    "WitnessedDay",
    "WitnessedHead",
]
