"""The command line itself: how words are understood, how a wrong one is answered, and what many commands take."""

import io
import json
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TextIO

from cyclopts import App, CoercionError, CycloptsError, Parameter, Token, UnusedCliTokensError

from pitboss import __version__

if TYPE_CHECKING:
    from pitboss.rules.rules import Rules

app = App(
    name="pitboss",
    version=__version__,
    help_format="plaintext",
    help="Regulated casino card games by the book: every step names the clause that orders it. Practice chips only.",
)


ELSEWHERE = "elsewhere"  # what `--diff` stands for without a name
NARROWEST = 72  # columns: below that a table has no room for its words
DIGITS_MOST = 5  # of a terminal's size
READER_LEFT = 141  # as a shell tells of a program that wrote into a closed pipe

KINDS: dict[Any, str] = {
    bool: "is said or left out",
    float: "takes a number",
    int: "takes a whole number",
    int | None: "takes a whole number",
    str: "takes a text",
    str | None: "takes a text",
}

# What a part of pitboss cannot do without, and the extra that brings it.
EXTRAS = {
    "house": "aiosqlite alembic argon2 asyncpg cryptography fastapi jinja2 prometheus_client sqlalchemy uvicorn "
    "websockets",
    "report": "altair markdown_it markupsafe polars vl_convert",
    "cluster": "ray",
    "envs": "gymnasium pettingzoo",
}


def main() -> None:
    """Run a command; what a person got wrong is answered in one sentence with exit status 2."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without § or ♠ still gets its answer
    _measure_terminal()
    try:
        app(_words(sys.argv[1:]), exit_on_error=False, print_error=False, result_action="return_value")
        if sys.stdout is not None:  # as it is where whoever called us has closed it
            sys.stdout.flush()
    except CycloptsError as error:
        _refuse(_wrong_command_line(error))
    except BrokenPipeError:
        # Whoever read the output has left. Nothing is wrong, and nothing more can be said there.
        _say_no_more(sys.stdout)
        raise SystemExit(READER_LEFT) from None
    except SystemExit as end:
        # rich ends the program by itself where its reader has left, with a status of its own.
        raise SystemExit(READER_LEFT if isinstance(end.__context__, BrokenPipeError) else end.code) from None
    except OSError as error:
        if error.errno is None:
            _refuse(str(error))
        if error.filename is not None:
            _refuse(f"{error.filename}: {error.strerror}")
        if isinstance(error, FileNotFoundError):
            _refuse("the folder that this was started in is there no more")
        _say_no_more(sys.stdout)
        _refuse(f"what is printed cannot be written: {error.strerror}")
    except ModuleNotFoundError as error:
        needed = (error.name or "").partition(".")[0]
        extra = next((extra for extra, modules in EXTRAS.items() if needed in modules.split()), None)
        if extra is None:
            raise
        _refuse(f"this needs {needed}, which the extra `{extra}` brings: pip install 'pitboss[{extra}]'")
    except (ValueError, LookupError) as error:
        if not _is_for_the_person(error):
            raise
        _refuse(str(error))


def _measure_terminal() -> None:
    """Have a size of the terminal that can be drawn in, whatever somebody has set."""
    for name in ("COLUMNS", "LINES"):
        told = os.environ.get(name, "0")
        if len(told) > DIGITS_MOST or not (told.isascii() and told.isdecimal()):
            del os.environ[name]
    if (int(os.environ.get("COLUMNS", "0")) or get_terminal_size().columns) < NARROWEST:
        os.environ["COLUMNS"] = str(NARROWEST)  # lines that a narrow terminal breaks, not words letter by letter


def _words(typed: list[str]) -> list[str]:
    """What was typed, with the word that `--diff` stands for where it stands alone."""
    alone = (following is None or following.startswith("-") for following in (*typed[1:], None))
    return [
        f"--diff={ELSEWHERE}" if word == "--diff" and by_itself else word
        for word, by_itself in zip(typed, alone, strict=True)
    ]


def _say_no_more(to: TextIO | None) -> None:
    """Nothing more is printed there: what is still to come would fail once more when the program ends."""
    if to is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), to.fileno())


def _is_for_the_person(error: Exception) -> bool:
    """Whether an error is a sentence about what was asked for or installed, and no fault of ours."""
    # Imported only here: `--help` has no use for the law. Where a plug-in is broken, neither law nor rules can be had.
    from pitboss.families import BadPlugIn

    if isinstance(error, BadPlugIn):
        return True
    from pitboss.law import UnknownClause, UnknownReading
    from pitboss.rules.errors import RulesError

    return isinstance(error, RulesError | UnknownClause | UnknownReading)


def _refuse(sentence: str) -> NoReturn:
    try:
        print(f"pitboss: {_one_line(sentence)}", file=sys.stderr, flush=True)
    except OSError:  # where nothing can be said, the status says it
        _say_no_more(sys.stderr)
    raise SystemExit(2)


def _one_line(sentence: str) -> str:
    """A sentence whose quoted names may break no line and give a terminal no orders."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in sentence)


