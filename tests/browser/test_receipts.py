"""Receipts in the browser: kept as moves are made, given out as a file for the audit, checked without the house."""

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.audit import audit_database
from pitboss.house.house import House
from pitboss.house.receipts import Receipt, read, signed
from pitboss.house.vault import Vault
from tests.browser.conftest import Visit
from tests.browser.kit import Person, StackedHouse

if TYPE_CHECKING:
    from playwright.sync_api import Page


def _written(file: Path, kept: list[Receipt]) -> Path:
    file.write_bytes(b"\n".join(map(msgspec.json.encode, kept)) + b"\n")
    return file


def _downloaded(ann: Person, file: Path) -> Path:
    with ann.page.expect_download() as downloading:
        ann.page.get_by_role("link", name="Receipt").click()
    downloading.value.save_as(file)
    return file


def _verdict(page: "Page", file: Path) -> str:
    page.set_input_files("#file", [])
    page.set_input_files("#file", file)
    page.locator("#verdict:not(:empty)").wait_for()
    return page.locator("#verdict").inner_text()


def test_the_receipts_of_my_moves_are_kept_given_out_and_checked(
    stacked: StackedHouse, visit: Visit, tmp_path: Path
) -> None:
    ann = visit(stacked)
    ann.go("#/history")
    ann.sees("This browser keeps none yet")
    ann.sit(stacked.table("double-attack-pa")).to_betting().bet()
    ann.usual_until("wager")
    ann.go("#/history")
    kept = list(read(_downloaded(ann, tmp_path / "receipts.jsonl")))
    assert len(kept) > 4, "sitting down, chips, seeds, a wager and what followed"
    database = stacked.house.database
    report = stacked.do(lambda _: audit_database(str(database.engine.url.database), database.key_file, kept))
    assert (report.wrong, report.receipts) == (None, len(kept))

    page = ann.context.new_page()
    page.goto(f"{ann.url}/verify.html")
    assert _verdict(page, tmp_path / "receipts.jsonl") == f"All {len(kept)} are true."
    forged = msgspec.structs.replace(kept[1], seq=kept[1].seq + 1)
    assert "WRONG: 1 of" in _verdict(page, _written(tmp_path / "forged.jsonl", [kept[0], forged]))
    thief = msgspec.structs.replace(kept[1], key=Vault(b"t" * 32).public_key)
    assert "WRONG: 1 of" in _verdict(page, _written(tmp_path / "thief.jsonl", [kept[0], thief]))
    other = signed(stacked.house.notary.vault, kept[0].n, "0" * 64, kept[0].table, kept[0].seq)
    assert "WRONG: 1 of 3" in _verdict(page, _written(tmp_path / "two.jsonl", [kept[0], other]))
    assert "another receipt has another line" in page.locator("#findings").inner_text()


def test_no_more_receipts_are_kept_than_there_is_room_for(stacked: StackedHouse, visit: Visit, tmp_path: Path) -> None:
    ann = visit(stacked)
    ann.sit(stacked.table("double-attack-pa"))
    before = list(read(_downloaded(ann.go("#/history"), tmp_path / "before.jsonl")))
    ann.page.evaluate(
        "([line, most]) => { for (let at = 0; at < most; at += 1) localStorage.setItem(`pitboss receipt ${at}`, line);"
        " localStorage.setItem('pitboss receipts', String(most)); }",
        [msgspec.json.encode(before[0]).decode(), 2000],
    )
    ann.sit(stacked.table("double-attack-pa"))
    after = list(read(_downloaded(ann.go("#/history"), tmp_path / "after.jsonl")))
    assert len(after) == 2000
    assert sum(receipt == before[0] for receipt in after) < 2000, "the oldest went for those that came"


def test_the_page_of_a_round_says_where_it_ended_in_the_journal(stacked: StackedHouse, visit: Visit) -> None:
    ann = visit(stacked)
    table = stacked.table("double-attack-pa")
    ann.sit(table).to_betting().bet()
    ann.usual_until("wager")
    ann.go(f"#/round/{table}.1")
    said = ann.page.locator(".standing").first.inner_text()
    assert f"signed by the house's key {stacked.house.notary.vault.public_key[:16]}" in said
    hashes = stacked.do(_hashes)
    line, _, rest = said.removeprefix("Line ").partition(" of the journal, hash ")
    assert rest.startswith(hashes[int(line)])
    ann.page.emulate_media(media="print")
    assert ann.page.locator(".standing").last.is_visible(), "on paper too"


async def _hashes(house: House) -> dict[int, str]:
    rows = await house.database.rows(select(schema.journal.c.n, schema.journal.c.hash))
    return {row.n: row.hash for row in rows}
