"""The browser's modules checked: `python -m tests.check_pages`. No line too long, and no field read that nobody sends.

The types of what the house says are written from the house's own records, so a field that goes from a record fails
here until the page that reads it is mended.
"""

import json
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from pitboss import report
from pitboss.house import (
    clause_reader,
    console_shape,
    drill_room,
    exam_cards,
    floor_offers,
    history,
    instructor,
    protocol,
    review_shape,
    search,
    server,
    telling,
)
from pitboss.house.routes.answers import FaultBody
from tests import facts, moves

ROOT = Path(__file__).resolve().parents[1]
PAGES = Path(server.__file__).parent / "pages"
SITE = Path(report.__file__).parent / "site" / "templates"
TSC = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
LINE_MAX = 120
# What is written as it is into a message, by the name of its field.
RAW = {"fact": "Facts.Any", "facts": "Facts.Any", "shown": "Facts.Any", "move": "Moves.Any"}
OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "strict": True,
    "noImplicitReturns": True,
    "noUnusedLocals": True,
    "noUnusedParameters": True,
    "noUncheckedIndexedAccess": True,
    "target": "es2023",
    "module": "es2022",
    "moduleResolution": "bundler",
    "lib": ["es2023", "dom", "dom.iterable"],
    "types": [],
    "skipDefaultLibCheck": True,
    "pretty": False,
}
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def long_lines(folder: Path, suffixes: Collection[str] = (".js", ".css", ".html")) -> list[str]:
    """Where a line has more characters than fit."""
    return [
        f"{page.name}:{number}: {len(line)} characters, {LINE_MAX} at most"
        for page in sorted(folder.iterdir())
        if page.suffix in suffixes
        for number, line in enumerate(page.read_text().splitlines(), 1)
        if len(line) > LINE_MAX
    ]


def _type(schema: Mapping[str, Any], field: str, sent: bool) -> str:
    """A schema as a type of TypeScript; of what is not `sent` by the house, what has a default may be left out."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_type(one, field, sent) for one in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        return f"({_type(schema.get('items', {}), field, sent)})[]"
    if kind == "object" and "properties" in schema:
        needed = schema["properties"] if sent else schema.get("required", ())
        fields = (
            f"{json.dumps(name)}{'' if name in needed else '?'}: {_type(one, name, sent)};"
            for name, one in schema["properties"].items()
        )
        return f"{{{' '.join(fields)}}}"
    if kind == "object":
        return f"Record<string, {_type(schema['additionalProperties'], field, sent)}>"
    return PLAIN.get(str(kind), RAW.get(field, "unknown"))


def _namespace(name: str, kinds: Iterable[Any], sent: bool) -> list[str]:
    _, definitions = msgspec.json.schema_components(kinds, ref_template="{name}")
    return [f"declare namespace {name} {{", *(f"type {n} = {_type(d, '', sent)};" for n, d in definitions.items())]


def _either(name: str, kinds: Iterable[type]) -> str:
    return f"type {name} = {' | '.join(kind.__name__ for kind in kinds)};"


def declarations() -> str:
    """What the house says, what it is told, every fact and every move, as TypeScript."""
    answers = (
        clause_reader.ClausePage,
        telling.ShoeStory,
        history.Page,
        history.RoundStory,
        search.Found,
        floor_offers.FloorPage,
        review_shape.RoundReview,
        review_shape.Overview,
        console_shape.ShiftReview,
        drill_room.DrillGame,
        drill_room.Marked,
        exam_cards.ExamCard,
        exam_cards.SittingCard,
        exam_cards.ResultCard,
        instructor.ClassCard,
        instructor.Invited,
        instructor.ProgressCard,
    )
    made, happened = tuple(moves.every_move().values()), facts.Fact.__subclasses__()
    faults = FaultBody.model_json_schema(ref_template="{model}")
    said = [
        *_namespace("Said", (*protocol.REPLIES, *answers), sent=True),
        *(f"type {name} = {_type(one, '', True)};" for name, one in {**faults["$defs"], "FaultBody": faults}.items()),
        _either("Any", protocol.REPLIES),
        "}",
    ]
    asked = [*_namespace("Asked", protocol.REQUESTS, sent=False), _either("Any", protocol.REQUESTS), "}"]
    told = [*_namespace("Facts", happened, sent=True), _either("Any", happened), "}"]
    # The house fills in who moves.
    moved = [*_namespace("Moves", made, sent=False), "type Whole = " + " | ".join(kind.__name__ for kind in made) + ";"]
    moved += ["type Any = Whole extends infer M ? M extends Whole ? Omit<M, 'by'> : never : never;", "}"]
    return "\n".join((*said, *asked, *told, *moved, ""))


def type_errors(pages: Path) -> str:
    """What `tsc --checkJs` has to say of the modules in a folder; nothing when all is well."""
    with TemporaryDirectory() as scratch:
        types = Path(scratch, "said.d.ts")
        types.write_text(declarations())
        config = Path(scratch, "tsconfig.json")
        modules = [str(types), *(str(page) for page in sorted(pages.glob("*.js")))]
        config.write_text(json.dumps({"compilerOptions": OPTIONS, "files": modules}))
        done = subprocess.run(["node", TSC, "-p", config], capture_output=True, text=True, cwd=pages, check=False)
    return done.stdout + done.stderr


def main() -> None:
    """Say what is wrong with the pages; exit status 1 when something is."""
    wrong = "\n".join((*long_lines(PAGES), *long_lines(SITE, {".css", ".js"})))
    if TSC.exists():
        wrong += type_errors(PAGES) + type_errors(SITE)
    else:
        print("The types of the browser's modules are not checked: that needs Node.js with npm.", file=sys.stderr)
    if wrong:
        sys.exit(wrong)


if __name__ == "__main__":
    main()
