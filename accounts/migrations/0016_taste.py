"""Keep how a user likes tables: the pace of bots, motion, sound and card faces."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0015_friends"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="taste",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                max_length=60,
                verbose_name="look and sound of tables",
            ),
        ),
    ]
