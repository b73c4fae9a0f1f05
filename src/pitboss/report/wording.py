"""How figures are written in reports and cards."""

NOT_LAWFUL = "not as the law has it"
IN_FORCE = "in force"


def once_in(chance: float) -> str:
    """How often something comes: `1 in 1,234.5`."""
    return f"1 in {1 / chance:,.1f}" if chance else "never"


def percent(x: float, digits: int = 4) -> str:
    """A share as people read it; what rounds to nothing has no minus."""
    return f"{100 * x:z.{digits}f}%"


def signed(x: float, digits: int = 4) -> str:
    """A difference in percentage points."""
    return f"{100 * x:+z.{digits}f}"


def first_upper(name: str) -> str:
    """A name at the beginning of a line; the rest of it stays as it is written."""
    return name[:1].upper() + name[1:]


def first_lower(name: str) -> str:
    """A title within a line."""
    return name[:1].lower() + name[1:]
