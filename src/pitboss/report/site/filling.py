"""The templates of the generated pages."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined

FOLDER = files("pitboss.report.site") / "templates"


@cache
def _environment() -> Environment:
    def text(name: str) -> str:
        return (FOLDER / name).read_text(encoding="utf-8")

    return Environment(
        loader=FunctionLoader(text), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def filled(name: str, **values: object) -> str:
    """A template with its values."""
    return _environment().get_template(name).render(**values)
