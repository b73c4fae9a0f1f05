"""At every stage of every story a move out of place is refused by a clause on the list, and changes nothing.

The list of reasons is checked for each test of this folder: here every refusal that a stage can give is heard.
"""

from collections.abc import Iterator

import pytest

from pitboss.procedure.blackjack.refusals import explain
from pitboss.procedure.moves import DEALER, Move, every_move
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.procedure.golden_scenes import STORIES
from tests.procedure.kit import SALT, Scene

FIELDS: dict[str, object] = {
    "cents": 10_00,
    "player": "bob",
    "position": 100,
    "from_back": 100,
    "order": (),
    "salt": SALT,
    "cover": True,
    "hand": "left",
    "positions": 6,
    "cards": 10,
    "seed": "5e" * 512,
    "card": "TS",
    "exposed": True,
    "misdealt": True,
    "total": 17,
}
SEEDS = (m.CommitSeed, m.PledgeSeed, m.GiveSeed)  # nothing in the texts


def out_of_place(scene: Scene) -> Iterator[Move]:
    """The moves that nobody, or not this one, is asked to make now, and that interrupt nothing."""
    waiting, interrupts = scene.table.waiting, scene.table.state.asking.interrupts
    for kind in every_move().values():
        if interrupts.get(kind, explain) is not explain or kind in SEEDS:
            continue
        for by in (*scene.players, DEALER):
            if kind in waiting.may and by in waiting.by:
                continue
            for box in range(1, len(scene.players) + 2) if {"box", "to"} & set(kind.__struct_fields__) else (1,):
                given = {**FIELDS, "box": box, "to": box}
                yield kind(by=by, **{name: given[name] for name in kind.__struct_fields__ if name in given})


def refused_at_this_stage(scene: Scene) -> int:
    """How many were tried; each must have been refused, and then the table is as it was."""
    before, asked, tried = scene.snapshot(), str(scene.table.waiting), 0
    for move in out_of_place(scene):
        with pytest.raises(Refused):
            scene.table.apply(move)
        tried += 1
    assert (scene.snapshot(), str(scene.table.waiting)) == (before, asked), "a refusal changed the table"
    return tried


@pytest.mark.parametrize("name", STORIES)
def test_what_is_out_of_place_is_refused_by_a_clause_on_the_list(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    do, seen, tried = Scene.do, set[str](), [0]

    def tries_everything_first(scene: Scene, move: Move) -> object:
        stage = f"{scene.table.waiting} {scene.table.state.phase}"
        if stage not in seen:
            seen.add(stage)
            tried[0] += refused_at_this_stage(scene)
        return do(scene, move)

    monkeypatch.setattr(Scene, "do", tries_everything_first)
    STORIES[name]()
    assert tried[0] > 100
