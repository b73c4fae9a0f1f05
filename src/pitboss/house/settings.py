"""What an operator may set, with what is usual."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The limits of one house."""

    decide_ms: int = 30_000
    variants: tuple[str, ...] = ()  # files of which the house opens a table of its own
    moves_in_flight_max: int = 256
    sockets_max: int = 2_000
    tables_max: int = 500
    tables_per_person_max: int = 5
    tables_per_socket_max: int = 8
    idle_close_ms: int = 30 * 60 * 1000
    messages_burst: int = 200
    messages_a_second: int = 100
    malformed_max: int = 20
    http_burst: int = 120
    http_a_second: int = 20
    logins_burst: int = 10
    logins_a_minute: int = 20
    sessions_burst: int = 30
    sessions_a_second: int = 2
    argon2_time_cost: int = 3
    argon2_memory_kib: int = 65_536
    body_bytes_max: int = 4_096


# For load tests and storms on the loopback, where one address is a thousand players.
UNHURRIED = Settings(
    messages_burst=100_000,
    messages_a_second=100_000,
    http_burst=100_000,
    http_a_second=100_000,
    logins_burst=10_000,
    logins_a_minute=600_000,
    sessions_burst=100_000,
    sessions_a_second=100_000,
    argon2_time_cost=1,
    argon2_memory_kib=1024,
)
