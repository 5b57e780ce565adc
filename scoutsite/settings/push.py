"""The key of Web Push."""

from scoutsite.secret_key import new_vapid_key, secret_key_from
from scoutsite.settings.environment import VAR_DIR, env

# Kept as the secret key is: by the environment, or in a file beside the other. A site that has that
# one in its environment and not this one sends nothing to devices: a file might not outlive its
# next release, and a new key would silence all devices.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")
if not VAPID_PRIVATE_KEY and not env.str("SECRET_KEY", default=""):
    VAPID_PRIVATE_KEY = secret_key_from(VAR_DIR / "vapid-key", make=new_vapid_key)
