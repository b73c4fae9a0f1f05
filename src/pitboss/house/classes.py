"""Classes: accounts under one name, to be invited, granted chips and listed together."""

import re
from collections.abc import Sequence

from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.accounts import key_of
from pitboss.house.clock import Clock
from pitboss.house.database import Database
from pitboss.house.register import Change, delete, insert
from pitboss.procedure.refusal import Refused

NAME = re.compile("[A-Za-z0-9]([A-Za-z0-9 _.-]{0,38}[A-Za-z0-9])?")


class Classes:
    """Every class and who is in it."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._members: dict[str, set[str]] = {}

    async def load(self) -> None:
        """Read them from disk."""
        self._members.clear()
        for row in await self._database.rows(select(schema.classes)):
            self._members[row.name] = set()
        for row in await self._database.rows(select(schema.class_members)):
            self._members[row.class_name].add(row.name)

    def all(self) -> dict[str, list[str]]:
        """The names in each class, in order."""
        return {name: sorted(self._members[name]) for name in sorted(self._members)}

    def named(self, name: str) -> str:
        """The class of that name, as it is written."""
        found = next((one for one in self._members if key_of(one) == key_of(name)), None)
        if found is None:
            raise Refused("class/unknown", f"there is no class {name}", (), "make it first")
        return found

    def members(self, name: str) -> list[str]:
        """Who is in a class."""
        return sorted(self._members[self.named(name)])

    def together(self, one: str, other: str) -> bool:
        """Whether two are in one class."""
        return any({one, other} <= there for there in self._members.values())

    async def share(self, one: str, other: str) -> bool:
        """Whether two are in one class by what is on disk, wherever the register is kept."""
        c = schema.class_members
        theirs = select(c.c.class_name).where(c.c.name == other)
        return bool(await self._database.rows(select(c).where(c.c.name == one, c.c.class_name.in_(theirs)).limit(1)))

    def make(self, name: str) -> list[Change]:
        """A class with nobody in it."""
        self._check(name, [*self._members])
        self._members[name] = set()
        return [insert(schema.classes, {"name": name, "made_at_ms": self._clock.wall_ms()})]

    def _check(self, name: str, others: list[str]) -> None:
        """Refuse a name that no class can have, or that another one has."""
        if not NAME.fullmatch(name):
            sentence = "the name of a class has up to 40 letters, digits, spaces, dots or dashes"
            raise Refused("class/name", sentence, (), "choose another name")
        if any(key_of(one) == key_of(name) for one in others):
            raise Refused("class/name-taken", f"there is a class {name} already", (), "choose another name")

    def rename(self, name: str, to: str, follows: Sequence[Change]) -> list[Change]:
        """A class goes by another name; `follows` is whatever else names it."""
        old = self.named(name)
        if to == old:
            raise Refused("class/name-taken", f"the class is called {to} already", (), "choose another name")
        self._check(to, [one for one in self._members if one != old])
        people = sorted(self._members[old])
        self._members[to] = self._members.pop(old)
        return [
            insert(schema.classes, {"name": to, "made_at_ms": self._clock.wall_ms()}),
            *(insert(schema.class_members, {"class_name": to, "name": one}) for one in people),
            *follows,
            *(delete(schema.class_members, old, one) for one in people),
            delete(schema.classes, old),
        ]

    def joined(self, changes: list[Change]) -> None:
        """Whoever came in with the code of a class."""
        for change in changes:
            if change.act == "insert" and change.table == schema.class_members.name:
                self._members[str(change.key[0])].add(str(change.key[1]))

    def add(self, name: str, people: list[str]) -> list[Change]:
        """Accounts join a class; who is in it already stays."""
        there = self._members[self.named(name)]
        new = [one for one in dict.fromkeys(people) if one not in there]
        there.update(new)
        return [insert(schema.class_members, {"class_name": self.named(name), "name": one}) for one in new]

    def drop(self, name: str, person: str) -> list[Change]:
        """An account leaves a class."""
        there = self._members[self.named(name)]
        if person not in there:
            raise Refused("class/not-in-it", f"{person} is not in {self.named(name)}", (), "list the class")
        there.discard(person)
        return [delete(schema.class_members, self.named(name), person)]
