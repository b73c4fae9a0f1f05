"""The three ways a move can fail: it is no move at all, the law does not allow it now, or the table is broken."""

from pitboss.law import Citation


class Malformed(ValueError):
    """What was handed in is not a move: a wrong type, a missing field, a value out of every range."""


class Refused(Exception):
    """The law, or the state of the table, does not allow the move now. Nothing has changed."""

    def __init__(self, code: str, sentence: str, clauses: Citation, now: str = "") -> None:
        self.code = code
        self.sentence = sentence
        self.clauses = clauses
        self.now = now
        super().__init__(code, sentence, clauses, now)

    def __str__(self) -> str:
        cited = f" {', '.join(self.clauses)}." if self.clauses else ""
        return f"{self.code}: {self.sentence}.{cited} Now: {self.now}"


class Broken(RuntimeError):
    """An invariant of the table does not hold. The table stops here; it never guesses."""
