"""What happens to the machines, one after the other, while programs play."""

import time
from collections.abc import Callable
from typing import NamedTuple

from tests.machines.site import Site

OFF_SECONDS = 20.0
"""For which a machine is off."""
NOTICED_SECONDS = 3.0
"""Until somebody has seen that a machine is off."""
BETWEEN_SECONDS = 15.0
"""From one machine's return, or its update, to the next one's turn."""

LEAVING_SECONDS = 2.0
"""Until a machine has answered what the proxies sent it before they left it out."""


class Act(NamedTuple):
    """Something that happens."""

    happens: Callable[[Site], None]
    about: str
    planned: bool = False
    """Then no request may fail."""


def _web_off(site: Site) -> None:
    for host in site.hosts:
        host.switch_off()
        time.sleep(OFF_SECONDS)
        host.switch_on()
        # The proxies try it again after ten seconds.
        time.sleep(BETWEEN_SECONDS)


def _update(site: Site) -> None:
    new = site.releases[1]
    for host in site.hosts:
        for proxy in site.proxies:
            proxy.leave_out(host.machine.address)
        time.sleep(LEAVING_SECONDS)
        site.manage("migrate", "--no-input", "--verbosity", "0", release=new)
        host.update(new)
        for proxy in site.proxies:
            proxy.leave_out()
        time.sleep(BETWEEN_SECONDS)


def _redis_off(site: Site) -> None:
    site.redis.switch_off()
    time.sleep(OFF_SECONDS)
    site.redis.switch_on()


def _proxy_off(site: Site) -> None:
    (asked,) = (proxy for proxy in site.proxies if proxy.is_asked())
    asked.switch_off()
    time.sleep(OFF_SECONDS)
    asked.switch_on()


def _standby_off(site: Site) -> None:
    site.databases.switch_standby_off()
    time.sleep(NOTICED_SECONDS)
    site.databases.go_on_alone()
    time.sleep(OFF_SECONDS - NOTICED_SECONDS)
    site.databases.switch_standby_on()


def _database_off(site: Site) -> None:
    site.databases.switch_primary_off()
    time.sleep(NOTICED_SECONDS)
    site.databases.promote()
    for host in site.hosts:
        host.turn_to(site.databases.places[1].address)


ACTS = {
    "web": Act(_web_off, f"each machine of pages off for {OFF_SECONDS:.0f} s"),
    "update": Act(_update, "a rolling update", planned=True),
    "redis": Act(_redis_off, f"Redis's machine off for {OFF_SECONDS:.0f} s"),
    "standby": Act(_standby_off, "the standby off, and not waited for after 3 s"),
    "proxy": Act(_proxy_off, f"the proxy that is asked off for {OFF_SECONDS:.0f} s"),
    "database": Act(_database_off, "the primary off, the standby takes over after 3 s"),
}
"""By name. The last is for good."""
