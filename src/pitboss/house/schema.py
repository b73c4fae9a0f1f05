"""The tables of the database and the rules it enforces by itself.

What is written is never changed: triggers refuse it. A balance changes only by a transfer that is there, so the sum
over all accounts stays zero, and only the house may be below zero. The program checks first; the database makes sure.
A new database is made from here; an older one is brought here step by step, by `migrations/`.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData()

accounts = Table(
    "accounts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("name_key", String(40), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("password_hash", Text, info={"secret": True}),
    Column("made_at_ms", BigInteger, nullable=False),
    Column("disabled", Boolean, nullable=False, server_default=false()),
    Column("formerly", String(40)),  # the guest who became this account under another name
    CheckConstraint("role IN ('guest', 'player', 'dealer', 'floorperson', 'auditor', 'instructor')"),
)
sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("name", String(40), ForeignKey("accounts.name"), nullable=False),
    Column("expires_at_ms", BigInteger, nullable=False),
)
invitations = Table(
    "invitations",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("used", Boolean, nullable=False),
    Column("expires_at_ms", BigInteger),
    Column("class_name", String(40)),  # who comes in with it joins that class; it is then good for many
)
classes = Table(
    "classes",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("made_at_ms", BigInteger, nullable=False),
)
class_members = Table(
    "class_members",
    metadata,
    Column("class_name", String(40), ForeignKey("classes.name"), primary_key=True),
    Column("name", String(40), ForeignKey("accounts.name"), primary_key=True),
)
standing_orders = Table(
    "standing_orders",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
removals = Table(
    "removals",  # whom the operator has ordered out of a table, until they are gone
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("rule", Text, nullable=False),
)
log_ends = Table(
    "log_ends",  # the last line of the security log that was forgotten, and the last that the journal knows
    metadata,
    Column("which", String(8), primary_key=True),
    Column("id", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    CheckConstraint("which IN ('gone', 'last')"),
)
security_log = Table(
    "security_log",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("event", String(40), nullable=False),
    Column("name", String(40), nullable=False),
    Column("place", Text, nullable=False),
    Column("detail", Text, nullable=False),
    Column("hash", String(64), nullable=False, server_default=""),  # over the line before it too
)
chains = Table(
    "chains",  # every chain of the journal: who writes to it, under which epoch, and where it ends
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("epoch", BigInteger, nullable=False),
    Column("process", String(32)),  # nobody's, if none
    Column("seq", Integer, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("writes", BigInteger, nullable=False),  # how many transactions have claimed it
    Column("settled", Boolean, nullable=False, server_default=false()),  # it is over, and its end is in a head
    Index("chains_going_on", "process", postgresql_where=text("NOT settled"), sqlite_where=text("NOT settled")),
)
requests = Table(
    "requests",  # what somebody asked for under an id and was made, with what came of it, locked: kept for a while
    metadata,
    Column("actor", String(40), primary_key=True),
    Column("client_id", String(64), primary_key=True),
    Column("asked", String(64), nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("requests_by_time", "at_ms"),
)
counters = Table(
    "counters",  # from which processes draw the numbers of lines and transfers, a block at a time
    metadata,
    Column("name", String(16), primary_key=True),
    Column("next", BigInteger, nullable=False),
)
processes = Table(
    "processes",  # who is at work; alive until so many milliseconds by the database's own clock
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("draining", Boolean, nullable=False),
    Column("told_to_stop", Boolean, nullable=False, server_default=false()),  # by whoever runs the house
)
whereabouts = Table(
    "whereabouts",  # which process has a live table, and what the lobby shows of it, to everybody or to one
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("process", String(32), nullable=False),
    Column("card", Text, nullable=False),
    Column("only_for", Text),
)
heads = Table(
    "heads",  # the chain over all chains: each line names the ends of those that have grown
    metadata,
    Column("h", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
)
rolled = Table(
    "rolled",  # up to where each chain stands in a head
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, nullable=False),
)
journal = Table(
    "journal",
    metadata,
    Column("n", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("actor", String(40), nullable=False),
    Column("client_id", String(64)),
    Column("rule", Text),
    Column("at_ms", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False, unique=True),
    CheckConstraint("kind IN ('open', 'move', 'grant', 'people', 'key')"),
    UniqueConstraint("table_id", "seq"),
    UniqueConstraint("table_id", "actor", "client_id"),
)
sealed_orders = Table(
    "sealed_orders",
    metadata,
    Column("n", BigInteger, ForeignKey("journal.n"), primary_key=True, autoincrement=False),
    Column("seal", String(64), nullable=False),
    Column("locked", LargeBinary, nullable=False),
)
checkpoints = Table(
    "checkpoints",  # an open table whole, locked, as it was after a move; its digest is in the chain of the journal
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("n", BigInteger, ForeignKey("journal.n"), nullable=False, unique=True),
    Column("digest", String(64), nullable=False),
    Column("locked", LargeBinary, nullable=False),
)
opened_orders = Table(
    "opened_orders",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seal", String(64), primary_key=True),
    Column("salt", String(64), nullable=False),
    Column("cards", Text, nullable=False),
    Column("hands", Text, nullable=False, server_default=""),
    Column("seed", Text, nullable=False, server_default=""),
)
closed_tables = Table("closed_tables", metadata, Column("table_id", String(32), primary_key=True))
rounds = Table(
    "rounds",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("n", BigInteger, ForeignKey("journal.n"), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Index("rounds_by_n", "n", "round"),
)
round_marks = Table(
    "round_marks",  # what a round that ended with a line is found by: clauses, and what was irregular
    metadata,
    Column("n", BigInteger, ForeignKey("journal.n"), primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("mark", String(80), primary_key=True),
    Index("round_marks_by_mark", "mark", "n"),
    sqlite_with_rowid=False,
)
round_players = Table(
    "round_players",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), primary_key=True),
    Column("net_cents", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
    ForeignKeyConstraint(["table_id", "round"], ["rounds.table_id", "rounds.round"]),
    Index("round_players_by_name", "name", "n"),
)
transfers = Table(
    "transfers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("n", BigInteger, ForeignKey("journal.n"), nullable=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("round", Integer, nullable=False),
    Column("what", Text, nullable=False),
    Column("clauses", Text, nullable=False),
    CheckConstraint("target <> source"),
    CheckConstraint("cents > 0"),
    Index("transfers_by_round", "table_id", "round"),
)
balances = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("cents", BigInteger, nullable=False),
    Column("last_transfer", BigInteger, ForeignKey("transfers.id"), nullable=False),
    CheckConstraint("cents >= 0 OR account = 'house'"),
)

# The school: what was asked and answered, and tests as they were given, taken and scored. A guest who practised may be
# forgotten, so their names refer to nobody.
drill_sheets = Table(
    "drill_sheets",  # one drill of one game by one person, for as long as they come back to it
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("game", String(80), nullable=False),
    Column("rules_hash", String(64), nullable=False),
    Column("drill", String(40), nullable=False),
    Column("made_by", String(16), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("made_at_ms", BigInteger, nullable=False),
    Index("drill_sheets_by_name", "name"),
)
drill_answers = Table(
    "drill_answers",
    metadata,
    Column("sheet", String(32), ForeignKey("drill_sheets.id"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("item_key", Text, nullable=False),
    Column("item", String(64), nullable=False),  # the digest of what was asked, with its right answers
    Column("given", Text, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("took_ms", BigInteger, nullable=False),
    Column("clauses", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)
exams = Table(
    "exams",  # a table test, given to a class
    metadata,
    Column("id", String(32), primary_key=True),
    Column("class_name", String(40), ForeignKey("classes.name"), nullable=False),
    Column("test", Text, nullable=False),
    Column("given_by", String(40), nullable=False),
    Column("given_at_ms", BigInteger, nullable=False),
    Column("closed", Boolean, nullable=False),
)
sittings = Table(
    "sittings",  # somebody takes it; the score is there when it is over
    metadata,
    Column("id", String(32), primary_key=True),
    Column("exam", String(32), ForeignKey("exams.id"), nullable=False),
    Column("name", String(40), nullable=False),
    Column("made_by", String(16), nullable=False),
    Column("seed", String(64), nullable=False),
    Column("began_at_ms", BigInteger, nullable=False),
    Column("ended_at_ms", BigInteger),
    Column("score", Text),
    UniqueConstraint("exam", "name"),
)
sitting_lines = Table(
    "sitting_lines",  # every answer and every act
    metadata,
    Column("sitting", String(32), ForeignKey("sittings.id"), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

# What is in these follows from lines of the journal: see `register`.
SCHOOL = (drill_sheets, drill_answers, exams, sittings, sitting_lines)
REGISTER = (accounts, sessions, invitations, classes, class_members, standing_orders, removals, log_ends, *SCHOOL)
APPEND_ONLY = (
    *(journal, sealed_orders, checkpoints, opened_orders, closed_tables),
    *(rounds, round_players, round_marks, transfers, heads),
)
OF_THE_MOMENT = (processes, whereabouts, requests)  # who is at work now, what was just asked; no copy has it
# A sealed order is locked again, and stays what it is, when a line of the journal for another key says so.
_NEW_KEY = (
    "NEW.n = OLD.n AND NEW.seal = OLD.seal AND EXISTS (SELECT 1 FROM journal k"
    " WHERE k.table_id = 'key' AND k.n > OLD.n AND k.body LIKE '%[' || OLD.n || ',%')"
)
# So is a checkpoint, whose content the chain of the journal has by its digest.
_SAME_CHECKPOINT = "NEW.n = OLD.n AND NEW.table_id = OLD.table_id AND NEW.seq = OLD.seq AND NEW.digest = OLD.digest"
_LOCKED_AGAIN = {sealed_orders.name: _NEW_KEY, checkpoints.name: _SAME_CHECKPOINT}

# The amount by which the transfer a balance names changes that account.
_BY_ITS_TRANSFER = (
    "(SELECT CASE WHEN t.target = NEW.account THEN t.cents WHEN t.source = NEW.account THEN -t.cents END"
    " FROM transfers t WHERE t.id = NEW.last_transfer)"
)
# Many processes write transfers, each with numbers of its own: a balance names one of the transaction that changes it.
_OF_NOW = "t.xmin = pg_current_xact_id()::xid"
# A line follows the last of its chain; the register's three begin with their first line, a table with its opening.
_NOT_NEXT = (
    "NEW.seq <> coalesce((SELECT max(seq) + 1 FROM journal WHERE table_id = NEW.table_id),"
    " CASE WHEN NEW.table_id IN ('people', 'bank', 'key') THEN 1 ELSE 0 END)"
    " OR NEW.n <= coalesce((SELECT n FROM journal WHERE table_id = NEW.table_id ORDER BY seq DESC LIMIT 1), 0)"
)


def _sqlite_rules() -> list[str]:
    rules = []
    for name in (table.name for table in APPEND_ONLY):
        for act in ("UPDATE", "DELETE"):
            unless = f" WHEN NOT ({_LOCKED_AGAIN[name]})" if name in _LOCKED_AGAIN and act == "UPDATE" else ""
            rules.append(
                f"CREATE TRIGGER {name}_no_{act.lower()} BEFORE {act} ON {name}{unless}"
                f" BEGIN SELECT RAISE(ABORT, '{name} is append-only'); END"
            )
    rules += [
        f"CREATE TRIGGER balances_begin BEFORE INSERT ON balances WHEN NEW.cents IS NOT {_BY_ITS_TRANSFER}"
        " BEGIN SELECT RAISE(ABORT, 'a balance begins with a transfer'); END",
        "CREATE TRIGGER balances_follow BEFORE UPDATE ON balances WHEN NEW.account IS NOT OLD.account"
        f" OR NEW.last_transfer <= OLD.last_transfer OR NEW.cents - OLD.cents IS NOT {_BY_ITS_TRANSFER}"
        " BEGIN SELECT RAISE(ABORT, 'a balance changes by a transfer only'); END",
        "CREATE TRIGGER balances_stay BEFORE DELETE ON balances"
        " BEGIN SELECT RAISE(ABORT, 'a balance is never deleted'); END",
        f"CREATE TRIGGER journal_in_order BEFORE INSERT ON journal WHEN {_NOT_NEXT}"
        " BEGIN SELECT RAISE(ABORT, 'a chain of the journal has no gaps'); END",
        "CREATE TRIGGER transfers_in_order BEFORE INSERT ON transfers"
        " WHEN NEW.id <= (SELECT coalesce(max(id), 0) FROM transfers)"
        " BEGIN SELECT RAISE(ABORT, 'the ledger is written in order'); END",
        # No UPSERT: the row it tries first may be below zero, which the account's check would refuse.
        "CREATE TRIGGER transfers_post AFTER INSERT ON transfers BEGIN"
        " UPDATE balances SET cents = cents - NEW.cents, last_transfer = NEW.id WHERE account = NEW.source;"
        " INSERT INTO balances SELECT NEW.source, -NEW.cents, NEW.id"
        "  WHERE NOT EXISTS (SELECT 1 FROM balances WHERE account = NEW.source);"
        " UPDATE balances SET cents = cents + NEW.cents, last_transfer = NEW.id WHERE account = NEW.target;"
        " INSERT INTO balances SELECT NEW.target, NEW.cents, NEW.id"
        "  WHERE NOT EXISTS (SELECT 1 FROM balances WHERE account = NEW.target);"
        " END",
    ]
    return rules


def _postgres_rules() -> list[str]:
    rules = [
        "CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$",
    ]
    for name, same in _LOCKED_AGAIN.items():
        rules.append(
            f"CREATE FUNCTION {name}_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF TG_OP = 'UPDATE' THEN IF {same} THEN RETURN NEW; END IF; END IF;"
            f" RAISE EXCEPTION '{name} is append-only'; END $$"
        )
    for name in (table.name for table in APPEND_ONLY):
        function = f"{name}_stay" if name in _LOCKED_AGAIN else "append_only"
        rules.append(
            f"CREATE TRIGGER {name}_append_only BEFORE UPDATE OR DELETE ON {name}"
            f" FOR EACH ROW EXECUTE FUNCTION {function}()"
        )
        rules.append(f"CREATE TRIGGER {name}_no_truncate BEFORE TRUNCATE ON {name} EXECUTE FUNCTION append_only()")
    rules += [
        "CREATE FUNCTION balances_follow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a balance is never deleted'; END IF;"
        f" IF TG_OP = 'INSERT' AND NEW.cents IS DISTINCT FROM {_BY_ITS_TRANSFER}"
        "  THEN RAISE EXCEPTION 'a balance begins with a transfer'; END IF;"
        " IF TG_OP = 'UPDATE' AND (NEW.account <> OLD.account OR NEW.last_transfer = OLD.last_transfer"
        f"  OR NEW.cents - OLD.cents IS DISTINCT FROM {_BY_ITS_TRANSFER}"
        f"  OR NOT EXISTS (SELECT 1 FROM transfers t WHERE t.id = NEW.last_transfer AND {_OF_NOW}))"
        "  THEN RAISE EXCEPTION 'a balance changes by a transfer only'; END IF;"
        " RETURN NEW; END $$",
        "CREATE TRIGGER balances_follow BEFORE INSERT OR UPDATE OR DELETE ON balances"
        " FOR EACH ROW EXECUTE FUNCTION balances_follow()",
        "CREATE TRIGGER balances_no_truncate BEFORE TRUNCATE ON balances EXECUTE FUNCTION append_only()",
        "CREATE FUNCTION journal_in_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF {_NOT_NEXT} THEN RAISE EXCEPTION 'a chain of the journal has no gaps'; END IF; RETURN NEW; END $$",
        "CREATE TRIGGER journal_in_order BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION journal_in_order()",
        "CREATE FUNCTION transfers_post() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " UPDATE balances SET cents = cents - NEW.cents, last_transfer = NEW.id WHERE account = NEW.source;"
        " IF NOT FOUND THEN INSERT INTO balances VALUES (NEW.source, -NEW.cents, NEW.id); END IF;"
        " UPDATE balances SET cents = cents + NEW.cents, last_transfer = NEW.id WHERE account = NEW.target;"
        " IF NOT FOUND THEN INSERT INTO balances VALUES (NEW.target, NEW.cents, NEW.id); END IF;"
        " RETURN NULL; END $$",
        "CREATE TRIGGER transfers_post AFTER INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION transfers_post()",
        # A process of an earlier version may have slept while the database was brought up to date.
        "CREATE FUNCTION of_this_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF current_setting('application_name') <> 'pitboss schema ' || (SELECT version_num FROM alembic_version)"
        "  THEN RAISE EXCEPTION 'the database has another version than this process'; END IF; RETURN NEW; END $$",
        "CREATE TRIGGER processes_of_this_version BEFORE INSERT OR UPDATE ON processes"
        " FOR EACH ROW EXECUTE FUNCTION of_this_version()",
        "CREATE TRIGGER chains_of_this_version BEFORE INSERT OR UPDATE OF process ON chains"
        " FOR EACH ROW EXECUTE FUNCTION of_this_version()",
    ]
    return rules


def rules(dialect: str) -> list[str]:
    """The triggers by which the database keeps what was written, as its kind writes them."""
    return _postgres_rules() if dialect == "postgresql" else _sqlite_rules()


def first_rows() -> list[str]:
    """What a new database begins with: the three chains of the register, which nobody has yet."""
    rows = ", ".join(f"('{name}', 0, NULL, 0, 0, '{'0' * 64}', 0)" for name in ("people", "bank", "key"))
    return [f"INSERT INTO chains (table_id, epoch, process, seq, n, hash, writes) VALUES {rows}"]
