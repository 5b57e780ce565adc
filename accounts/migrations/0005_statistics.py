from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="on_leaderboards",
            field=models.BooleanField(default=True, verbose_name="on the leaderboards"),
        ),
        migrations.AddField(
            model_name="user",
            name="statistics_audience",
            field=models.CharField(
                choices=[
                    ("everyone", "Everyone"),
                    ("table", "Players of my games"),
                    ("nobody", "Nobody but me"),
                ],
                default="everyone",
                max_length=8,
                verbose_name="statistics seen by",
            ),
        ),
    ]
