from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_taken_away_names")]

    operations = [
        # What there is to choose from: nothing changes in the table.
        migrations.AlterField(
            model_name="moderationaction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("hide_message", "Hide the message"),
                    ("show_message", "Show the message again"),
                    ("rename", "Rename the player"),
                    ("mute", "Mute"),
                    ("unmute", "Lift the mute"),
                    ("warn", "Warn"),
                    ("withdraw_warning", "Withdraw the warning"),
                    ("suspend", "Suspend"),
                    ("unsuspend", "Lift the suspension"),
                    ("ban", "Ban"),
                    ("unban", "Lift the ban"),
                    ("pause", "Pause the game"),
                    ("resume", "Let the game go on"),
                    ("extend", "Extend the deadline"),
                    ("put_bot", "Put a bot in a seat"),
                    ("give_back", "Give a seat back"),
                    ("void", "Void the game"),
                    ("rename_game", "Rename the game"),
                    ("close_game", "Close the game"),
                    ("open_hands", "Open the hands"),
                    ("close_report", "Close the report"),
                ],
                max_length=20,
                verbose_name="action",
            ),
        ),
    ]
