"""What the pages show of a user's devices and webhooks."""

from typing import Any

from django.http import HttpRequest

from accounts.destinations.this_browser import device_here
from accounts.models import User
from games.models import Way
from games.telling.destinations import owned
from games.telling.devices import MOST_DEVICES
from games.telling.post.keys import public_key
from games.telling.webhooks import MOST_HOOKS


def destinations_of(request: HttpRequest, user: User) -> dict[str, Any]:
    """Return the context of ``accounts/telling/_devices.html`` and ``_hooks.html``; two queries."""
    devices, hooks = owned(user, Way.PUSH), owned(user, Way.HOOK)
    here = device_here(request)
    return {
        "push_key": public_key(),
        "devices": [(each, each.public_id == here) for each in devices],
        "is_device": any(each.public_id == here and not each.off_since for each in devices),
        "most_devices": len(devices) >= MOST_DEVICES,
        "hooks": hooks,
        "most_hooks": len(hooks) >= MOST_HOOKS,
    }
