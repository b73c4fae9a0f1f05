"""What every stage of every story asks, of whom and by which clause, and what it says to whatever else is tried there.

A line for each stage: the question with its clauses and those that say whose it is, and digests of the answers to every
move that is not asked for and of what each person sees. Under the stages stands every answer once, where it is first
given: a refusal with its clauses, or what would be done and by which clauses. Where a line differs, a table says
something else: say by which clause, in a test of its own, and `make golden` writes the files anew.
"""

from collections.abc import Callable, Iterator
from hashlib import sha256

import msgspec
import pytest

from pitboss.procedure.moves import DEALER, FLOORPERSON, Move, every_move
from pitboss.procedure.state import HOUSE_DECIDES
from pitboss.procedure.trial import Trial
from pitboss.procedure.views import view
from pitboss.rules.games import GAMES
from tests.procedure.golden_scenes import STORIES
from tests.procedure.kit import Scene
from tests.procedure.test_every_stage import FIELDS, SEEDS

STAFF = (DEALER, FLOORPERSON)
MORE: dict[str, object] = {"hours": 24, "dealer": "sue", "boxes": 2, "batch": "red"}


def tries(scene: Scene) -> Iterator[Move]:
    """Every move that is not asked for now, by the first two players and by the house, at the first two boxes."""
    waiting = scene.table.waiting
    for kind in every_move().values():
        names = set(kind.__struct_fields__)
        if kind in SEEDS:
            continue
        for by in (*scene.players[:2], *STAFF):
            if kind in waiting.may and by in waiting.by:
                continue
            for box in (1, 2) if {"box", "to"} & names else (1,):
                given = {**FIELDS, **MORE, "box": box, "to": box}
                yield kind(by=by, **{name: given[name] for name in names if name in given})


def asked(scene: Scene) -> str:
    """The question, whom it is put to, the clauses behind it, whose each move is and what it keeps back."""
    waiting = scene.table.waiting
    whose = "".join(f" {kind.__struct_config__.tag} by {', '.join(by) or 'none'};" for kind, by in waiting.who.items())
    kept_back = "".join(f" no {kind.__struct_config__.tag};" for kind in waiting.bars)
    return f"{waiting} [{', '.join(waiting.clauses)}]{whose}{kept_back}"


def answers(scene: Scene) -> Iterator[tuple[str, str]]:
    """What is said to each move that is not asked for, and who hears it."""
    trial = Trial(scene.table)
    for move in tries(scene):
        refusal = trial.refusal(move)
        by = refusal.clauses if refusal is not None else trial.cited
        said = f"{refusal.code}: {refusal.sentence}" if refusal is not None else "is done"
        yield f"{move.__struct_config__.tag} {said.replace(move.by, 'X')} [{', '.join(by)}]", move.by


def seen(scene: Scene) -> str:
    """The table as each person sees it."""
    rules = scene.table.rules.hash
    views = (msgspec.json.encode(view(scene.table, who)).decode() for who in (*scene.players, *STAFF, "a spectator"))
    return "\n".join(views).replace(rules, "").replace(rules[:12], "")


def digest(text: str) -> str:
    """A text in six characters."""
    return sha256(text.encode()).hexdigest()[:6]


@pytest.mark.parametrize("game", GAMES)
def test_every_stage_asks_and_answers_as_it_did(
    game: str, golden: Callable[[str], Callable[[str], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    do, stages, said, told = Scene.do, set[str](), set[str](), list[str]()

    def listens_first(scene: Scene, move: Move) -> object:
        stage = f"{asked(scene)} {scene.table.state.phase}"
        if stage not in stages:
            stages.add(stage)
            heard = list(answers(scene))
            told.append(f"  {asked(scene)} {digest(repr(heard))} {digest(seen(scene))}")
            new = [answer for answer in dict.fromkeys(answer for answer, _ in heard) if answer not in said]
            told.extend(f"    {answer}" for answer in new)
            said.update(new)
        return do(scene, move)

    monkeypatch.setattr(Scene, "do", listens_first)
    for name, tell in STORIES.items():
        if name.startswith(f"{game}/"):
            told.append(name)
            tell()
    golden(f"asked/{game}")("".join(f"{line.replace(f' ({HOUSE_DECIDES})', '')}\n" for line in told))
