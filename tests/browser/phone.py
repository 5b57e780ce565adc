"""The service worker of an open page, and what it shows: pushes go in by the browser's protocol.

Chromium's headless shell has no notifications; there, a stand-in keeps what the worker shows. No
script can press a notification as a person would, so browsers refuse to open windows; what the
worker would open or bring forward is written down instead.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import CDPSession, Page, Worker

_NOTIFICATIONS = """() => {
    if (Notification.permission === "granted") return;
    const shown = [];
    Object.assign(ServiceWorkerRegistration.prototype, {
        async showNotification(title, options) {
            if (options.renotify && !options.tag) throw new TypeError("renotify needs a tag");
            const old = shown.findIndex(({ tag }) => tag && tag === options.tag);
            if (old >= 0) shown.splice(old, 1);
            shown.push({ title, ...options, close() { shown.splice(shown.indexOf(this), 1); } });
        },
        async getNotifications({ tag = "" } = {}) {
            return shown.filter((each) => !tag || each.tag === tag);
        },
    });
}"""

_WINDOWS = """() => {
    self.written = { badge: null, opened: [], focused: [] };
    navigator.setAppBadge = async (count) => { written.badge = count; };
    clients.openWindow = async (address) => { written.opened.push(address); };
    WindowClient.prototype.focus = async function () { written.focused.push(this.url); };
}"""

# Events return before the worker has done what they ask for.
_WORK = """() => {
    self.done = 0;
    const { waitUntil } = ExtendableEvent.prototype;
    ExtendableEvent.prototype.waitUntil = function (work) {
        if (this.isTrusted) waitUntil.call(this, work);
        work.then(() => { self.done += 1; });
    };
}"""

_SHOWN = """async () => (await registration.getNotifications()).map(
    ({ title, body, tag, icon, badge, data }) => ({ title, body, tag, icon, badge, ...data }),
)"""

_PRESS = """async () => {
    const [notification] = await registration.getNotifications();
    const init = { notification };
    dispatchEvent(notification instanceof Notification
        ? new NotificationEvent("notificationclick", init)
        : Object.assign(new ExtendableEvent("notificationclick"), init));
}"""


class Shown(NamedTuple):
    """A notification on the screen."""

    title: str
    body: str
    tag: str
    path: str
    """Where a press leads to."""


class Phone:
    """What holds an open page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        origin = page.evaluate("location.origin")
        page.context.grant_permissions(["notifications"], origin=origin)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        self._origin = origin
        self.worker: Worker = page.context.service_workers[0]
        for part in (_NOTIFICATIONS, _WINDOWS, _WORK):
            self.worker.evaluate(part)
        self._protocol: CDPSession = page.context.new_cdp_session(page)
        self._registration = self._find_registration()

    def push(self, **news: object) -> None:
        """As the site's server would, by way of the browser's maker."""
        self.push_text(json.dumps(news))

    def push_text(self, text: str) -> None:
        """Return when the worker has shown what there is to show."""
        with self._work():
            self._protocol.send(
                "ServiceWorker.deliverPushMessage",
                {"origin": self._origin, "registrationId": self._registration, "data": text},
            )

    @property
    def shown(self) -> list[Shown]:
        found = self.worker.evaluate(_SHOWN)
        return [
            Shown(each["title"], each["body"], each["tag"], urlsplit(each["url"]).path)
            for each in found
        ]

    @property
    def pictures(self) -> list[tuple[str, str]]:
        """Icon and badge of each notification, as paths."""
        found = self.worker.evaluate(_SHOWN)
        return [(urlsplit(each["icon"]).path, urlsplit(each["badge"]).path) for each in found]

    def press(self) -> None:
        """On the oldest notification."""
        with self._work():
            self.worker.evaluate(_PRESS)

    @property
    def written(self) -> dict[str, Any]:
        """`badge`, and the addresses that were `opened` or `focused`."""
        found: dict[str, Any] = self.worker.evaluate("() => written")
        return found

    @contextmanager
    def _work(self) -> Iterator[None]:
        before = self.worker.evaluate("() => done")
        yield
        while self.worker.evaluate("() => done") == before:
            self._page.wait_for_timeout(10)

    def _find_registration(self) -> str:
        found: list[str] = []

        def note(event: dict[str, Any]) -> None:
            found.extend(
                each["registrationId"]
                for each in event["registrations"]
                if each["scopeURL"].startswith(self._origin) and not each["isDeleted"]
            )

        self._protocol.on("ServiceWorker.workerRegistrationUpdated", note)
        self._protocol.send("ServiceWorker.enable")
        while not found:
            self._page.wait_for_timeout(10)
        return found[-1]
