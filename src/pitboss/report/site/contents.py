"""The pages by the question they answer: the navigation of the site and its first page."""

from dataclasses import dataclass

from pitboss.law import documents
from pitboss.rules.games import GAMES


@dataclass(frozen=True)
class Entry:
    """A page in the contents: the question it answers, its short name, and its path in the site."""

    question: str
    name: str
    path: str


@dataclass(frozen=True)
class Chapter:
    """Pages that belong together."""

    title: str
    entries: tuple[Entry, ...]


START = Chapter(
    "Start",
    (
        Entry("What is this, in one page?", "pitboss", "readme.html"),
        Entry("Why does this exist, and who is it for?", "Why", "why.html"),
        Entry("Can I see it work in ten minutes?", "A tour", "tour.html"),
        Entry("What does this word mean?", "Glossary", "glossary.html"),
    ),
)

LAW_MAP = Entry("Which line of code executes a clause, and which test proves it?", "Law map", "law/index.html")
READINGS = Entry("What if a clause can be read in two ways?", "Readings", "readings.html")
READINGS_PRICED = Entry("What is each doubtful clause worth?", "Readings priced", "readings-priced.html")

HOW_IT_WORKS = Chapter(
    "How it works",
    (
        Entry("What happens inside when somebody makes a move?", "The engine", "how-the-table-works.html"),
        Entry("In which order is a house edge worked out?", "The solver", "how-the-solver-works.html"),
        Entry("How can a shoe be dealt in a few instructions?", "The kernel", "how-the-kernel-works.html"),
    ),
)

USE_IT = Chapter(
    "Use it",
    (
        Entry("How does a table work: moves, facts, refusals, views, replay, training?", "Tables", "tables.html"),
        Entry("How is a house edge worked out, and what is exact about it?", "Solver, in detail", "solver.html"),
        Entry("How does the simulator work, and how fast is it?", "Simulator, in detail", "simulator.html"),
        Entry(
            "What could a counter, a peek or a tracked shuffle take from a game?", "Game protection", "protection.html"
        ),
        Entry("How do I play ten trillion rounds on a cluster?", "Cluster", "cluster.html"),
        Entry(
            "How do I make a variant, file a Rules Submission, add a state or a game?", "Add a game", "add-a-game.html"
        ),
        Entry("How do I learn to deal, and how is a table test taken?", "The school", "school.html"),
        Entry("What does each mistake of a dealer cost?", "Scoring", "scoring.html"),
        Entry("How do I train an agent, and how good has it become?", "Agents", "agents.html"),
        Entry("How does a bot or a page of mine talk to the house?", "Protocol", "protocol.html"),
        Entry("How do I run a house: limits, proxies, passwords?", "Running a house", "running-a-house.html"),
        Entry(
            "How do I keep one for a school: accounts, classes, backups, containers, upgrades?",
            "Operations",
            "operations.html",
        ),
        Entry("What can be asked on the command line?", "Commands", "commands.html"),
        Entry("What can be called from Python?", "Python", "python.html"),
    ),
)

TRUST_IT = Chapter(
    "Trust it",
    (
        Entry(
            "Can I trust the deal? What is promised, what is tested, what is not promised?", "Fairness", "fairness.html"
        ),
        Entry("What happens when network, disk, database and processes fail?", "Disaster", "disaster.html"),
        Entry("How well does a house's own shuffle mix the cards?", "The shuffle", "shuffle.html"),
        Entry("How fast is it, beside what, measured where?", "Performance", "performance.html"),
        Entry("Why was it made this way, and what did that cost?", "Decisions", "decisions.html"),
        Entry("What does a version promise, and how is a release made?", "Releases", "releases.html"),
        Entry("What has changed?", "Changes", "changes.html"),
    ),
)


def chapters() -> tuple[Chapter, ...]:
    """The whole contents."""
    law = tuple(Entry(f"What does it say: {d.title}?", d.title, f"law/{d.id}.html") for d in documents())
    games = tuple(
        Entry(f"What are the rules of {game.title}, and what is it worth?", game.title, f"games/{game.id}.html")
        for game in GAMES.values()
    )
    return (
        START,
        Chapter("The games", games),
        Chapter("The law", (LAW_MAP, *law, READINGS, READINGS_PRICED)),
        HOW_IT_WORKS,
        USE_IT,
        TRUST_IT,
    )
