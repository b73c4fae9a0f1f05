"""The limits of a house that no settings file changes, told beside those that one does."""

from pitboss.house.adviser import ANSWER_SECONDS_MAX
from pitboss.house.exam_room import EXAMS_PER_CLASS_MAX
from pitboss.house.frames import FRAGMENTS_MAX, WAITING_BYTES_MAX
from pitboss.house.guesses import DEVICES_MAX
from pitboss.house.instructor import CLASSES_MOST
from pitboss.house.long_rounds import CHECKPOINT_MOVES_LEAST, CHECKPOINT_MOVES_MOST, MOVES_LONG, MOVES_MOST
from pitboss.house.office import ORDER_BYTES_MAX
from pitboss.house.operator import GRANT_CENTS_MAX
from pitboss.house.practice import PRACTICE_MOVES_MOST
from pitboss.house.protocol import MESSAGE_BYTES_MAX
from pitboss.house.relay import WAITING_MAX
from pitboss.house.review import REVIEWED_MAX
from pitboss.house.search import EXPORTED_MAX
from pitboss.house.serving import FRAME_BYTES_MAX
from pitboss.house.telling import FACTS_TOLD_AT_JOIN_MAX
from pitboss.house.turns import INBOX_MOVES_MAX
from pitboss.procedure.state import INTERRUPTIONS_MAX

FIXED = (
    ("moves_long", MOVES_LONG, "moves of a table that comes to no rest, before only what it asks for is taken"),
    ("moves_most", MOVES_MOST, "such moves before the house orders the table closed"),
    ("checkpoint_moves_least", CHECKPOINT_MOVES_LEAST, "moves between two checkpoints, the later after a shuffle"),
    ("checkpoint_moves_most", CHECKPOINT_MOVES_MOST, "moves after which there is a checkpoint in mid-shoe"),
    ("practice_moves_most", PRACTICE_MOVES_MOST, "moves that a practice table keeps"),
    ("interruptions_max", INTERRUPTIONS_MAX, "things ordered or reported at one table, each before the last was done"),
    ("inbox_moves_max", INBOX_MOVES_MAX, "moves that wait at one table; one more is told `busy`"),
    ("message_bytes_max", MESSAGE_BYTES_MAX, "the size of a message on a socket"),
    ("frame_bytes_max", FRAME_BYTES_MAX, "the size of a frame on a socket, and of the headers of a request"),
    ("fragments_max", FRAGMENTS_MAX, "the fragments of one message"),
    ("waiting_bytes_max", WAITING_BYTES_MAX, "what waits for a socket that does not read, before the house hangs up"),
    ("waiting_max", WAITING_MAX, "messages of one client that wait until another process of the house is reached"),
    ("facts_told_at_join_max", FACTS_TOLD_AT_JOIN_MAX, "facts told to whoever joins a table"),
    ("answer_seconds_max", ANSWER_SECONDS_MAX, "how long somebody waits for advice"),
    ("devices_max", DEVICES_MAX, "names that one browser is known for"),
    ("exported_max", EXPORTED_MAX, "rounds in one file of a search"),
    ("reviewed_max", REVIEWED_MAX, "rounds that a review goes through, the latest"),
    ("exams_per_class_max", EXAMS_PER_CLASS_MAX, "examinations set for one class"),
    ("classes_most", CLASSES_MOST, "classes of one instructor"),
    ("grant_cents_max", GRANT_CENTS_MAX, "one grant of practice chips"),
    ("order_bytes_max", ORDER_BYTES_MAX, "the size of an order of `pitboss admin`"),
)


def words() -> str:
    """Every one of them with what it means, as notes of a settings file: it could not change them."""
    width = max(len(f"{name} = {value}") for name, value, _ in FIXED)
    lines = [f"#   {f'{name} = {value}':<{width}}  {meaning}" for name, value, meaning in FIXED]
    return "\n".join(["", "# Fixed, whatever a settings file says:", *lines])
