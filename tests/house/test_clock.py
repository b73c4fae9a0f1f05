"""The clocks of the house count milliseconds."""

import asyncio
import time

import pytest

from pitboss.house.clock import Clock


def test_both_clocks_count_whole_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000_123_999_999)
    monkeypatch.setattr(time, "monotonic_ns", lambda: 5_000_999_999)
    assert (Clock().wall_ms(), Clock().now_ms()) == (1_700_000_000_123, 5_000)


def test_something_is_called_after_so_many_milliseconds_unless_it_is_cancelled() -> None:
    async def scene() -> list[str]:
        called: list[str] = []
        loop = asyncio.get_running_loop()
        before = loop.time()
        later = Clock().after(2_500, lambda: called.append("later"))
        assert later.when() >= before + 2.5
        later.cancel()
        Clock().after(0, lambda: called.append("now"))
        await asyncio.sleep(0.001)
        return called

    assert asyncio.run(scene()) == ["now"]
