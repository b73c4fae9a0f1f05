"""Baccarat as a plug-in: `examples/baccarat/`, beside the package as an installer leaves it, asked in every command."""

import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.plug_in_kit import CHECKOUT, PlugIn, installed_beside


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> PlugIn:
    """The plug-in as an installer leaves it."""
    return installed_beside("baccarat", tmp_path_factory.mktemp("site"))


def test_nothing_outside_its_folder_knows_of_it() -> None:
    """One folder: no file of the package names the game, its family or its document."""
    for path in (CHECKOUT / "src").rglob("*"):
        if path.suffix in (".py", ".toml", ".js", ".html", ".css"):
            assert not re.search(r"baccarat|631a", path.read_text(encoding="utf-8"), re.IGNORECASE), path


def test_its_own_tests_pass(installed: PlugIn) -> None:
    """Every clause at a table, the published edges, the simulator beside them, and the conformance kit."""
    assert re.search(r"\b6\d passed", installed.own_tests())


CHECKED = """
from pitboss.testing import check_game
print(check_game("baccarat-pa", storms=1, worlds=1).rounds > 0)
"""


def test_from_a_wheel_it_has_no_tests_beside_it_and_lacks_nothing(installed: PlugIn, tmp_path: Path) -> None:
    shutil.copytree(installed.folder / "baccarat", tmp_path / "baccarat")
    (tmp_path / "checked.py").write_text(CHECKED, encoding="utf-8")
    places = installed.environment["PYTHONPATH"].replace(str(installed.folder), str(tmp_path))
    wheel = PlugIn(tmp_path, {**installed.environment, "PYTHONPATH": places})
    told = " ".join(wheel.asked("pitboss", "law", "--coverage").split())
    assert "the third card of 11 11 0 not at hand" in told
    assert "Every clause is cited by code; the tests of baccarat are not installed with it." in told
    assert wheel.asked("checked") == "True\n"


def test_it_deals_in_the_terminal_with_citations(installed: PlugIn) -> None:
    told = installed.asked("pitboss", "deal", "baccarat-pa", "--rounds", "3", "--seed", "7")
    assert re.search(r"Player ← \S+ +\d", told)
    assert re.search(r'dealer: "(Player|Banker) draws" +PA\s631a\.11\(', told)
    assert "round 3 is over" in told


def test_it_is_solved_exactly(installed: PlugIn) -> None:
    found = json.loads(installed.asked("pitboss", "solve", "baccarat-pa", "--json"))
    edges = {name: f"{100 * wager['house_edge']:.6f}%" for name, wager in found["wagers"].items()}
    assert edges == {"player": "1.235081%", "banker": "1.057906%", "tie": "14.359629%"}
    assert found["exact"] is True
    assert "1.057906%" in installed.asked("pitboss", "solve", "baccarat-pa")


ASKED_IN_PYTHON = """
import pitboss
game = pitboss.game("baccarat-pa")
answer = game.solve()
print(f"{answer.house_edge:.6%} of {answer.total_wager} {answer.standard_deviation:.4f}")
print({name: f"{side['house_edge']:.6%}" for name, side in answer.json["side_wagers"].items()})
print(game.price_readings().frame().columns, answer.side_wagers().height, game.simulate(1000).rounds)
for ask in (answer.decisions, answer.chart_effects, lambda: answer.strategy, lambda: game.value("8,8", "10")):
    try:
        ask()
    except ValueError as error:
        print(error)
"""


def test_a_notebook_asks_it_as_any_game(installed: PlugIn, tmp_path: Path) -> None:
    (tmp_path / "asked_in_python.py").write_text(ASKED_IN_PYTHON, encoding="utf-8")
    places = f"{tmp_path}{os.pathsep}{installed.environment['PYTHONPATH']}"
    told = replace(installed, environment={**installed.environment, "PYTHONPATH": places}).asked("asked_in_python")
    assert told.splitlines() == [
        "1.057906% of 1.0 0.9274",
        "{'player': '1.235081%', 'tie': '14.359629%'}",
        "['reading', 'option', 'in_force', 'house_edge', 'cost', 'side_cost', 'clauses'] 2 1000",
        "the solver of baccarat-pa says nothing of decisions",
        "the solver of baccarat-pa says nothing of effects of removal",
        "no player decides anything in baccarat-pa: it has no strategy",
        "no player decides anything in baccarat-pa: there is nothing to solve in one hand",
    ]


def test_it_is_simulated(installed: PlugIn) -> None:
    found = json.loads(installed.asked("pitboss", "simulate", "baccarat-pa", "--rounds", "300000", "--json"))
    assert found["rounds"] == 300_000
    assert abs(found["mean"] + 0.01057906) < 4.5 * found["standard_error"]
    assert "banker" in installed.asked("pitboss", "simulate", "baccarat-pa", "--rounds", "1000")


def test_the_page_on_how_it_was_made_shows_what_is_printed(installed: PlugIn) -> None:
    """docs/add-a-game.md tells the story of this plug-in."""
    page = (CHECKOUT / "docs/add-a-game.md").read_text(encoding="utf-8")
    sessions = re.findall(r"^```sh-session\n\$ (.*)\n((?:.*\n)*?)```", page, re.MULTILINE)
    assert len(sessions) == 2
    narrow = replace(installed, environment={**installed.environment, "COLUMNS": "80"})
    for command, lines in sessions:
        printed = {line.rstrip().replace("\xa0", " ") for line in narrow.asked(*command.split()).splitlines()}
        assert [line for line in lines.splitlines() if line not in printed] == []
    record = re.search(r"^BACCARAT = Family\((?:.*\n)*?^\)", page, re.MULTILINE)
    assert record is not None
    assert record[0] in (installed.folder / "baccarat/__init__.py").read_text(encoding="utf-8")


