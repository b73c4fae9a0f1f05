"""A pytest plugin that leaves out what needs a PostgreSQL of its own: a fork would start one that nobody stops."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    apart = [item for item in items if "postgres" in getattr(item, "fixturenames", ())]
    config.hook.pytest_deselected(items=apart)
    items[:] = [item for item in items if "postgres" not in getattr(item, "fixturenames", ())]
