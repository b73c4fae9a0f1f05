"""What an operator may set, in one TOML file, with what is usual and what each setting means."""

from dataclasses import dataclass, field, fields, replace
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from pitboss.rules.errors import RulesError, nearest
from pitboss.rules.places import read_toml
from pitboss.rules.text import as_written

SECOND_MS = 1000
MINUTE_MS = 60 * SECOND_MS
HOUR_MS = 60 * MINUTE_MS
HEADER_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
Network = IPv4Network | IPv6Network


class BadSettings(RulesError):
    """The settings file cannot be used; the sentence says what is wrong with it."""


def _set(usual: Any, meaning: str) -> Any:
    return field(default=usual, metadata={"meaning": meaning})


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The limits of one house."""

    # who may reach the house, and whose word is taken for where they are
    hosts: tuple[str, ...] = _set((), "names the house answers to, beside localhost, --host and any bare address")
    trusted_proxies: tuple[str, ...] = _set((), "addresses or networks of proxies whose word on who asks is taken")
    proxy_header: str = _set("x-forwarded-for", "the header in which a trusted proxy says who asks")
    allowed_addresses: tuple[str, ...] = _set((), "addresses or networks to which no limit by address applies")

    # tables and seats
    variants: tuple[str, ...] = _set((), "files of variants of which the house opens a table of its own")
    decide_ms: int = _set(30 * SECOND_MS, "how long a player has for a decision before the house decides")
    alone_ms: int = _set(0, "the same for a player alone at a table, whom nobody waits for; 0 is no clock")
    seed_ms: int = _set(5 * SECOND_MS, "how long players have to pledge a seed, and then to open it")
    tables_max: int = _set(500, "tables open at once")
    tables_per_person_max: int = _set(5, "tables one person has open")
    tables_per_address_max: int = _set(320, "tables that people at one address have open")
    seats_per_person_max: int = _set(8, "tables at which one person sits or has chips")
    seats_per_address_max: int = _set(700, "seats that people at one address have")
    untouched_close_ms: int = _set(10 * MINUTE_MS, "a table at which nobody has made a move closes, watched or not")
    idle_close_ms: int = _set(30 * MINUTE_MS, "a table closes at which nobody sits and which nobody watches")
    watched_close_ms: int = _set(2 * HOUR_MS, "a table closes at which nobody sits or moves, though somebody watches")
    idle_seat_ms: int = _set(30 * MINUTE_MS, "a player who makes no move gets up, chips and all, between two rounds")
    absent_seat_ms: int = _set(3 * MINUTE_MS, "a player without any connection gets up, chips and all, after so long")

    # the database
    database_wait_ms: int = _set(2 * MINUTE_MS, "how long the house waits for a database that went away, then stops")
    lease_ms: int = _set(5 * SECOND_MS, "a process of the house not heard of for so long is dead, and others take over")
    drain_ms: int = _set(MINUTE_MS, "how long a process that is to stop waits for rounds before it hands tables over")
    witness_ms: int = _set(
        SECOND_MS, "how often the chains are rolled up into a head, of which witnesses are told, if any has grown"
    )

    # connections and sockets
    connections_max: int = _set(6_000, "connections of any kind at once")
    connections_per_address_max: int = _set(2_400, "connections from one address at once")
    request_ms: int = _set(10 * SECOND_MS, "how long a request may take to arrive whole")
    body_bytes_max: int = _set(4_096, "the size of what a request brings")
    sockets_max: int = _set(4_000, "WebSockets at once; whoever sits at a table gets in all the same")
    sockets_per_person_max: int = _set(16, "WebSockets of one person")
    sockets_per_address_max: int = _set(1_200, "WebSockets from one address")
    hello_ms: int = _set(10 * SECOND_MS, "how long a socket may wait with its hello")
    tables_per_socket_max: int = _set(8, "tables one socket watches")

    # how often
    messages_burst: int = _set(200, "messages of one person at once, over all their sockets")
    messages_a_second: int = _set(100, "messages of one person a second after that; faster ones are read later")
    large_message: int = _set(10, "as how many messages a join, a lobby, a new table or advice counts")
    frames_burst: int = _set(400, "pings, pongs and fragments of one socket at once")
    frames_a_second: int = _set(100, "pings, pongs and fragments a second after that; a socket with more is closed")
    malformed_max: int = _set(20, "messages of one socket that are none, before the house hangs up")
    moves_in_flight_max: int = _set(256, "moves in the whole house that wait for the disk; one more is told `busy`")
    http_burst: int = _set(240, "requests of one person with a session at once")
    http_a_second: int = _set(40, "requests of one person with a session a second after that")
    strangers_burst: int = _set(6_000, "requests without a session from one address at once")
    strangers_a_second: int = _set(200, "requests without a session from one address a second after that")

    # coming in
    guests_burst: int = _set(400, "guests from one address at once")
    guests_an_hour: int = _set(400, "guests from one address an hour after that")
    accounts_burst: int = _set(400, "new accounts from one address at once; a refused one does not count")
    accounts_an_hour: int = _set(400, "new accounts from one address an hour after that")
    guesses_free: int = _set(3, "wrong passwords for one name from one place before there is a wait")
    guess_wait_ms: int = _set(SECOND_MS, "the first wait; it doubles with every further wrong password")
    guess_wait_ms_max: int = _set(5 * MINUTE_MS, "the longest wait")
    wrong_burst: int = _set(300, "wrong passwords from one address at once, whatever the names")
    wrong_an_hour: int = _set(1_200, "wrong passwords from one address an hour after that; a right one does not count")
    hashing_max: int = _set(2, "passwords looked at at once")
    hashing_waiting_max: int = _set(1_000, "passwords that wait to be looked at")
    argon2_time_cost: int = _set(2, "how often argon2 goes over its memory")
    argon2_memory_kib: int = _set(19_456, "how much memory argon2 takes, in KiB")

    def networks(self, name: str) -> tuple[Network, ...]:
        """A setting of addresses, as networks."""
        return tuple(ip_network(written, strict=False) for written in getattr(self, name))


# What would stop the house altogether rather than limit it.
_AT_LEAST_ONE = (
    "decide_ms",
    "seed_ms",
    "lease_ms",
    "witness_ms",
    "hashing_max",
    "argon2_time_cost",
    "large_message",
    "request_ms",
    "hello_ms",
)
_ARGON2_MEMORY_LEAST_KIB = 8
_ARGON2_MEMORY_MOST_KIB = 2**22  # four GiB for one password
_MOST = 2**53


def chosen(path: Path | None, decide_seconds: int | None = None, variants: tuple[str, ...] = ()) -> Settings:
    """The settings of a file, if there is one, and what the command says beside it."""
    settings = load(path) if path is not None else Settings()
    if decide_seconds is not None:
        settings = replace(settings, decide_ms=decide_seconds * SECOND_MS)
    return replace(settings, variants=(*settings.variants, *variants))


def load(path: Path) -> Settings:
    """The settings in a file; what it leaves out is as usual."""
    written = read_toml(path)
    try:
        return of(written)
    except BadSettings as error:
        raise BadSettings(f"{path}: {error}") from None


def of(written: dict[str, Any]) -> Settings:
    """Settings from names and values, each checked."""
    known = {one.name: one for one in fields(Settings)}
    chosen: dict[str, Any] = {}
    for name, value in written.items():
        if name not in known:
            raise BadSettings(f"no setting is called {name}. {nearest(name, known)}")
        chosen[name] = _checked(name, known[name].default, value)
    settings = Settings(**chosen)
    if settings.messages_burst < settings.large_message:
        raise BadSettings("messages_burst has room for one large_message at least")
    return settings


def _checked(name: str, usual: object, value: Any) -> Any:
    if isinstance(usual, tuple):
        if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
            raise BadSettings(f"{name} is a list of texts, none empty, not {value!r}")
        if name in ("trusted_proxies", "allowed_addresses"):
            _check_networks(name, value)
        return tuple(value)
    if isinstance(usual, str):
        if not isinstance(value, str) or not value or set(value.lower()) - HEADER_CHARACTERS:
            raise BadSettings(f"{name} is the name of a header, not {value!r}")
        return value.lower()
    least = 1 if name in _AT_LEAST_ONE else 0
    least = _ARGON2_MEMORY_LEAST_KIB if name == "argon2_memory_kib" else least
    most = _ARGON2_MEMORY_MOST_KIB if name == "argon2_memory_kib" else _MOST
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadSettings(f"{name} is a whole number from {least} to {most}, not {as_written(value)}")
    return value


def _check_networks(name: str, value: list[str]) -> None:
    for written in value:
        try:
            ip_network(written, strict=False)
        except ValueError:
            raise BadSettings(f"{name} has addresses such as 192.0.2.7 or 192.0.2.0/24, not {written!r}") from None


def words(settings: Settings) -> str:
    """Every setting as a settings file would have it, with what it means."""
    lines = []
    for one in fields(Settings):
        value = getattr(settings, one.name)
        shown = "[" + ", ".join(_quoted(text) for text in value) + "]" if isinstance(value, tuple) else value
        shown = _quoted(shown) if isinstance(one.default, str) else shown
        lines.append((f"{one.name} = {shown}", one.metadata["meaning"]))
    width = max(len(setting) for setting, _ in lines)
    return "\n".join(f"{setting:<{width}}  # {meaning}" for setting, meaning in lines)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# For load tests and storms on the loopback, where one address is a thousand players.
UNHURRIED = Settings(
    alone_ms=30 * SECOND_MS,
    messages_burst=100_000,
    messages_a_second=100_000,
    large_message=1,
    frames_burst=100_000,
    frames_a_second=100_000,
    http_burst=100_000,
    http_a_second=100_000,
    strangers_burst=100_000,
    strangers_a_second=100_000,
    guests_burst=100_000,
    guests_an_hour=100_000,
    accounts_burst=100_000,
    accounts_an_hour=100_000,
    wrong_burst=100_000,
    wrong_an_hour=100_000,
    connections_max=20_000,
    connections_per_address_max=20_000,
    sockets_per_address_max=20_000,
    tables_per_address_max=20_000,
    seats_per_address_max=20_000,
    argon2_time_cost=1,
    argon2_memory_kib=1024,
)
