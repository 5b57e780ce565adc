"""Nothing is posted but to public addresses, by https, whatever a name means."""

import ipaddress
import re
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from games.telling.post.addresses import check_address, is_public, public_ips, target_of
from games.telling.post.errors import AddressError
from tests.telling.post.servers import LocalNetwork

CLOSED = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1
127.255.255.254 168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1
192.0.0.170 192.0.2.1 192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255
198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
:: ::1 ::7f00:1 ::10.0.0.1 ::93.184.216.34 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:93.184.216.34
::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b::192.0.2.1
64:ff9b:1::1 64:ff9b:1:7f00:1:: 64:ff9b:1::10.0.0.1 100::1 2001::1 2001:0:7f00:1:: 2001:2::1
2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:a00:1:: 2002:5db8:d822:: 3fff::1 5f00::1
fc00::1 fd00:ec2::254 fd12:3456::1 fe80::1 fe80::1%eth0 2606:4700::1111%eth0 fec0::1 ff02::1 ff0e::1
4000::1 nonsense 1.2.3 2130706433 0x7f.1 127.1
"""
OPEN = """
1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.15.255.255 172.32.0.1 192.0.1.1
192.167.255.255 198.17.255.255 198.20.0.1 223.255.255.255
2606:4700::1111 2a00:1450:4001:80b::200e 2620:fe::fe 64:ff9b::8.8.8.8 2001:4860:4860::8888
"""


@pytest.mark.parametrize("ip", re.findall(r"\S+", CLOSED))
def test_an_address_that_is_not_public_is_refused(ip: str) -> None:
    assert not is_public(ip)


@pytest.mark.parametrize("ip", re.findall(r"\S+", OPEN))
def test_a_public_address_is_taken(ip: str) -> None:
    assert is_public(ip)


@given(st.ip_addresses(v=4))
def test_no_address_that_python_knows_as_special_is_public(ip: ipaddress.IPv4Address) -> None:
    special = ip.is_private or ip.is_reserved or ip.is_multicast or ip.is_loopback
    if special or ip.is_link_local or ip.is_unspecified or not ip.is_global:
        assert not is_public(str(ip))


@given(st.ip_addresses(v=4))
def test_no_form_of_ipv6_makes_an_address_public_that_is_not(ip: ipaddress.IPv4Address) -> None:
    number = int(ip)
    forms = {
        "mapped": (0xFFFF << 32) | number,
        "compatible": number,
        "NAT64": (0x64FF9B << 96) | number,
        "local NAT64": (0x64FF9B0001 << 80) | number,
        "6to4": (0x2002 << 112) | (number << 80) | 1,
        "Teredo": (0x20010000 << 96) | (number ^ 0xFFFF_FFFF),
    }
    for name, value in forms.items():
        if is_public(str(ipaddress.IPv6Address(value))):
            assert name == "NAT64"
            assert is_public(str(ip))


REFUSED = [
    "",
    "hooks.example",
    "http://hooks.example/",
    "HTTP://hooks.example/",
    "ftp://hooks.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://",
    "https:///path",
    "https://hooks.example:80/",
    "https://hooks.example:8443/",
    "https://hooks.example:0/",
    "https://hooks.example:99999/",
    "https://hooks.example:x/",
    "https://anna@hooks.example/",
    "https://anna:secret@hooks.example/",
    "https://@hooks.example/",
    "https://hooks.example\\@127.0.0.1/",
    "https://127.0.0.1\\.hooks.example/",
    "https://hooks.example/a b",
    "https://hooks.example/\r\nHost: inside",
    "https://hooks.example/\t",
    " https://hooks.example/",
    "https://hooks.example/ü",
    "https://hööks.example/",
    "https://localhost/",
    "https://inside/",
    "https://127.0.0.1/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fe80::1%25eth0]/",
    "https://[::1/",
    "https://127.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/",
    "https://1.2.3.4.5/",
    "https://hooks..example/",
    "https://.hooks.example/",
    "https://-hooks.example/",
    "https://hooks.example../",
    f"https://{'a' * 64}.example/",
    f"https://hooks.example/{'a' * 1000}",
    "https://localhost.localdomain/",
    "https://private.example/",
    "https://mixed.example/",
    "https://nothing.example/",
    "https://unknown.example/",
]


@pytest.fixture
def some_hosts(internet: LocalNetwork) -> LocalNetwork:
    internet.names = {
        "hooks.example": ["93.184.216.34", "2606:4700::1111"],
        "private.example": ["10.0.0.1"],
        # One inside is enough: nobody says which of them is taken.
        "mixed.example": ["93.184.216.34", "127.0.0.1"],
        "nothing.example": [],
        "localhost.localdomain": ["127.0.0.1"],
    }
    return internet


@pytest.mark.parametrize("address", REFUSED)
def test_an_address_to_which_nothing_may_be_posted_is_refused(
    some_hosts: LocalNetwork, address: str
) -> None:
    with pytest.raises(AddressError) as refused:
        check_address(address)
    # The refusal is the same for all, so that nobody learns what a name means inside.
    assert str(refused.value) == ""
    assert some_hosts.connected == []


@pytest.mark.parametrize(
    ("address", "host", "path"),
    [
        ("https://hooks.example", "hooks.example", "/"),
        ("https://hooks.example:443/a?b=c", "hooks.example", "/a?b=c"),
        ("https://HOOKS.Example./a", "hooks.example", "/a"),
        ("https://hooks.example/a#b", "hooks.example", "/a"),
        ("https://1.1.1.1/a", "1.1.1.1", "/a"),
        ("https://[2606:4700::1111]/a", "2606:4700::1111", "/a"),
    ],
)
def test_an_https_address_of_a_public_host_is_taken(
    some_hosts: LocalNetwork, address: str, host: str, path: str
) -> None:
    assert check_address(address) == (host, path)


def test_the_site_does_not_post_to_itself(settings: Settings, internet: LocalNetwork) -> None:
    settings.SITE_HOST, settings.ALLOWED_HOSTS = "scout.example", ["scout.example"]
    internet.names["scout.example"] = ["93.184.216.34"]
    for address in ("https://scout.example/", "https://SCOUT.example./account/"):
        with pytest.raises(AddressError):
            check_address(address)


def test_a_host_that_is_not_found_in_time_is_refused(
    internet: LocalNetwork, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = threading.Event()

    def resolve(host: str) -> list[str]:
        found.wait(30)
        return ["93.184.216.34"]

    monkeypatch.setattr(internet, "resolve", resolve)
    with pytest.raises(AddressError):
        public_ips(target_of("https://slow.example/"), ends_at=time.monotonic() + 0.05)
    found.set()


def test_a_host_with_a_crowd_of_addresses_is_refused(internet: LocalNetwork) -> None:
    internet.names["many.example"] = [f"93.184.216.{number}" for number in range(17)]
    with pytest.raises(AddressError):
        check_address("https://many.example/")
