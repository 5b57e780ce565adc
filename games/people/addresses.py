"""Where strangers come from; proxies are believed as far as the settings say."""

from ipaddress import ip_address, ip_network

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle


def address_of(request: HttpRequest) -> str:
    """Return the client's address; of an IPv6 address its /64, which one connection holds."""
    address = str(BaseThrottle().get_ident(Request(request)))
    try:
        version = ip_address(address).version
    except ValueError:
        return address
    return str(ip_network(f"{address}/64", strict=False)) if version == 6 else address
