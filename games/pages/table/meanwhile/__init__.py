"""What has happened since the viewer's last turn."""