class Guest:
    """Somebody at the other end of a WebSocket, who knows nothing but docs/protocol.md."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; whatever else is said on the way is kept."""
        while True:
            told: dict[str, Any] = json.loads(self.socket.recv(30))
            self.heard.append(told)
            if told["type"] == kind:
                return told
            assert told["type"] not in ("refused", "error"), told

    def facts(self) -> dict[str, Any]:
        """What was last told of the table."""
        return next(told for told in reversed(self.heard) if told["type"] == "facts")

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def move(self, table: str, **move: Any) -> None:
        """Make a move and wait for the house's word."""
        self.say(type="move", id=f"m-{len(self.heard)}", table=table, move=move)
        self.until("accepted")


def test_a_round_is_played_in_the_house(installed: PlugIn, tmp_path: Path) -> None:
    """As the browser plays it: a table opened, wagers on two spots, both hands seen, the chips where they belong."""
    with installed.served(tmp_path) as url:
        session = Request(f"{url}/api/session", b"{}", {"content-type": "application/json"}, method="POST")
        with urlopen(session) as answer:
            cookie = answer.headers["set-cookie"].split(";")[0]
        with connect(url.replace("http", "ws", 1) + "/ws", additional_headers={"cookie": cookie}) as socket:
            guest = Guest(socket)
            guest.say(type="hello", version=1)
            guest.say(type="open-table", id="open", game="baccarat-pa")
            table = guest.until("opened")["table"]
            guest.say(type="join", table=table)
            assert guest.until("table")["layout"]["betting_areas"] == ["Player", "Banker", "Tie"]
            guest.move(table, move="sit", box=1)
            guest.move(table, move="buy-in", cents=500_00)
            guest.move(table, move="pass-seed")
            guest.move(table, move="refuse-cut")
            assert set(guest.facts()["amounts"]) == {"wager:player", "wager:banker", "wager:tie"}
            guest.move(table, move="wager", box=1, cents=20_00, wager="banker")
            guest.move(table, move="wager", box=1, cents=10_00, wager="tie")
            view = guest.facts()["view"]
            assert view["bets"] == {"1": {view["viewer"]: 30_00}}
            guest.move(table, move="ready")
            told = guest.facts()
    laid = [fact for fact in told["facts"] if fact["fact"] == "card-laid"]
    assert [fact["hand"] for fact in laid[:4]] == ["Player", "Banker", "Player", "Banker"]
    chips = told["view"]["players"][0]["chips"] - 500_00
    player, banker = ([f["points"] for f in laid if f["hand"] == hand][-1] for hand in ("Player", "Banker"))
    assert chips == (80_00 if player == banker else 9_00 if banker > player else -30_00)
    assert told["then"] is None or told["then"] == "no further wager"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("games",), "Baccarat"),
        (("law", "PA 631a.11(c)(2)(iii)"), "Table 1"),
        (("law", "--coverage"), "Every clause is cited by code and proved by a test"),
        (("rules", "baccarat-pa"), "a winning wager on Tie pays"),
        (("rules", "baccarat-pa", "--diff", "five-card-hi-lo-pa"), "differences"),
        (("report", "baccarat-pa", "--rounds", "10000", "-o", "{folder}/report.html"), "Written:"),
        (("solve", "baccarat-pa", "--all-readings"), "No clause of baccarat-pa is read in more than one way"),
    ],
)
def test_every_command_knows_it(installed: PlugIn, words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    told = installed.asked("pitboss", *(word.format(folder=tmp_path) for word in words))
    assert sentence in " ".join(told.split())


def test_its_report_speaks_of_its_own_wagers_and_of_no_doubts(installed: PlugIn, tmp_path: Path) -> None:
    installed.asked("pitboss", "report", "baccarat-pa", "--rounds", "10000", "-o", str(tmp_path / "report.html"))
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    for wager in ("Player", "Banker", "Tie"):
        assert f'<th scope="row">{wager}</th><td data-column="least">$10</td>' in page
    assert '<th scope="row">Bet</th>' not in page
    assert "No clause of it is doubtful." in page
    assert "--all-readings" not in page


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("solve", "baccarat-pa", "--hand", "8,8", "--up", "5"), "no player decides anything in baccarat-pa"),
        (("simulate", "baccarat-pa", "--strategy", "dealer"), "baccarat-pa has nothing to decide"),
        (("simulate", "baccarat-pa", "--boxes", "0"), "0 boxes cannot be played: the table has 7"),
        (("simulate", "baccarat-pa", "--boxes", "8"), "8 boxes cannot be played: the table has 7"),
        (("shuffle", "baccarat-pa"), "baccarat-pa prescribes no routine"),
        (("protect", "baccarat-pa"), "the family baccarat brings no protection"),
    ],
)
def test_what_it_has_not_is_said_in_one_sentence(installed: PlugIn, words: tuple[str, ...], sentence: str) -> None:
    told = installed.asked("pitboss", *words, status=2)
    assert sentence in told
    assert "Traceback" not in told
