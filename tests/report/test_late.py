"""Nobody is told to wait for an answer that is there at once."""

import threading

import pytest

from pitboss.report import late


def _until_said() -> None:
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()


@pytest.mark.parametrize(("sentence", "after", "said"), [("Wait.", 0.0, "Wait.\n"), ("", 0.0, "")])
def test_a_sentence_is_said_where_it_takes_long(
    sentence: str, after: float, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(late, "AFTER_SECONDS", after)
    with late.said_if_late(sentence):
        _until_said()
    assert capsys.readouterr().err == said


def test_what_is_refused_at_once_is_said_alone(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no"), late.said_if_late("Wait."):
        raise ValueError("no")
    _until_said()
    assert capsys.readouterr().err == ""
