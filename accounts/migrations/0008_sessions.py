import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Everybody stays signed in. Each session learns of its account when it is next saved.
COPY = """
INSERT INTO accounts_session (session_key, session_data, expire_date)
SELECT session_key, session_data, expire_date FROM django_session
"""
COPY_BACK = """
INSERT INTO django_session (session_key, session_data, expire_date)
SELECT session_key, session_data, expire_date FROM accounts_session
"""
EMPTY_OLD = "DELETE FROM django_session"


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_wording"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40,
                        primary_key=True,
                        serialize=False,
                        verbose_name="session key",
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "user",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "abstract": False,
                "default_permissions": (),
            },
        ),
        migrations.RunSQL(COPY, COPY_BACK),
        migrations.RunSQL(EMPTY_OLD, migrations.RunSQL.noop),
    ]
