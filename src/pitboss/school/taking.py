"""A table test under way, line by line: every answer and every act, so that it can be taken again from its lines."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
from msgspec import Meta

from pitboss.procedure.refusal import Malformed, Refused
from pitboss.school.acts import AnyAct
from pitboss.school.drills import Session, made_by_this
from pitboss.school.items import Item, digest_of
from pitboss.school.lesson import Rounds
from pitboss.school.mistakes import Mistake
from pitboss.school.scoring import NotScored
from pitboss.school.table_test import Sitting, TableTest

GIVEN_MOST = 200


class Answered(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="answer"):
    """The item that was there was answered; its digest says which it was."""

    item: str
    given: Annotated[str, Meta(max_length=GIVEN_MOST)]
    took_ms: Annotated[int, Meta(ge=0, le=10**10)]


class Acted(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="act"):
    """The trainee did something at the table."""

    act: AnyAct


Line = Answered | Acted


def line_from(text: str) -> Line:
    """A line as it was written."""
    try:
        line: Line = msgspec.json.decode(text, type=Line)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise NotScored(f"no answer and no act: {error}") from None
    return line


class Taking:
    """Whoever takes a test answers its drills one after the other, and then deals its rounds."""

    def __init__(self, test: TableTest, seed: str) -> None:
        self.sitting = Sitting(test, seed)
        self.rounds: Rounds | None = None
        self.over = False
        self._session: Session | None = None
        self.go_on()

    def go_on(self) -> None:
        """To the next item, to the next step of the table, or to the end."""
        tasks, begun = self.sitting.test.drills, len(self.sitting.sessions)
        if self.rounds is None and (self._session is None or len(self._session.marked) == tasks[begun - 1].items):
            self._session = self.sitting.begin_drill()
            if self._session is None:
                self.rounds = self.sitting.begin_table()
                self.over = self.rounds is None
        if self.rounds is not None:
            self.over = self.rounds.go_on() is None

    @property
    def item(self) -> Item | None:
        """What is asked now; None at the table, and at the end."""
        return None if self._session is None else self._session.item

    @property
    def place(self) -> tuple[int, int]:
        """Which item it is, counted from one, and of how many, over all drills."""
        answered = sum(len(session.marked) for session in self.sitting.sessions)
        return answered + 1, sum(task.items for task in self.sitting.test.drills)

    def answered(self, given: str, took_ms: int) -> Answered:
        """The line for an answer to what is asked now."""
        if self.item is None:
            raise Malformed("nothing is asked now")
        return Answered(item=digest_of(self.item), given=given, took_ms=took_ms)

    def take(self, line: Line) -> tuple[Mistake, ...]:
        """What the line says is done; the mistakes that it was at the table."""
        if isinstance(line, Answered):
            if self._session is None:
                raise NotScored("an answer, and nothing was asked")
            if line.item != digest_of(self._session.item):
                raise NotScored("its item is not the one that the seed and the answers before ask")
            self._session.answer(line.given, line.took_ms)
            self.go_on()
            return ()
        if self.rounds is None or self.over:
            raise NotScored("an act, and the table was not open")
        mistakes = self.rounds.act(line.act)
        self.go_on()
        return mistakes


def taken_again(test: TableTest, seed: str, lines: list[str], made_by: str) -> Taking:
    """A test from its lines; one that cannot follow is named by its number."""
    made_by_this(made_by)
    taking = Taking(test, seed)
    for number, text in enumerate(lines, 1):
        with numbered(number):
            taking.take(line_from(text))
    return taking


@contextmanager
def numbered(number: int) -> Iterator[None]:
    """What is wrong with a line is said with its number."""
    try:
        yield
    except (NotScored, Refused, Malformed) as error:
        raise NotScored(f"line {number}: {error}") from None
