import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0036_gather_reports"),
    ]

    operations = [
        migrations.AlterField(
            model_name="report",
            name="case",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="reports",
                to="games.case",
            ),
        ),
    ]
