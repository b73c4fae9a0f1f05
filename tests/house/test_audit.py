"""The audit names the first thing wrong, whatever somebody with the disk in hand has altered."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.house import archive, audit_lists, schema
from pitboss.house.audit import audit_database
from pitboss.house.history import History
from pitboss.house.journal import GENESIS, Head, head_chained, name_in_vault
from pitboss.house.ledger import Cashier
from pitboss.house.register import FOUND, digested
from pitboss.house.vault import open_vault
from pitboss.procedure import replay
from pitboss.procedure.refusal import Refused
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from tests import moves as m
from tests.house.kit import Player, StillClock, house_on, serving, through_round, to_betting, usual
from tests.house.tampering import alter, lifted, rechain


def _played(db: str, key: Path, close: bool = False) -> str:
    async def scene() -> str:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            for _ in range(3):
                await through_round(ann, live)
            if close:
                await live.ask(m.CloseTable(by="floorperson"), "Flo", "close")
            return live.id

    return asyncio.run(scene())


def test_an_untouched_house_is_in_order(db: str, key: Path) -> None:
    _played(db, key, close=True)
    report = asyncio.run(audit_database(db, key))
    assert report.wrong is None
    assert (report.tables, report.rounds, report.still_sealed, report.not_replayed) == (1, 3, 0, 0)


def test_without_the_key_what_was_opened_is_still_checked(sqlite_db: str, key: Path) -> None:
    _played(sqlite_db, key, close=True)
    report = asyncio.run(audit_database(sqlite_db, without_key=True))
    assert report.wrong is None
    assert report.not_replayed == 0


def test_without_the_key_a_table_in_play_is_said_not_to_be_checked(sqlite_db: str, key: Path) -> None:
    _played(sqlite_db, key)
    report = asyncio.run(audit_database(sqlite_db, without_key=True))
    assert report.wrong is None
    assert report.not_replayed == 1


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE journal SET body = replace(body, '1000', '2000') WHERE body LIKE '%wager%'", "its hash is not"),
        ("UPDATE journal SET actor = 'Eve' WHERE n = 4", "journal line 4"),
        ("DELETE FROM journal WHERE n = 5", "line 1 of t"),
        ("UPDATE transfers SET cents = cents + 1 WHERE id = 3", "its hash is not"),
        ("DELETE FROM transfers WHERE id = 2", "hash|missing"),
        ("UPDATE balances SET cents = cents + 1 WHERE account = 'player:Ann'", "balances player:Ann: cents is"),
        ("UPDATE sealed_orders SET locked = zeroblob(200)", "its hash is not"),
        ("UPDATE opened_orders SET salt = '" + "0" * 64 + "'", "not the one that was sealed"),
        ("UPDATE opened_orders SET seed = '" + "0" * 1024 + "'", "not the one that was sealed"),
        ("UPDATE opened_orders SET seed = ''", "not the one that was sealed"),
        ("UPDATE opened_orders SET cards = 'AS ' || cards", "cards is AS "),
        ("DELETE FROM rounds WHERE round = 3", ", 3: the journal makes it, and it is not on record"),
        ("DELETE FROM closed_tables", "the journal makes it, and it is not on record"),
        ("UPDATE heads SET at_ms = at_ms + 1 WHERE h = 1", "heads 1: its hash is not that of its content and the head"),
    ],
)
def test_the_first_thing_wrong_is_named(sqlite_db: str, key: Path, statement: str, sentence: str) -> None:
    _played(sqlite_db, key, close=True)
    alter(sqlite_db, statement)
    report = asyncio.run(audit_database(sqlite_db, key))
    assert report.wrong is not None
    assert any(word in report.wrong for word in sentence.split("|")), report.wrong


def test_a_dispute_file_is_there_once_the_shoe_is_retired_and_is_checked_offline(
    db: str, key: Path, tmp_path: Path
) -> None:
    async def scene() -> bytes:
        async with house_on(db, key) as house:
            code = await house.invite("auditor")
            aud, _ = await house.sign_up("Aud", "correct horse battery", code)
            ann = await Player.come(house, "Ann")
            eve = await Player.come(house, "Eve")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            await through_round(ann, live)
            history = History(house.database, house.vault)
            with pytest.raises(
                Refused, match=r"dispute/still-sealed: .*still sealed.* Now: export it when the shoe is retired"
            ):
                await history.dispute(f"{live.id}.2", aud)
            await live.ask(m.OrderReshuffle(by="floorperson"), "Flo", "r")
            assert await history.dispute(f"{live.id}.2", ann.account) is None
            assert await history.story(f"{live.id}.2", eve.account) is None
            story = await history.story(f"{live.id}.2", ann.account)
            assert story is not None
            assert {msgspec.json.decode(step.fact)["fact"] for step in story.steps} >= {"round-began", "round-ended"}
            assert len((await history.page(ann.account, None)).rounds) == 2
            assert len((await history.page(aud, None)).rounds) == 2
            assert (await history.page(eve.account, None)).rounds == ()
            paper = await history.dispute(f"{live.id}.2", aud)
            assert paper is not None
            return paper

    paper = asyncio.run(scene())
    table = replay.replay(replay.from_json(paper))
    assert table.state.round == 2
    dispute = msgspec.json.decode(paper)["dispute"]
    assert dispute["round"] == 2
    assert dispute["clauses"]
    assert dispute["money"]
    assert dispute["house_decisions"] == [], "Ann made every move herself"
    forged = paper.replace(b'"move": "stand"', b'"move": "hit"', 1)
    with pytest.raises(replay.NotReproduced):
        replay.replay(replay.from_json(forged))


def test_a_dispute_file_tells_what_the_house_decided_for_somebody_and_by_which_rule(sqlite_db: str, key: Path) -> None:
    async def scene() -> Any:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            aud, _ = await house.sign_up("Aud", "correct horse battery", await house.invite("auditor"))
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open()
            await to_betting(ann, live)
            await bob.move(live, m.Sit, box=2)
            await bob.move(live, m.BuyIn, cents=100_00)
            for player, box in ((ann, 1), (bob, 2)):
                await player.move(live, m.Wager, box=box, cents=10_00)
            await ann.move(live, m.Ready)
            clock.pass_ms(house.settings.decide_ms)
            while live.table.state.round == 0:
                await asyncio.sleep(0)
            while m.Wager not in live.table.waiting.may:
                kind, fields = usual(live, 1)
                await ann.move(live, kind, **fields)
            await live.ask(m.OrderReshuffle(by="floorperson"), "Flo", "r")
            paper = await History(house.database, house.vault).dispute(f"{live.id}.1", aud)
            return msgspec.json.decode(paper or b"")["dispute"]["house_decisions"]

    told = [(one["by"], one["move"], one["rule"]) for one in asyncio.run(scene())]
    assert told[0] == ("Bob", "ready", "no further wager")
    assert {by for by, _, _ in told} == {"Bob"}


def test_over_the_network_a_dispute_file_is_for_staff_and_a_shoe_for_who_played(sqlite_db: str, key: Path) -> None:
    """Each is the file of the round that was asked for, and has its name."""

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            aud, auditor = await house.sign_up("Aud", "correct horse battery", await house.invite("auditor"))
            account, player = await house.guest("Ann")
            _, stranger = await house.guest("Eve")
            ann = Player(house, account)
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            await through_round(ann, live)
            await live.ask(m.OrderReshuffle(by="floorperson"), "Flo", "r")
            history = History(house.database, house.vault)
            first, second = f"{live.id}.1", f"{live.id}.2"
            papers = {
                "dispute": {one: await history.dispute(one, aud) for one in (first, second)},
                "shoe": {one: await history.shoe(one, account) for one in (first, second)},
            }
            assert papers["dispute"][first] != papers["dispute"][second]
            seen = []
            for kind, files in papers.items():
                for one, whole in files.items():
                    for who, token in (("auditor", auditor), ("player", player), ("stranger", stranger)):
                        cookie = {"pitboss_session": token}
                        async with httpx.AsyncClient(base_url=url, cookies=cookie) as http:
                            told = await http.get(f"/api/rounds/{one}/{kind}")
                        if told.status_code == 200:
                            assert told.content == whole
                            assert told.headers["content-type"] == "application/json"
                            assert told.headers["content-disposition"] == f'attachment; filename="{kind}-{one}.json"'
                            seen.append((kind, one, who))
                        else:
                            assert told.status_code == 404
                            assert len(told.json()["error"]["sentence"]) > 10
            assert [one for one in seen if one[0] == "dispute"] == [
                ("dispute", one, "auditor") for one in (first, second)
            ]
            assert {one[1:] for one in seen if one[0] == "shoe"} >= {(first, "player"), (second, "player")}
            assert not any(who == "stranger" for _, _, who in seen)

    asyncio.run(scene())


def test_an_audit_beside_a_busy_house_sees_one_moment(db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live, cents=100_00)

            async def busy() -> None:
                while True:
                    await ann.move(live, m.BuyIn, cents=1_00)

            playing = asyncio.create_task(busy())
            for _ in range(5):
                report = await audit_database(db, key)
                assert report.wrong is None
            playing.cancel()

    asyncio.run(scene())


def _other_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that makes other rules of the same recipe."""

    def other(game: str, sets: dict[str, object], readings: dict[str, str], named: dict[str, str]) -> Rules:
        return load(game, {**sets, "decks": 6}, readings, named)

    monkeypatch.setattr(archive, "load", other)
    monkeypatch.setattr(archive, "_loaded", archive._loaded.__wrapped__)  # nothing is remembered of this version


