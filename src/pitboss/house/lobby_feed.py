"""The lobby as it changes: whoever follows it hears of tables that are new, otherwise or gone, and of nothing else."""

from collections.abc import Mapping
from typing import Protocol

from pitboss.house import protocol
from pitboss.house.house import House
from pitboss.house.lobby_cards import Listed

EVERY_MS = 1000


class Follower(Protocol):
    """Somebody who follows the lobby over a connection."""

    viewer: str

    def tell(self, text: bytes) -> None:
        """Send a text, now or soon, in order."""


class LobbyFeed:
    """Looks around once a second, as long as anybody follows."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._followers: set[Follower] = set()
        self._told: Mapping[str, Listed] = {}
        self._looking = False

    def follow(self, follower: Follower) -> None:
        """Tell somebody of every change from now on; what there is now they have heard."""
        if not self._followers:
            self._told = self._now()
        self._followers.add(follower)
        self._look_later()

    def leave(self, follower: Follower) -> None:
        """Tell somebody nothing more."""
        self._followers.discard(follower)

    def _look_later(self) -> None:
        if self._followers and not self._looking:
            self._looking = True
            self._house.clock.after(EVERY_MS, self._look)

    def _look(self) -> None:
        self._looking = False
        before, self._told = self._told, self._now()
        there = {*before, *self._told}
        changed = [table for table in sorted(there) if before.get(table) != self._told.get(table)]
        shared: dict[str, bytes] = {}
        for follower in tuple(self._followers) if changed else ():
            text = shared.get(follower.viewer)
            if text is None:
                text = shared[follower.viewer] = self._changes(follower.viewer, changed, before)
            if text:
                follower.tell(text)
        self._look_later()

    def _changes(self, viewer: str, changed: list[str], before: Mapping[str, Listed]) -> bytes:
        """What has changed for somebody; nothing, if it concerns tables they do not find."""
        now = {table: self._told[table].card for table in changed if _finds(self._told, table, viewer)}
        gone = tuple(table for table in changed if table not in now and _finds(before, table, viewer))
        return protocol.encode(protocol.LobbyChanged(tables=tuple(now.values()), gone=gone)) if now or gone else b""

    def _now(self) -> Mapping[str, Listed]:
        return self._house.listed()


def _finds(listed: Mapping[str, Listed], table: str, viewer: str) -> bool:
    return table in listed and listed[table].found_by(viewer)
