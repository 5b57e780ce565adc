"""Accounts."""

from scoutsite.settings.environment import env
from scoutsite.settings.place import HTTPS

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"accounts.sign_in.passwords.{name}"}
    for name in ("UnlikeTheUser", "LongEnough", "Uncommon", "NotOnlyDigits")
]
PASSWORD_HASHERS = [
    f"django.contrib.auth.hashers.{name}"
    for name in ("Argon2PasswordHasher", "PBKDF2PasswordHasher", "ScryptPasswordHasher")
]
AUTHENTICATION_BACKENDS = [
    # Sessions hold this path: whoever moves the class signs everyone out.
    "accounts.backends.AccountBackend",
    # Guests' sessions refer to this one.
    "django.contrib.auth.backends.ModelBackend",
]
# Messages wait in the session, which saves a cookie.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:mine"
LOGOUT_REDIRECT_URL = "games:landing"
SESSION_ENGINE = "accounts.sessions"
# Guests are known only by their session. It lasts a year; `remember_visit` renews it.
SESSION_COOKIE_AGE = 365 * 24 * 3600

# Accounts, with django-allauth
ACCOUNT_ADAPTER = "accounts.sign_in.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "accounts.sign_in.forms.ChangeMailForm",
    "change_password": "accounts.sign_in.password_forms.ChangePasswordForm",
    "confirm_login_code": "accounts.sign_in.forms.ConfirmCodeForm",
    "login": "accounts.sign_in.forms.SignInForm",
    "reauthenticate": "accounts.sign_in.password_forms.ConfirmPasswordForm",
    "request_login_code": "accounts.sign_in.forms.RequestCodeForm",
    "reset_password": "accounts.sign_in.password_forms.ForgottenPasswordForm",
    "reset_password_from_key": "accounts.sign_in.password_forms.NewPasswordForm",
    "set_password": "accounts.sign_in.password_forms.SetPasswordForm",
    "signup": "accounts.sign_in.forms.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_CHANGE_EMAIL = True
# People can play before they confirm their email address; no answer reveals its owner.
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# How many proxies add to X-Forwarded-For; rate limits need the client's address.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=1 if HTTPS else 0)
MFA_ADAPTER = "accounts.sign_in.adapter.FactorAdapter"
MFA_FORMS = {
    "activate_totp": "accounts.sign_in.factor_forms.ActivateAppForm",
    "add_webauthn": "accounts.sign_in.factor_forms.AddKeyForm",
    "authenticate": "accounts.sign_in.factor_forms.SecondStepForm",
    "edit_webauthn": "accounts.sign_in.factor_forms.RenameKeyForm",
    "reauthenticate": "accounts.sign_in.factor_forms.ConfirmByCodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Next Act"
MFA_TOTP_TOLERANCE = 1
# Browsers allow passkeys only over HTTPS and on localhost.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