def test_a_table_of_other_rules_is_a_note_of_the_audit_and_no_damage(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _played(sqlite_db, key, close=True)
    _other_version(monkeypatch)
    report = asyncio.run(audit_database(sqlite_db, key))
    assert report.wrong is None
    assert len(report.notes) == 1
    assert f"table {table} cannot be replayed by this version: it was opened under rules" in report.words()
    assert (report.tables, report.rounds, report.seals) == (1, 3, 1)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE journal SET body = replace(body, '1000', '2000') WHERE body LIKE '%wager%'", "its hash is not"),
        ("UPDATE balances SET cents = cents + 1 WHERE account = 'player:Ann'", "balances player:Ann: cents is"),
        ("UPDATE rounds SET last_seq = 9999 WHERE round = 3", "no such round can have ended with move 9999"),
        ("UPDATE rounds SET first_seq = first_seq + 1 WHERE round = 2", ", 2: first_seq is"),
        ("UPDATE round_players SET net_cents = net_cents + 1 WHERE round = 2", ", 2, Ann: net_cents is"),
        ("UPDATE opened_orders SET salt = '" + "0" * 64 + "'", "not the one that was sealed"),
        (
            "INSERT INTO round_players SELECT table_id, round, 'Eve', 100, n FROM rounds WHERE round = 2",
            ", 2, Eve: it is on record, and nothing in the journal makes it",
        ),
        (
            "INSERT INTO removals SELECT table_id, 'Ann', 'because' FROM closed_tables",
            ", Ann: it is on record, and nothing in the journal makes it",
        ),
    ],
)
def test_of_a_table_of_other_rules_chain_money_and_seals_are_still_checked(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, statement: str, sentence: str
) -> None:
    _played(sqlite_db, key, close=True)
    alter(sqlite_db, statement)
    _other_version(monkeypatch)
    report = asyncio.run(audit_database(sqlite_db, key))
    assert report.wrong is not None
    assert sentence in report.wrong


