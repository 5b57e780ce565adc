import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_idempotency_keys"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Ledger",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="seat",
            name="former",
            field=models.UUIDField(
                blank=True,
                editable=False,
                help_text="The same on all seats of somebody whose account is gone.",
                null=True,
            ),
        ),
        migrations.CreateModel(
            name="HeadToHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("games", models.PositiveIntegerField()),
                ("ahead", models.PositiveIntegerField()),
                ("level", models.PositiveIntegerField()),
                ("behind", models.PositiveIntegerField()),
                (
                    "opponent",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "-games"], name="games_frequent_opponents")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "opponent"), name="games_head_to_head_unique"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerStatistics",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("players", models.PositiveSmallIntegerField()),
                ("among_people", models.BooleanField()),
                ("tally", models.JSONField()),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="statistics",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "players", "among_people"), name="games_statistics_unique"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("former", models.UUIDField(null=True)),
                ("players", models.PositiveSmallIntegerField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                ("listed", models.BooleanField()),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("listed", True)),
                        fields=["players", "-mu", "id"],
                        name="games_leaderboard",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "players"), name="games_rating_of_a_user"
                    ),
                    models.UniqueConstraint(
                        fields=("former", "players"), name="games_rating_of_a_former"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rating_change",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("former", models.UUIDField(null=True)),
                ("players", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("ended_at", models.DateTimeField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "players", "number"], name="games_rating_curve"),
                    models.Index(fields=["players", "ended_at", "game"], name="games_rating_order"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatResult",
            fields=[
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="result",
                        serialize=False,
                        to="games.seat",
                    ),
                ),
                ("players", models.PositiveSmallIntegerField()),
                ("among_people", models.BooleanField()),
                ("open", models.BooleanField()),
                ("ended_at", models.DateTimeField()),
                ("score", models.SmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("left", models.BooleanField()),
                ("won", models.PositiveSmallIntegerField()),
                ("rated", models.BooleanField()),
                ("tally", models.JSONField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="results",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["user", "-ended_at", "-seat"], name="games_results_of_a_user"
                    ),
                    models.Index(
                        condition=models.Q(("rated", True)),
                        fields=["players", "ended_at", "game"],
                        name="games_rated_results",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="seatsummary",
            index=models.Index(
                condition=models.Q(("to_act", True)), fields=["seat"], name="games_seats_to_act"
            ),
        ),
    ]
