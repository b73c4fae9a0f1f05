"""Schemathesis on the HTTP API as it describes itself: no server error, and answers as described."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.house.kit import serving, session


def _run(db: str, key: Path, examples: int) -> None:
    async def scene() -> None:
        async with serving(db, key) as (url, house):
            cookie, _ = await session(url, "Ann")
            process = await asyncio.create_subprocess_exec(
                str(Path(sys.executable).parent / "schemathesis"),
                "run",
                f"{url}/openapi.json",
                "--checks=not_a_server_error,status_code_conformance,content_type_conformance",
                f"--max-examples={examples}",
                "--seed=7",
                "--generation-database=none",
                "--no-color",
                "--phases=examples,coverage,fuzzing",
                f"--header=Cookie: {cookie}",
                "--exclude-path=/api/logout",
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                cwd=key.parent,
            )
            said, _ = await process.communicate()
            assert process.returncode == 0, said.decode()[-6000:]
            assert house.failure is None

    asyncio.run(scene())


def test_the_api_answers_as_it_says(sqlite_db: str, key: Path) -> None:
    _run(sqlite_db, key, 6)


@pytest.mark.slow
def test_the_api_answers_as_it_says_at_length(db: str, key: Path) -> None:
    _run(db, key, 300)
