"""The Django app of the games."""

from django.apps import AppConfig
from django.core.checks import register
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Rules, log, rooms and pages of Scout."""

    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from anymail.signals import inbound, tracking

        from games.order import moderators
        from games.practice import starters
        from games.telling import bounces
        from games.upkeep import checks

        register(checks.need_numba)
        register(checks.need_somebody_to_tell, deploy=True)
        post_migrate.connect(
            moderators.make_group, sender=self, dispatch_uid="games.make_moderators"
        )
        post_migrate.connect(
            starters.load_starters, sender=self, dispatch_uid="games.load_starters"
        )
        tracking.connect(bounces.on_tracking, dispatch_uid="games.bounces")
        inbound.connect(bounces.on_inbound, dispatch_uid="games.unsubscribing")
