"""Let guests have an email address."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0011_how_we_tell"),
    ]

    operations = [
        migrations.CreateModel(
            name="AskedAddress",
            fields=[
                ("fingerprint", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("sent_at", models.DateTimeField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="GuestAddress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.EmailField(max_length=254)),
                ("key", models.CharField(blank=True, default="", max_length=16)),
                ("asked_at", models.DateTimeField()),
                ("confirmed_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="guest_address",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
    ]