def _wrong_command_line(error: CycloptsError) -> str:
    command = " ".join(("pitboss", *(error.command_chain or ())))
    sentence = " ".join(str(error).split())
    if isinstance(error, UnusedCliTokensError):
        sentence = f"`{command}` has no use for {' '.join(error.unused_tokens or ())!r}."
    elif isinstance(error, CoercionError) and error.token is not None and error.target_type in KINDS:
        name = error.token.keyword or (error.argument.name if error.argument is not None else "this")
        sentence = f"{name} {KINDS[error.target_type]}, not {error.token.value!r}."
    return sentence if "Did you mean" in sentence else f"{sentence} See `{command} --help`."


def whole_number(kind: object, tokens: Sequence[Token]) -> int:
    """A whole number as typed, `1000000`, `1_000_000` or `1e6`; anything else is refused, not rounded."""
    typed = tokens[0].value
    match = re.fullmatch(r"([+-]?\d{1,30}(?:_\d{3})*)(?:[eE]\+?(\d{1,2}))?", typed)
    if match is None:
        raise ValueError(f"{typed!r} is not a whole number.")
    return int(match[1] + "0" * int(match[2] or 0))


def text(kind: object, tokens: Sequence[Token]) -> str:
    """A text as typed; bytes that are no text may name a file, and nothing else here."""
    typed = tokens[0].value
    typed.encode()
    return typed


Whole = Annotated[int, Parameter(converter=whole_number)]
WholeOrNot = Annotated[int | None, Parameter(converter=whole_number)]
Text = Annotated[str, Parameter(converter=text)]
TextOrNot = Annotated[str | None, Parameter(converter=text)]
Json = Annotated[bool, Parameter(name="--json", help="print JSON", negative="")]
Paper = Annotated[str, Parameter(help="a4 or letter, for a .pdf")]
GameName = Annotated[str, Parameter(help="a game id or a TOML file")]


@dataclass(frozen=True)
class Variant:
    """What is set and how doubtful clauses are read."""

    set_: Annotated[
        tuple[str, ...], Parameter(name="--set", help="a rule or house option, NAME=VALUE", negative="")
    ] = ()
    reading: Annotated[tuple[str, ...], Parameter(name="--reading", help="a reading, ID=OPTION", negative="")] = ()

    @property
    def sets(self) -> dict[str, str]:
        """The values set, by name."""
        return _pairs(self.set_, "--set", "NAME=VALUE")

    @property
    def readings(self) -> dict[str, str]:
        """The readings chosen, by id."""
        return _pairs(self.reading, "--reading", "ID=OPTION")

    def rules(self, game: str) -> "Rules":
        """The rules of a game so varied."""
        from pitboss.rules.variant import load

        return load(game, self.sets, self.readings)


AS_IT_STANDS = Variant()
AsVaried = Annotated[Variant, Parameter(name="*")]


def _pairs(given: tuple[str, ...], flag: str, form: str) -> dict[str, str]:
    from pitboss.rules.errors import RulesError

    found = {}
    for word in given:
        name, sign, value = word.partition("=")
        if not sign or not name.strip():
            raise RulesError(f"{flag} takes {form}, not {word!r}")
        if name.strip() in found:
            raise RulesError(f"{flag} {name.strip()} is given twice")
        found[name.strip()] = value.strip()
    return found


def print_json(value: object) -> None:
    """JSON for machines, readable for people."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def apart(**given: bool) -> None:
    """Refuse options that exclude each other, where more than one of them is given."""
    from pitboss.rules.errors import RulesError

    named = [f"--{name.replace('_', '-')}" for name, is_given in given.items() if is_given]
    if len(named) > 1:
        raise RulesError(f"{' and '.join(named[:2])} exclude each other")
