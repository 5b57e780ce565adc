"""Add positions to practise, and when each comes back to whom."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0027_same_deal"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PracticeCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("state", models.JSONField()),
                ("due_at", models.DateTimeField()),
                ("grade", models.CharField(max_length=6)),
                ("answers", models.PositiveIntegerField(default=1)),
                ("right", models.PositiveIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="PracticePosition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.CharField(max_length=24, unique=True)),
                ("players", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("scout", "When to scout"),
                            ("both", "When to spend Scout & Show"),
                            ("gap", "Which gap"),
                            ("show", "What to show, and when to end it"),
                        ],
                        max_length=5,
                    ),
                ),
                ("view", models.JSONField()),
                ("options", models.JSONField()),
                ("expert", models.CharField(max_length=16)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.AddField(
            model_name="storedreview",
            name="practised_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="storedreview",
            index=models.Index(
                models.F("touched_at"),
                condition=models.Q(
                    ("game__isnull", False), ("practised_at", None), ("state", "done")
                ),
                name="games_review_to_practise",
            ),
        ),
        migrations.AddField(
            model_name="practicecard",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="practiceposition",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="practicecard",
            name="position",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="cards",
                to="games.practiceposition",
            ),
        ),
        migrations.AddIndex(
            model_name="practiceposition",
            index=models.Index(fields=["kind", "public_id"], name="games_practice_of_a_kind"),
        ),
        migrations.AddIndex(
            model_name="practicecard",
            index=models.Index(fields=["user", "due_at"], name="games_practice_due"),
        ),
        migrations.AddConstraint(
            model_name="practicecard",
            constraint=models.UniqueConstraint(
                fields=("user", "position"), name="games_practice_card_once"
            ),
        ),
    ]
