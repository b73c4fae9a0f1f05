"""Addresses: where a request comes from, whose word is taken for it, and what limits count it under."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection

from pitboss.house.settings import Network, Settings

NEIGHBOURHOOD_BITS = 64  # one IPv6 household has this many addresses to itself
RELAYED = "pitboss.relayed"  # in the scope of what another process of the house has passed on
FORWARDING = ("x-forwarded-for", "x-forwarded-proto", "x-real-ip", "forwarded")


class Addresses:
    """Who asks: the other end of the connection, or whom a trusted proxy names."""

    def __init__(self, settings: Settings) -> None:
        self._trusted = settings.networks("trusted_proxies")
        self._allowed = settings.networks("allowed_addresses")
        self._header = settings.proxy_header

    def trusts(self, peer: str) -> bool:
        """Whether a connection comes from a proxy whose word is taken."""
        return _in(peer, self._trusted)

    def of(self, peer: str, headers: Mapping[str, str]) -> str:
        """Where a request comes from: the last address in the header that is no trusted proxy itself."""
        if self.trusts(peer):
            for written in reversed(headers.get(self._header, "").split(",")):
                address = _plain(written)
                if address is None:
                    break
                if not _in(address, self._trusted):
                    return address
        return peer

    def counted(self, address: str) -> str | None:
        """What limits by address count it under: None where none applies; an IPv6 household is one."""
        if _in(address, self._allowed):
            return None
        try:
            parsed = ip_address(address)
        except ValueError:
            return address
        if isinstance(parsed, IPv6Address):
            return str(ip_network((parsed, NEIGHBOURHOOD_BITS), strict=False))
        return address


def _plain(written: str) -> str | None:
    """An address as a proxy writes it, with or without a port."""
    text = written.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ip_address(text)
    except ValueError:
        return None
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return str(mapped or parsed)


def _in(address: str, networks: tuple[Network, ...]) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in networks)


def is_here(request: HTTPConnection) -> bool:
    """Whether a request comes from the machine the house runs on, and not through a proxy there."""
    try:
        loopback = ip_address(address_of(request)).is_loopback
    except ValueError:
        return False
    return loopback and not is_relayed(request) and not any(header in request.headers for header in FORWARDING)


def is_relayed(request: HTTPConnection) -> bool:
    """Whether another process of the house has passed it on."""
    return RELAYED in request.scope


def address_of(request: HTTPConnection) -> str:
    """Where a request comes from, once it is through the gate."""
    return request.client.host if request.client is not None else ""
