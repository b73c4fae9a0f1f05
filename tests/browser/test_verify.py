"""A shoe verified in the browser: from a folder, without the house and without a request."""

from pathlib import Path
from shutil import copy
from typing import TYPE_CHECKING

import msgspec
import pytest

from pitboss.house.search import FoundRound, Selection, Wanted
from pitboss.house.server import PAGES
from pitboss.house.vault import Vault
from tests.test_verification import shoe_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize("game", ["double-attack-pa", "five-card-hi-lo-pa", "double-deck-house"])
def test_a_shoe_is_verified_from_a_folder_and_nobody_is_asked(browser: "Browser", tmp_path: Path, game: str) -> None:
    for name in ("verify.html", "verify.js", "style.css"):
        copy(PAGES / name, tmp_path)
    path = tmp_path / "shoe.json"
    paper = shoe_file(path, game)
    page = browser.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "verify.html").as_uri())
    page.set_input_files("#file", path)
    page.locator("#verdict.good").wait_for()
    made = "in the order that the seeds make" in page.locator("#findings").inner_text()
    assert made is (game != "double-deck-house")
    altered = [("seed-given", "seed"), ("seal-opened", "seed"), ("seal-opened", "order"), ("card-dealt", "card")]
    for number, (kind, name) in enumerate(altered):
        forged = msgspec.json.decode(msgspec.json.encode(paper))
        fact = next(fact for fact in forged["facts"] if fact["fact"] == kind)
        fact[name] = fact[name][1:] + fact[name][:1] if len(fact[name]) > 2 else "AS" if fact[name] != "AS" else "2C"
        bad = tmp_path / f"forged-{number}.json"
        bad.write_bytes(msgspec.json.encode(forged))
        page.set_input_files("#file", bad)
        page.locator("#verdict.bad").wait_for()
        page.set_input_files("#file", path)
        page.locator("#verdict.good").wait_for()
    nonsense = tmp_path / "nonsense.json"
    nonsense.write_text("nonsense")
    page.set_input_files("#file", nonsense)
    page.get_by_text("This file cannot be verified").wait_for()
    assert all(url.startswith("file:") for url in asked)
    page.close()


def test_rounds_that_an_auditor_took_away_are_what_the_house_signed(browser: "Browser", tmp_path: Path) -> None:
    vault, players = Vault.new(), {"Zoë": -25_00, "10": 5_00, '9 "Ann"': 0}
    one = FoundRound(
        n=1, id="t.1", table="t", game="g", round=1, at_ms=1, players=players, irregularities=("void-round",)
    )
    rounds = (one, msgspec.structs.replace(one, id="t.2", round=2, players={}, irregularities=None))
    unsigned = Selection(wanted=Wanted(player="Zoë"), rounds=rounds, key=vault.public_key, signature="")
    paper = msgspec.structs.replace(unsigned, signature=vault.sign(unsigned.text()).hex())
    assert paper.is_signed()
    page = browser.new_page()
    page.goto((PAGES / "verify.html").as_uri())
    good, bad = tmp_path / "rounds.json", tmp_path / "forged.json"
    good.write_bytes(msgspec.json.encode(paper))
    bad.write_bytes(good.read_bytes().replace(b"500", b"900"))
    for path, verdict in ((good, "good"), (bad, "bad"), (good, "good")):
        page.set_input_files("#file", path)
        page.locator(f"#verdict.{verdict}").wait_for()
    assert "2 rounds are as the house gave them out" in page.locator("#findings").inner_text()
    page.close()
