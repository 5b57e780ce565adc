"""People, and what they have played."""

from rest_framework import serializers

from games.api.shapes.parts import Component, choice, whole

Kind = choice(
    "PlayerKind",
    ("member", "guest", "bot", "moderator"),
    "`bot`: an account that only programs play for.",
)
Scope = choice("TokenScope", ("read", "play"), "What a token may do.")


class Me(Component):
    """Who asks."""

    name = serializers.CharField(help_text="The name at tables.")
    username = serializers.CharField(
        allow_null=True, help_text="Of the account, as in `/players/…/`; null for guests."
    )
    kind = Kind()
    scope = Scope(allow_null=True, help_text="Of the token; null for a session in a browser.")
    app = serializers.CharField(
        allow_null=True,
        help_text="The name of the app that the player let in; null for their own tokens.",
    )


class ShownRating(Component):
    """A rating in games of one size."""

    players = serializers.IntegerField(min_value=2, max_value=5, help_text="At the table.")
    rating = serializers.IntegerField()
    give_or_take = serializers.IntegerField(help_text="Half of the interval of 95%.")
    sure = serializers.IntegerField(help_text="`rating` less `give_or_take`; boards go by it.")
    games = whole("Rated games.")
    people = whole("Different opponents in them.")
    place = serializers.IntegerField(
        allow_null=True, help_text="On the leaderboard; null while it is not listed."
    )


class Figures(Component):
    """What was played, added up; a share of nothing is null."""

    games = whole("Finished games.")
    won = serializers.FloatField(
        allow_null=True, help_text="Share of games won; a shared victory counts in parts."
    )
    rounds = whole()
    points_a_round = serializers.FloatField(allow_null=True)
    points = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many rounds brought so many points."
    )
    endings = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How many rounds ended so: by the player or by others.",
    )
    turns = whole()
    show = whole("Turns that were a Show.")
    scout = whole()
    scout_and_show = whole()
    cards_a_show = serializers.FloatField(allow_null=True, help_text="Cards in a Show, on average.")
    flipped = serializers.FloatField(
        allow_null=True, help_text="Share of scouted cards that were turned over."
    )


class Player(Component):
    """A player whose profile the caller may see."""

    name = serializers.CharField()
    username = serializers.CharField(help_text="As in addresses.")
    kind = Kind()
    with_people = Figures(help_text="Games with other people.")
    with_bots = Figures(help_text="Games against bots alone.")
    ratings = ShownRating(many=True)


class BoardLine(Component):
    """A line of a leaderboard."""

    place = serializers.IntegerField(min_value=1, help_text="Those who are level share it.")
    name = serializers.CharField()
    username = serializers.CharField()
    kind = Kind()
    rating = serializers.IntegerField()
    give_or_take = serializers.IntegerField()
    sure = serializers.IntegerField()
    games = whole()
    people = whole()


class Board(Component):
    """A page of a leaderboard, best first."""

    players = serializers.IntegerField(help_text="At the table.")
    page = serializers.IntegerField(min_value=1)
    pages = serializers.IntegerField(min_value=1)
    count = whole("Players on the board.")
    lines = BoardLine(many=True)


class FriendOnList(Component):
    """Somebody on the caller's list of friends."""

    username = serializers.CharField()
    here = serializers.BooleanField(
        help_text="Whether a page of theirs is open, if they let friends see it."
    )


class Friends(Component):
    """The caller's list."""

    friends = FriendOnList(many=True, help_text="By name.")


class Invitation(Component):
    """Somebody asks the caller to a game."""

    game = serializers.CharField(help_text="Its id: join it, or decline.")
    name = serializers.CharField(help_text="What the game is called.")
    by = serializers.CharField(allow_null=True, help_text="Who opened the game.")
    players = serializers.IntegerField(min_value=2, max_value=5)
    at = serializers.DateTimeField()


class Invitations(Component):
    """What the caller is asked to."""

    invitations = Invitation(many=True, help_text="Latest first.")


class Message(Component):
    """A chat message."""

    id = whole("Grows with each message of the site.")
    seat = serializers.IntegerField(min_value=0, max_value=4)
    text = serializers.CharField(help_text="Empty if a moderator hid it.")
    at = serializers.DateTimeField()
    hidden = serializers.BooleanField()


class Chat(Component):
    """A table's chat, as the caller may read it."""

    messages = Message(many=True, help_text="The latest 200, oldest first.")
