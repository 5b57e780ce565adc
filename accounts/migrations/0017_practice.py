"""Let players choose whether positions from their games may be practised."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0016_taste"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="practice_from_games",
            field=models.BooleanField(
                db_default=False,
                default=False,
                verbose_name="positions from their games may be practised",
            ),
        ),
    ]
