"""The settings page's forms; ``saved`` describes what was saved."""

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import StatisticsAudience, User
from accounts.names import refusal
from accounts.time_zones import zones
from games.people.name_keys import clean_name

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm


class NameForm(UserForm):
    """The name that others see."""

    class Meta:
        model = User
        fields = ("username",)
        labels: ClassVar = {"username": gettext_lazy("Player name")}
        help_texts: ClassVar = {"username": gettext_lazy("What other players see.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        assert isinstance(name, forms.CharField)
        # The name rules have their own messages.
        name.max_length = None
        name.widget.attrs = {"autocomplete": "nickname", "spellcheck": "false"}
        name.error_messages["required"] = _("Please fill this in.")

    def clean_username(self) -> str:
        name = clean_name(self.cleaned_data["username"])
        if sentence := refusal(name, user=self.instance):
            raise forms.ValidationError(sentence)
        return name


class ZoneForm(UserForm):
    """The account's time zone."""

    class Meta:
        model = User
        fields = ("time_zone",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = zones()
        if (own := self.instance.time_zone) not in names:
            names = [own, *names]
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), choices=[(name, name.replace("_", " ")) for name in names]
        )

    def saved(self) -> str:
        return self.instance.time_zone.replace("_", " ")


class TableForm(UserForm):
    """What happens after a move."""

    class Meta:
        model = User
        fields = ("auto_next_game",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["auto_next_game"].label = _("Go to the next game after my move")

    def saved(self) -> str:
        if self.instance.auto_next_game:
            return _("on to the next game after a move")
        return _("staying at the table after a move")


class StatisticsForm(UserForm):
    """The statistics' audience, and whether leaderboards list the player."""

    class Meta:
        model = User
        fields = ("statistics_audience", "on_leaderboards")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["on_leaderboards"].label = _("Show me on leaderboards")

    def choices(self) -> list[tuple[str, str, bool]]:
        """Value, label and whether it is selected."""
        chosen = self["statistics_audience"].value()
        return [(value, str(label), value == chosen) for value, label in StatisticsAudience.choices]

    def saved(self) -> str:
        seen = {
            StatisticsAudience.EVERYONE: _("everyone sees your statistics"),
            StatisticsAudience.TABLE: _("players in your games see your statistics"),
            StatisticsAudience.NOBODY: _("only you see your statistics"),
        }[StatisticsAudience(self.instance.statistics_audience)]
        if self.instance.on_leaderboards:
            return _("{seen}; leaderboards list you").format(seen=seen)
        return _("{seen}; leaderboards leave you out").format(seen=seen)


class FriendsForm(UserForm):
    """Whether others may list the player, and whether friends see that they are here."""

    class Meta:
        model = User
        fields = ("may_be_listed", "shows_presence")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["may_be_listed"].label = _("Others may put me on their list of friends")
        self.fields["shows_presence"].label = _("Friends see when I am here")

    def saved(self) -> str:
        listed = (
            _("others may put you on their list")
            if self.instance.may_be_listed
            else _("you are on nobody’s list")
        )
        if self.instance.shows_presence:
            return _("{listed}; friends see when you are here").format(listed=listed)
        return _("{listed}; nobody sees when you are here").format(listed=listed)


class PracticeForm(UserForm):
    """Whether positions from the player's finished games may be practised."""

    class Meta:
        model = User
        fields = ("practice_from_games",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["practice_from_games"].label = _(
            "My finished games may become practice positions, without names"
        )

    def saved(self) -> str:
        if self.instance.practice_from_games:
            return _("your finished games may become practice positions")
        return _("none but your open games become practice positions")
