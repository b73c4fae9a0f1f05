"""Structured logs: one JSON object a line, without passwords, tokens, cards or orders."""

import json
import logging
import sys
import traceback
from typing import Any

_OURS = {"message", "asctime", "taskName", "color_message"}
_USUAL = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | _OURS


class JsonLines(logging.Formatter):
    """What happened, when, and the fields that go with it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {
            name: value for name, value in record.__dict__.items() if name not in _USUAL and name != "color_message"
        }
        if record.exc_info is not None and record.exc_info[1] is not None:
            error = record.exc_info[1]
            line["error"] = type(error).__name__
            # Where, but not what was said there: a message may carry a sealed order.
            frames = traceback.extract_tb(error.__traceback__)[-8:]
            line["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line, ensure_ascii=False, default=str)


def begin(level: int = logging.INFO) -> None:
    """Write logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for noisy in ("uvicorn.error", "uvicorn.access", "websockets", "aiosqlite", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
