"""Where requests come from; proxies are believed as far as the settings say."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.http import HttpRequest
from django.http.request import split_domain_port
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle


def client_of(request: HttpRequest) -> IPv4Address | IPv6Address | None:
    """Return the client's address; None for a socket."""
    told: str = BaseThrottle().get_ident(Request(request)) or ""
    # Some proxies add the port, and an address within a network has its interface behind it.
    host = (split_domain_port(told)[0] or told).strip("[]").partition("%")[0]
    try:
        address = ip_address(host)
    except ValueError:
        return None
    # A server that listens to both kinds of address writes one of the old kind as the new.
    return (address.ipv4_mapped or address) if address.version == 6 else address


def address_of(request: HttpRequest) -> str:
    """Return what strangers are counted by; of an IPv6 address the /64 one connection holds."""
    address = client_of(request)
    if isinstance(address, IPv6Address):
        return str(ip_network(f"{address}/64", strict=False))
    return str(address or "")
