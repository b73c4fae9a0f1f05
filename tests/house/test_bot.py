"""The example bot plays through the protocol as its documentation says."""

import asyncio
import sys
from pathlib import Path

import pytest

from pitboss.house.audit import audit_database
from pitboss.house.receipts import read
from tests.house.kit import serving

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.mark.parametrize("game", ["double-attack-pa", "double-deck-house"])
def test_the_example_bot_plays_a_hundred_rounds_and_its_receipts_fit(
    sqlite_db: str, key: Path, game: str, tmp_path: Path
) -> None:
    receipts = tmp_path / "receipts"

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            words = (str(BOT), url, "--game", game, "--rounds", "100", "--receipts", str(receipts))
            process = await asyncio.create_subprocess_exec(sys.executable, *words, stdout=asyncio.subprocess.PIPE)
            said, _ = await process.communicate()
            assert process.returncode == 0
            assert f"100 rounds of {game}" in said.decode()
            assert max(live.table.state.round for live in house.tables.values()) == 100

    asyncio.run(scene())
    report = asyncio.run(audit_database(sqlite_db, key, read(receipts)))
    assert report.wrong is None
    assert report.receipts > 200
