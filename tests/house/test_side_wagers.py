"""A table of a variant file in the house: its side wagers are offered, told, booked and still there after a restart."""

import asyncio
from dataclasses import replace
from pathlib import Path

from pitboss.house import archive, lobby
from pitboss.house.amounts import amounts
from pitboss.house.protocol import Range
from pitboss.house.settings import UNHURRIED
from pitboss.rules.variant import load
from tests import facts as f
from tests import moves as m
from tests.house.kit import Player, house_on, to_betting

EXAMPLE = Path(__file__).parents[2] / "examples" / "over_under_13.toml"
SETTINGS = replace(UNHURRIED, variants=(str(EXAMPLE),))
PLAIN = load("double-back-jack-pa")
SAID = ("Over and Under", "A. Inventor", "Two wagers on two cards.")


def test_a_house_deals_the_side_wagers_of_a_file(tmp_path: Path) -> None:
    async def play() -> None:
        db = str(tmp_path / "house.db")
        async with house_on(db, settings=SETTINGS) as house:
            await house.open_house_tables()
            (live,) = [one for one in house.tables.values() if one.table.rules.wagers.side_wagers]
            ann = await Player.come(house, "ann")
            await to_betting(ann, live)
            assert "wager:over-13" not in amounts(live.table, "ann"), "there is no bet yet"
            await ann.move(live, m.Wager, box=1, cents=25_00)
            offered = amounts(live.table, "ann")
            assert offered["wager:over-13"] == offered["wager:under-13"] == Range(least=1_00, most=25_00, step=1_00)
            await ann.move(live, m.Wager, box=1, cents=5_00, wager="over-13")
            await ann.move(live, m.Ready)
            decided = [
                fact
                for fact in live.table.facts
                if isinstance(fact, f.WagerPaid | f.WagerCollected) and fact.wager == "over-13"
            ]
            assert len(decided) == 1
            known = live.id, live.table.rules.hash
        async with house_on(db, settings=SETTINGS) as house:
            await house.open_house_tables()
            again = [one for one in house.tables.values() if one.table.rules.wagers.side_wagers]
            assert [(one.id, one.table.rules.hash) for one in again] == [known], "it is the same table, and only one"

    asyncio.run(play())


def test_what_a_variant_says_of_itself_and_pays_is_told_where_its_title_stands(tmp_path: Path) -> None:
    """Title, author and note come with the table and in the lobby, after a restart too; what it pays is its own."""
    own = tmp_path / "own.toml"
    title, author, note = SAID
    own.write_text(f'from = "{EXAMPLE}"\ntitle = "{title}"\nauthor = "{author}"\nnote = "{note}"\n')
    settings, db = replace(UNHURRIED, variants=(str(own),)), str(tmp_path / "house.db")

    async def look() -> None:
        for _ in range(2):
            async with house_on(db, settings=settings) as house:
                await house.open_house_tables()
                (live,) = [one for one in house.tables.values() if one.table.rules.wagers.side_wagers]
                told, shown = live._telling.whole(live.table, "ann", 0), lobby.card(live)
                assert (told.title, told.author, told.note) == (shown.title, shown.author, shown.note) == SAID
                paid = {one.what: one.odds for one in told.pays}
                assert paid["Over 13: over 13"] == "1 to 1"
                (plain,) = [one for one in house.tables.values() if one.table.rules.hash == PLAIN.hash]
                assert (lobby.card(plain).author, lobby.card(plain).note) == ("", "")
                recipe = await archive.recipe_of(house.database, live.id)
                assert recipe is not None
                assert archive.rules_of(recipe).note == note

    asyncio.run(look())
