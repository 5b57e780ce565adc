"""Let players choose whether others may list them, and whether friends see that they are here."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0014_plans_at_night"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="may_be_listed",
            field=models.BooleanField(
                db_default=True,
                default=True,
                verbose_name="others may put them on their list of friends",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="shows_presence",
            field=models.BooleanField(
                db_default=False,
                default=False,
                verbose_name="friends see when they are here",
            ),
        ),
    ]
