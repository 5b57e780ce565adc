import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_statistics"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportedRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        max_length=32,
                        unique=True,
                        verbose_name="address",
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("players", models.PositiveSmallIntegerField(verbose_name="players")),
                ("imported_at", models.DateTimeField(verbose_name="imported")),
                ("record", models.TextField(verbose_name="record")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported_records",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="owner",
                    ),
                ),
            ],
            options={
                "verbose_name": "imported record",
                "verbose_name_plural": "imported records",
            },
        ),
    ]
