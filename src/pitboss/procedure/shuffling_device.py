"""The shuffling device: whether one is in use, and what follows when it jams or fails."""

from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.moves import (
    DEALER,
    FLOORPERSON,
    SHUFFLER,
    CoverShuffler,
    RemoveShuffler,
    Shuffle,
    ShufflerJammed,
)
from pitboss.procedure.state import State
from pitboss.rules.subjects.shuffle_and_cut import Shuffling

UNCUT = "with a continuous shuffler the cards are not cut"
UNSPREAD = "with a continuous shuffler the cards are not spread"


def device_in_use(t: State) -> bool:
    """Whether a shuffling device shuffles at this table now."""
    return t.rules.shuffle.shuffling is not Shuffling.BY_HAND and not t.ready.shuffler_set_aside


def continuous(t: State) -> bool:
    """Whether the device in use shuffles all the cards before every round."""
    return device_in_use(t) and t.rules.shuffle.shuffling is Shuffling.CONTINUOUS


def not_in_force(t: State) -> Citation:
    """What puts the paragraphs on cut, recut and an idle table out of force, while a continuous shuffler is in use."""
    return t.law.continuous_instead if continuous(t) else ()


def device_at_work(t: State, by: str, leaf: str) -> bool:
    """Whether a device shuffles here and the text has a value for what befell it; refuses the report otherwise."""
    provided = t.rules.cites(leaf)
    cited = provided or t.rules.cites("shuffling")
    if by not in (DEALER, FLOORPERSON, SHUFFLER):
        t.refuse("irregularity/not-yours", "the house reports that", ())
    elif t.rules.shuffle.shuffling is Shuffling.BY_HAND or t.ready.shuffler_set_aside:
        t.refuse("shuffler/none", "no shuffling device is in use", cited)
    elif not provided:
        t.refuse("shuffler/not-provided", "the text does not say what follows", ())
    else:
        return True
    return False


def shuffler_jammed(t: State, move: ShufflerJammed) -> None:
    """The device jams or stops: the cards are shuffled again."""
    if device_at_work(t, move.by, "shuffler_jams"):
        if t.ready.set_device_aside_by is not None:
            t.refuse("shuffler/failed", "the device is out of use already", t.rules.cites("shuffler_out"))
        elif t.cards.shuffling != SHUFFLER:
            t.refuse("shuffler/not-shuffling", "the device is not shuffling", t.rules.cites("shuffler_jams"))
        else:
            t.ready.shuffler_jammed = True
            why = "jammed: the order it had begun is not used, and the cards are reshuffled"
            t.record(facts.ShufflerStopped(t.rules.cites("shuffler_jams"), why))


def set_device_aside(t: State) -> Procedure[None]:
    """A device that has failed is covered, marked or removed before the cards are shuffled another way."""
    wanted = t.ready.set_device_aside_by
    if wanted is None or t.ready.shuffler_set_aside:
        return
    cited = t.rules.cites("shuffler_out")
    removed = wanted is RemoveShuffler
    bars = (Shuffle, CoverShuffler if removed else RemoveShuffler)
    yield from t.ask(lambda: Wait((DEALER, FLOORPERSON), (wanted,), cited, bars=bars))
    t.ready.shuffler_set_aside = True
    t.record(facts.ShufflerSetAside(cited, "removed" if removed else "covered or marked out of order"))