def test_a_table_of_other_rules_that_nobody_ordered_closed_does_not_pass_for_closed(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No house would take it up again, and the chips would stay there for good."""
    table = _played(sqlite_db, key)
    alter(
        sqlite_db,
        f"INSERT INTO closed_tables VALUES ('{table}')",
        f"UPDATE chains SET settled = 1 WHERE table_id = '{table}'",
    )
    _other_version(monkeypatch)
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong == f"closed_tables {table}: it is on record, and nothing in the journal makes it"


def test_a_table_of_other_rules_rests_until_its_version_runs_again(
    db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def in_mid_round() -> str:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            return live.id

    async def under_another_version(table: str) -> None:
        async with house_on(db, key) as house:
            assert table not in house.tables
            assert "opened under rules" in house.kept_out[table]
            bob = await Player.come(house, "Bob")
            assert (await bob.open()).id != table
            ann = house.accounts.known("Ann")
            assert ann is not None
            with pytest.raises(
                Refused, match=r"round/other-rules: .*cannot be shown.* Now: ask a house of the version that dealt it"
            ):
                await History(house.database, house.vault).story(f"{table}.1", ann)

    async def again(table: str) -> None:
        async with house_on(db, key) as house:
            assert house.kept_out == {}
            assert house.tables[table].table.state.bets.bets == {1: {"Ann": 10_00}}

    table = asyncio.run(in_mid_round())
    with monkeypatch.context() as patch:
        _other_version(patch)
        asyncio.run(under_another_version(table))
    asyncio.run(again(table))
    assert asyncio.run(audit_database(db, key)).wrong is None


_LINE_OF = "(SELECT min(n) FROM journal WHERE kind = '{}')"


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("SELECT 1", None),
        ("UPDATE journal SET at_ms = 1 WHERE n = 6", "its time is before that of the line before it"),
        ("UPDATE transfers SET cents = cents + 100 WHERE id = 1", "a grant that is not one practice bankroll"),
        ("UPDATE transfers SET cents = cents + 1 WHERE id = 2", "the ledger has other transfers than the facts make"),
        ("UPDATE transfers SET clauses = 'none' WHERE id = 3", "the ledger has other transfers than the facts make"),
        ("DELETE FROM transfers WHERE id = 2", "the ledger has other transfers than the facts make"),
        ("UPDATE journal SET table_id = 'elsewhere' WHERE kind = 'move' AND seq = 1", "the table was never opened"),
        ("UPDATE journal SET seq = seq + 100 WHERE kind = 'move' AND seq > 5", "line 6 of t"),
        ("UPDATE journal SET body = 'nonsense' WHERE kind = 'move' AND seq = 2", "not a move"),
        (
            'UPDATE journal SET body = \'{"move":"hit","by":"Ann","box":1}\' WHERE kind = \'move\' AND seq = 2',
            "the table refuses it",
        ),
        ("DELETE FROM sealed_orders", "the sealed order of this shuffle is missing"),
        ("UPDATE sealed_orders SET seal = 'another'", "the sealed order of this shuffle is missing"),
        ("UPDATE sealed_orders SET locked = zeroblob(200)", "does not open with this key"),
        ("DELETE FROM opened_orders", "the journal makes it, and it is not on record"),
        ("UPDATE opened_orders SET hands = 'x'", "hands is x on record, the journal makes"),
        (
            "INSERT INTO opened_orders SELECT table_id, 'never', salt, cards, hands, seed FROM opened_orders",
            "never: it is on record, and nothing in the journal makes it",
        ),
        (
            "PRAGMA ignore_check_constraints = ON; UPDATE journal SET kind = 'gift' WHERE kind = 'grant'",
            "there is no kind of line called gift",
        ),
        ("UPDATE rounds SET last_seq = last_seq + 1 WHERE round = 2", ", 2: last_seq is"),
        ("UPDATE rounds SET round = 9 WHERE round = 3", ", 9: it is on record, and nothing in the journal makes it"),
        ("INSERT INTO closed_tables VALUES ('nowhere')", "closed_tables nowhere: it is on record, and nothing"),
        ("UPDATE balances SET cents = cents - 1 WHERE account = 'house'", "balances house: cents is"),
        (
            "DELETE FROM balances WHERE account = 'player:Ann'",
            "balances player:Ann: the journal makes it, and it is not on record",
        ),
        (
            "UPDATE balances SET last_transfer = 3 WHERE account = 'house'",
            "balances house: last_transfer is",
        ),
        ("UPDATE balances SET last_transfer = 1 WHERE account = 'player:Ann'", None),
        ("UPDATE balances SET last_transfer = 2 WHERE account = 'player:Ann'", None),
        ("UPDATE sealed_orders SET n = n - 1", "a sealed order lies with what is no shuffle"),
        ("UPDATE journal SET body = '{}' WHERE kind = 'key'", "no key: "),
        (f"UPDATE transfers SET n = {_LINE_OF.format('key')} WHERE id = 1", "transfers with a key"),
        (f"UPDATE transfers SET n = {_LINE_OF.format('people')} WHERE id = 1", "transfers with a line of the register"),
        (
            "UPDATE journal SET body = '[[[]]]' WHERE kind = 'people' AND seq = 1",
            "(table people, move 1): no change of the register",
        ),
        ("UPDATE journal SET body = '{}' WHERE kind = 'open'", "not the opening of a table: "),
        ("UPDATE journal SET actor = 'Eve' WHERE kind = 'open'", "not the opening of a table"),
        (f"UPDATE transfers SET n = {_LINE_OF.format('open')} WHERE id = 2", "not the opening of a table"),
        (
            "UPDATE journal SET body = replace(body, '\"by_hand\":[]', '\"by_hand\":[\"king\"]') WHERE kind = 'open'",
            "no role is called king",
        ),
        (
            "UPDATE chains SET settled = 0 WHERE table_id LIKE 't%'",
            "settled is False; the chain is over, and looked at still",
        ),
        (
            "UPDATE chains SET settled = 1 WHERE table_id = 'bank'",
            "chains bank: settled is True; the chain is looked at no more, and it is not over",
        ),
    ],
)
def test_a_chain_made_anew_hides_nothing_that_the_tables_and_the_books_say(
    sqlite_db: str, key: Path, statement: str, sentence: str | None
) -> None:
    _played(sqlite_db, key, close=True)
    alter(sqlite_db, *statement.split("; "))
    rechain(sqlite_db)
    report = asyncio.run(audit_database(sqlite_db, key))
    assert report.wrong is None if sentence is None else sentence in str(report.wrong), report.wrong
    assert report.words().startswith("In order" if sentence is None else "WRONG")


def test_who_brings_more_to_a_table_than_they_have_is_found_though_the_table_takes_it(
    sqlite_db: str, key: Path
) -> None:
    """What lies in a bankroll no table knows: it is asked in the end, of all of them together."""
    _played(sqlite_db, key)
    alter(
        sqlite_db,
        "UPDATE journal SET body = replace(body, '\"cents\":100000}', '\"cents\":1000100}') WHERE body LIKE '%buy-in%'",
        "UPDATE transfers SET cents = 1000100 WHERE what = 'buy-in'",
    )
    rechain(sqlite_db)
    assert asyncio.run(audit_database(sqlite_db, key)).wrong == "ledger: player:Ann has -100 cents"


def test_the_money_of_a_table_that_is_not_dealt_again_is_followed_to_the_last_chip(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _played(sqlite_db, key, close=True)
    alter(sqlite_db, "UPDATE transfers SET cents = 100001 WHERE id = 3")
    rechain(sqlite_db)
    _other_version(monkeypatch)
    wrong = str(asyncio.run(audit_database(sqlite_db, key)).wrong)
    assert wrong.startswith("journal line 12 (table t")
    assert "chips:t" in wrong


def test_chips_that_lie_at_a_table_otherwise_than_in_the_books_are_found(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is counted after every move, although the transfers are those that its facts make."""
    _played(sqlite_db, key)
    monkeypatch.setattr(Cashier, "disagrees", lambda of, state: "Ann has 5 cents more" if state.in_round else None)
    wrong = str(asyncio.run(audit_database(sqlite_db, key)).wrong)
    assert wrong.startswith("journal line 13 (table t")
    assert wrong.endswith(", move 9): Ann has 5 cents more")


@pytest.mark.parametrize(
    ("kept", "sentence"),
    [
        (m.to_json(m.Sit(by="Ann", box=1)), "what lies in the vault is no shuffle"),
        (
            m.to_json(m.CommitSeed(by="dealer", seed="ab" * 512)),
            "the order in the vault is not the one that was sealed",
        ),
        (b"nonsense", "not a move"),
    ],
)
def test_another_thing_in_the_vault_is_found_though_it_lies_under_the_house_s_key(
    sqlite_db: str, key: Path, kept: bytes, sentence: str
) -> None:
    _played(sqlite_db, key)
    vault = open_vault(key, make=False)
    assert vault is not None
    with lifted(sqlite_db) as connection:
        asked = "SELECT j.n, table_id, seq, seal FROM journal j JOIN sealed_orders s ON s.n = j.n"
        ((n, *its),) = connection.execute(asked)
        locked = vault.lock(kept, name_in_vault(*its))
        connection.execute("UPDATE sealed_orders SET locked = ? WHERE n = ?", (locked, n))
    rechain(sqlite_db)
    wrong = str(asyncio.run(audit_database(sqlite_db, key)).wrong)
    assert wrong.startswith(f"journal line {n} (table {its[0]}, move {its[1]}): ")
    assert sentence in wrong


def test_who_was_known_before_the_register_stands_in_its_first_line_only(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await Player.come(house, "Ann")
            await Player.come(house, "Bob")

    asyncio.run(scene())
    alter(sqlite_db, f"UPDATE journal SET rule = '{FOUND}' WHERE kind = 'people' AND seq = 2")
    rechain(sqlite_db)
    wrong = str(asyncio.run(audit_database(sqlite_db, key)).wrong)
    assert wrong.endswith("(table people, move 2): who was known before the register stands in its first line only")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("Ann", "a second practice bankroll for Ann"), ("Nobody", "a grant to Nobody, whom nobody knows")],
)
def test_a_grant_is_one_a_person_and_to_somebody_whom_the_house_knows(
    sqlite_db: str, key: Path, name: str, sentence: str
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await Player.come(house, "Ann")
            await Player.come(house, "Bob")

    asyncio.run(scene())
    alter(
        sqlite_db,
        f"UPDATE journal SET body = replace(body, 'Bob', '{name}') WHERE kind = 'grant'",
        f"UPDATE transfers SET target = replace(target, 'Bob', '{name}')",
    )
    rechain(sqlite_db)
    assert str(asyncio.run(audit_database(sqlite_db, key)).wrong).endswith(sentence)


@pytest.mark.parametrize("table", ["rounds", "balances", "chains", "accounts"])
def test_what_the_audit_cannot_make_anything_of_is_wrong_and_has_its_place(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    def odd(name: str, row: Mapping[str, Any]) -> dict[str, Any]:
        if name == table:
            raise ValueError("nobody has thought of that")
        return digested(name, row)

    _played(sqlite_db, key)
    monkeypatch.setattr(audit_lists, "digested", odd)
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong == f"{table}: it cannot be checked: ValueError: nobody has thought of that"


def test_who_takes_along_to_another_name_less_than_there_is_is_found(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            guest, _ = await house.guest("Gus")
            await house.upgrade(guest, "correct horse", "August")

    asyncio.run(scene())
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None
    alter(
        sqlite_db,
        "UPDATE journal SET body = replace(body, '1000000', '999997') WHERE body LIKE '{\"grant\":\"August\"%'",
        "UPDATE transfers SET cents = 999997 WHERE source = 'player:Gus'",
    )
    rechain(sqlite_db)
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong == "ledger: player:Gus has 3 cents, and was to take everything along"


@pytest.mark.parametrize(
    ("table", "column", "which"),
    [
        ("accounts", "name_key", "name = 'Ann'"),
        ("journal", "actor", "n = (SELECT max(n) FROM journal)"),
        ("transfers", "what", "id = (SELECT max(id) FROM transfers)"),
        ("round_players", "name", "round = 2"),
    ],
)
def test_bytes_that_are_no_text_are_found_where_they_are_and_what_is_no_text_anyway_is_not(
    sqlite_db: str, key: Path, table: str, column: str, which: str
) -> None:
    """An answer to a request is bytes as it should be."""
    _played(sqlite_db, key, close=True)
    alter(
        sqlite_db,
        "INSERT INTO requests (actor, client_id, asked, answer, at_ms) VALUES ('Ann', 'x', 'y', x'ff', 1)",
        f"UPDATE {table} SET {column} = CAST(x'41ff' AS TEXT) WHERE {which}",
    )
    report = asyncio.run(audit_database(sqlite_db, key))
    assert str(report.wrong).startswith(f"{table} ")
    assert str(report.wrong).endswith(f" (in hexadecimal): {column} is no text")


def test_a_clock_that_is_set_back_does_not_set_the_journal_back(sqlite_db: str, key: Path) -> None:
    async def scene() -> list[int]:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            await Player.come(house, "Ann")
            clock.ms -= 5_000
            await Player.come(house, "Bob")
            j = schema.journal
            return [row.at_ms for row in await house.database.rows(j.select().order_by(j.c.n))]

    times = asyncio.run(scene())
    assert len(times) == 5
    assert times == sorted(times)
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None


@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"hash": "0" * 64}, "of the journal is not move"),
        ({"seq": 7_000}, "of the journal is not move"),
        ({"n": 7_000}, "line 7000 of the journal is not move"),
    ],
)
def test_a_head_made_anew_that_names_what_is_not_there_is_found(
    sqlite_db: str, key: Path, other: dict[str, object], sentence: str
) -> None:
    _played(sqlite_db, key)
    _name_otherwise(sqlite_db, other)
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong is not None
    assert sentence in wrong


