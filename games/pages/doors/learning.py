"""The rules and the lesson."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.pages.lesson.end import last_scene
from games.pages.lesson.first_hand import END, ME, states
from games.pages.lesson.scenes import PICTURES, scenes
from games.rules.scoring import round_scores
from games.words.rule_links import SECTIONS


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules."""
    return render(request, "games/lesson/rules.html", {"sections": SECTIONS, "section": "rules"})


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show the lesson."""
    every = scenes()
    by_step = [[scene for scene in every if scene.step == step] for step in range(3)]
    context = {
        "scenes": every,
        "pictures": [
            (told, next(scene for scene in told if scene.name == name), chosen)
            for told, (name, chosen) in zip(by_step, PICTURES, strict=True)
        ],
        "score": round_scores(states()[END])[ME],
        "end": last_scene(states()[END]),
        "steps": (_("Show"), _("Scout"), _("Scout & Show")),
        "section": "rules",
    }
    return render(request, "games/lesson/learn.html", context)
