"""Whom a table asks: who may do what next, under which clause, and what may come in between."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from pitboss.law import Citation
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused

T = TypeVar("T")


class Wait(msgspec.Struct, frozen=True, gc=False):
    """Who may do what next, and under which clause."""

    by: tuple[str, ...]
    may: tuple[type[Move], ...]
    clauses: Citation
    box: int = 0
    hand: int = 0
    bars: tuple[type[Move], ...] = ()  # moves that the same clauses keep waiting until this step is done
    who: Mapping[type[Move], Citation] = {}  # by move, the clauses that say whose it is, where others do than order it
    asked: tuple[tuple[int, str], ...] = ()  # box and player, where several boxes are asked at once

    def __str__(self) -> str:
        names = [str(kind.__struct_config__.tag) for kind in self.may]
        acts = " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
        return f"{acts}; {self._whom()}"

    def _whom(self) -> str:
        where = f" at box {self.box}" + (f" hand {self.hand}" if self.hand > 1 else "") if self.box else ""
        return f"waiting for {', '.join(self.by) or 'nobody'}{where}"

    def told_to(self, somebody: str) -> str:
        """What may be done now, for whoever asks: another's choices could tell of cards that lie face down."""
        return str(self) if somebody in self.by else f"none; {self._whom()}"


Procedure = Generator[Wait, Move, T]
Interrupt = Callable[[Any, Any], Procedure[None] | None]  # of the family's own state, and a move


@dataclass
class Asking:
    """What may interrupt the procedure, how many interruptions wait inside one another, the move just refused."""

    interrupts: Mapping[type[Move], Interrupt]
    interruptions: int = 0
    interrupted: tuple[type[Move], ...] = ()  # what was asked for when the move came that interrupts
    refusal: Refused | None = None