def _name_otherwise(db: str, other: dict[str, object]) -> None:
    """The last end of the last head is another, and the head has the hash of that."""
    with lifted(db) as connection:
        h, at_ms, body = connection.execute("SELECT h, at_ms, body FROM heads ORDER BY h DESC LIMIT 1").fetchone()
        before = connection.execute("SELECT hash FROM heads WHERE h = ?", (h - 1,)).fetchone()
        head = msgspec.json.decode(body, type=Head)
        ends = (*head.ends[:-1], msgspec.structs.replace(head.ends[-1], **other))
        body = msgspec.json.encode(Head(ends)).decode()
        hashed = head_chained(before[0] if before else GENESIS, h, at_ms, body)
        connection.execute("UPDATE heads SET body = ?, hash = ? WHERE h = ?", (body, hashed, h))


def test_only_the_first_head_tells_of_lines_from_before_each_table_had_a_chain(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.notary.roll()
            await Player.come(house, "Ann")
            await house.notary.roll()

    asyncio.run(scene())
    with lifted(sqlite_db) as connection:
        first, *rest = connection.execute("SELECT h, at_ms, body, hash FROM heads ORDER BY h").fetchall()
        h, at_ms, body, _ = rest[0]
        assert h == 2
        body = msgspec.json.encode(msgspec.structs.replace(msgspec.json.decode(body, type=Head), until=1)).decode()
        hashed = head_chained(first[3], h, at_ms, body)
        connection.execute("DELETE FROM heads WHERE h > 2")
        connection.execute("UPDATE heads SET body = ?, hash = ? WHERE h = 2", (body, hashed))
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong == "heads 2: only the first tells of lines from before each table had a chain"


def test_a_head_that_names_a_table_no_further_than_one_before_it_is_found(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await Player.come(house, "Ann")
            await house.notary.roll()
            await Player.come(house, "Bob")
            await house.notary.roll()

    asyncio.run(scene())
    with lifted(sqlite_db) as connection:
        first, second, *_ = connection.execute(
            "SELECT h, at_ms, body, hash FROM heads ORDER BY h DESC LIMIT 2"
        ).fetchall()[::-1]
        ends = [end for end in msgspec.json.decode(first[2], type=Head).ends if end.table == "people"]
        assert ends
        body = msgspec.json.encode(Head(tuple(ends))).decode()
        hashed = head_chained(first[3], second[0], second[1], body)
        connection.execute("UPDATE heads SET body = ?, hash = ? WHERE h = ?", (body, hashed, second[0]))
    wrong = asyncio.run(audit_database(sqlite_db, key)).wrong
    assert wrong == f"heads {second[0]}: people stood further than at move {ends[0].seq} before"


def test_a_head_that_is_none_is_found_though_its_hash_is_made_anew(sqlite_db: str, key: Path) -> None:
    _played(sqlite_db, key)
    with lifted(sqlite_db) as connection:
        h, at_ms = connection.execute("SELECT h, at_ms FROM heads ORDER BY h DESC LIMIT 1").fetchone()
        before = connection.execute("SELECT hash FROM heads WHERE h = ?", (h - 1,)).fetchone()
        hashed = head_chained(before[0] if before else GENESIS, h, at_ms, "[]")
        connection.execute("UPDATE heads SET body = '[]', hash = ? WHERE h = ?", (hashed, h))
    assert str(asyncio.run(audit_database(sqlite_db, key)).wrong).startswith(f"heads {h}: no head: ")


def test_a_house_to_which_nobody_has_come_is_in_order(sqlite_db: str, key: Path) -> None:
    """Its bank has no line yet, and is a chain all the same."""

    async def scene() -> None:
        async with house_on(sqlite_db, key):
            pass
        report = await audit_database(sqlite_db, key)
        assert (report.wrong, report.transfers) == (None, 0)

    asyncio.run(scene())
