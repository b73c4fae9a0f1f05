"""What a notebook shows of a result: the few figures that matter, in a line or as a small table."""

from abc import ABC, abstractmethod
from html import escape


class Shown(ABC):
    """Something with a title and a few figures."""

    @abstractmethod
    def _figures(self) -> tuple[str, list[tuple[str, str]]]:
        """What it is called, and the figures by name."""

    def __repr__(self) -> str:
        title, rows = self._figures()
        return f"<{type(self).__name__} {title}: {', '.join(f'{name} {value}' for name, value in rows)}>"

    def _repr_html_(self) -> str:
        title, rows = self._figures()
        cells = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows)
        return f"<table><caption>{escape(title)}</caption>{cells}</table>"
