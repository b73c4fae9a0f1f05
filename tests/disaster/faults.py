"""What goes wrong in a history, and when: a plan is data, drawn from a seed, from which any fault can be left out."""

from dataclasses import dataclass
from random import Random

BEGIN, END = 0.5, 10.0  # within these seconds faults begin
MOST = 8
LATE, LATE_EVERY = 4, 8  # one history of so many lasts longer, so that tables are old when something goes wrong


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong at a moment, for a while, for somebody."""

    at: float
    kind: str
    seconds: float = 0.0
    whom: int = 0

    def __str__(self) -> str:
        lasts = f" for {self.seconds:g} s" if self.seconds else ""
        return f"{self.at:6.2f} s  {self.kind}{lasts}" + (f" ({self.whom})" if self.whom else "")


# Each kind with how long it lasts at least and at most.
KINDS: dict[str, tuple[float, float]] = {
    # the database
    "a commit fails": (0, 0),
    "a commit is done and fails": (0, 0),
    "a commit is lost before it is done": (0, 0),
    "a commit is done and its answer lost": (0, 0),
    "a commit is lost and done later": (0, 0),
    "a commit hangs before it is done": (0, 0),
    "a commit is done and hangs": (0, 0),
    "a question to the database is never answered": (0, 0),
    "every connection to the database ends": (0, 0),
    "the database restarts": (0.2, 20),
    "the database is slow": (1, 10),
    "the disk is full": (0.5, 5),
    "answers of the database take long": (10, 60),
    # the network
    "a line breaks": (0, 0),
    "every line breaks": (0, 0),
    "a line falls silent": (0, 0),
    "a line is slow": (1, 8),
    "messages arrive twice": (1, 8),
    "every line between processes breaks": (0, 0),
    "every line between processes falls silent": (0, 0),
    "answers over HTTP get lost": (1, 8),
    # processes
    "the house is killed": (0, 0),
    "the house's machine is gone": (0, 0),
    "the house pauses": (0.5, 40),
    "the house is killed in a transaction": (0, 0),
    "the house is killed as it commits": (0, 0),
    "the house's machine is gone in a transaction": (0, 0),
    "the house pauses in a transaction": (0.5, 40),
    "the house pauses as it commits": (0.5, 40),
    "the house pauses as it commits and hears nothing of it": (11, 20),
    "the house pauses as it is answered": (0.5, 40),
    "the database restarts as a table is taken": (0.2, 5),
    "who takes a table pauses": (0.5, 20),
    "who takes a table is not heard of and reads long": (20, 40),
    "the register is lost while it is taken": (40, 60),
    "the register goes there and back": (30, 50),
    "the house is told to stop": (0, 0),
    "another house is started": (0, 0),
    "a house of another version is started": (0, 0),
    "nothing is heard of the house": (1, 15),
    "the house's clock is wrong": (0, 0),
    # people
    "a player stays away": (0, 0),
    "somebody new comes": (0, 0),
    "somebody buys chips at two tables at once": (0, 0),
    "a client sends an old move again": (0, 0),
    "a guest becomes an account": (0, 0),
    "somebody gets up and takes another name": (0, 0),
    "the operator grants chips": (0, 0),
    "the operator sees somebody out": (0, 0),
    "everybody gets up from a table": (0, 0),
}
# What does harm only beside something else, and so near to it as chance alone seldom brings both: a process loses what
# it had while it waits for an answer. One history of so many has such faults besides its own, each within a moment.
TOGETHER_EVERY = 3
TOGETHER: tuple[dict[str, tuple[float, float]], ...] = (
    {"answers of the database take long": (30, 60), "nothing is heard of the house": (11, 20)},
    {"answers of the database take long": (30, 60), "the house pauses": (11, 20)},
    {
        "answers of the database take long": (30, 60),
        "the house pauses as it commits and hears nothing of it": (11, 20),
    },
    {
        "answers of the database take long": (30, 60),
        "a commit is done and its answer lost": (0, 0),
        "nothing is heard of the house": (11, 20),
    },
    {"the register is lost while it is taken": (40, 60)},
    {"the register goes there and back": (30, 50)},
    {"the database restarts as a table is taken": (0.2, 5), "the house is killed": (0, 0)},
    {"the database restarts as a table is taken": (0.2, 5), "the house is told to stop": (0, 0)},
    {"who takes a table pauses": (8, 20), "the house is killed": (0, 0)},
    {"who takes a table is not heard of and reads long": (20, 40), "the house is killed": (0, 0)},
    {"who takes a table is not heard of and reads long": (20, 40), "the house is told to stop": (0, 0)},
)
WITHIN = 3.0  # seconds of each other
_SELDOM = (
    "answers of the database take long",
    "the house pauses as it commits and hears nothing of it",
    "the register is lost while it is taken",
    "the register goes there and back",
    "who takes a table is not heard of and reads long",
)
_ALL = tuple(kind for kind in KINDS if kind not in _SELDOM)


def _with(*words: str) -> tuple[str, ...]:
    return tuple(kind for kind in _ALL if any(word in kind for word in words))


# A plan is drawn from all kinds, or from those that concern one thing, so that they meet.
THEMES = (
    _ALL,
    _with("house", "who takes", "is taken", "a player stays away"),
    _with("commit", "database", "connection", "question", "disk", "killed"),
    _with("line", "messages", "answers", "killed", "stop", "somebody"),
    _with("buys", "somebody", "guest", "operator", "gets up", "again", "killed", "pauses", "stop"),
)


def _together(chance: Random) -> list[Fault]:
    if chance.randrange(TOGETHER_EVERY):
        return []
    begin, whom = chance.uniform(BEGIN, END), chance.randint(1, 3)
    return [
        Fault(round(begin + chance.uniform(0, WITHIN), 2), kind, round(chance.uniform(least, most), 2), whom)
        for kind, (least, most) in chance.choice(TOGETHER).items()
    ]


def plan_of(seed: int, only: tuple[str, ...] = ()) -> tuple[Fault, ...]:
    """The faults of a seed, in their order; of some kinds only, if they are named."""
    chance = Random(f"plan {seed}")
    kinds = only or chance.choice((_ALL, *THEMES))
    longer = LATE if Random(f"late {seed}").randrange(LATE_EVERY) == 0 else 1
    plan = []
    for _ in range(chance.randint(1, MOST)):
        kind = chance.choice(kinds)
        least, most = KINDS[kind]
        at = round(chance.uniform(BEGIN, END) * longer, 2)
        plan.append(Fault(at, kind, round(chance.uniform(least, most), 2), chance.randint(1, 3)))
    if not only:
        plan += _together(Random(f"together {seed}"))
    return tuple(sorted(plan, key=lambda fault: fault.at))
