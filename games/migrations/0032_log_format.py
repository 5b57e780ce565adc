from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_public_place"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="log_format",
            field=models.PositiveSmallIntegerField(
                db_default=1, default=2, editable=False, help_text="How its log is sealed."
            ),
        ),
    ]
