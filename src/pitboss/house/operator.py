"""The operator: carries out orders in a house, each one durable and in the security log before it is answered."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from pitboss.house import keys, schema
from pitboss.house import orders as o
from pitboss.house.accounts import Account, Crowded
from pitboss.house.cage import CLOSED, INVITED, OPEN_TO_ALL, SIGN_UP
from pitboss.house.committer import Stopped
from pitboss.house.house import House
from pitboss.house.journal import Entry
from pitboss.house.ledger import bankroll
from pitboss.house.neighbours import Moving
from pitboss.house.operators_words import counted, day, gone_from, moment, told
from pitboss.house.orders import Answer, NotDone, Order
from pitboss.house.register import Change, insert, update
from pitboss.house.requests import Requested
from pitboss.house.roles import GUEST, PLAYER, STAFF_ROLES, with_article
from pitboss.house.vault import WrongKey
from pitboss.procedure.refusal import Broken, Refused
from pitboss.rules.money import dollars

DAY_MS = 24 * 3600 * 1000
ROLES = (PLAYER, *STAFF_ROLES)
BY_ORDER = "whoever runs the house has ordered it"
ID_CHARACTERS = 10
GRANT_CENTS_MAX = 1_000_000_00
REASON_CHARACTERS = range(3, 201)
DAYS = range(1, 3651)
LOG_LINES = range(1, 10_001)
MADE_UP_BYTES = 12
OPERATOR = "(operator)"  # a name that nobody can have


class Operator:
    """Does in a house what whoever runs it orders."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._doing: dict[type[Order], Callable[[Any], Awaitable[Answer]]] = {
            o.ListAccounts: self._accounts,
            o.CreateAccount: self._create,
            o.Disable: self._disable,
            o.Enable: self._enable,
            o.SetRole: self._role,
            o.ResetPassword: self._reset_password,
            o.Unlock: self._unlock,
            o.EndSessions: self._end_sessions,
            o.GrantChips: self._grant,
            o.MakeInvitation: self._invite,
            o.ListInvitations: self._invitations,
            o.Revoke: self._revoke,
            o.RemovePlayer: self._remove,
            o.SignUp: self._sign_up,
            o.MakeClass: self._make_class,
            o.AddToClass: self._add_to_class,
            o.DropFromClass: self._drop_from_class,
            o.ListClasses: self._classes,
            o.ReadLog: self._log,
            o.Retain: self._retain,
            o.RotateKey: self._rotate_key,
        }

    async def carry_out(self, order: Order) -> Answer:
        """Do it; `NotDone` says why not, and then nothing was done."""
        do, again = self._doing[type(order)], msgspec.json.Decoder(Answer).decode

        async def answered(answer: bytes) -> Answer:
            return again(answer)

        try:
            return await self._house.requests.once(_requested(order), lambda: do(order), answered)
        except Refused as refusal:
            raise NotDone(f"{refusal.sentence}; {refusal.now}") from None
        except (Broken, Crowded, Stopped, Moving) as error:
            raise NotDone(str(error)) from None

    def _known(self, name: str) -> Account:
        account = self._house.accounts.known(name)
        if account is None:
            raise NotDone(f"the house knows no {name}; `pitboss admin accounts` lists everybody")
        return account

    async def _write(
        self, event: str, name: str, changes: Sequence[Change], detail: str = "", entries: Sequence[Entry] = ()
    ) -> None:
        line = self._house.security.line(f"admin: {event}", name, "operator", detail)
        await self._house.write(changes, entries, [line])

    async def _make(
        self,
        order: Order,
        answer: Answer,
        changes: Sequence[Change],
        lines: Sequence[tuple[str, str]],
        entries: Sequence[Entry] = (),
    ) -> Answer:
        """Something there was not before; the answer is written with it, for whoever does not hear it now."""
        event = f"admin: {order.__struct_config__.tag}"
        logged = [self._house.security.line(event, name, "operator", detail) for name, detail in lines]
        done = self._house.requests.done(_requested(order), msgspec.json.encode(answer))
        await self._house.write(changes, entries, [*logged, *done])
        return answer

    # --- accounts -------------------------------------------------------------------------------------------------

    async def _accounts(self, order: o.ListAccounts) -> Answer:
        house = self._house
        if order.role is not None and order.role not in (GUEST, *ROLES):
            raise NotDone(f"no role is called {order.role!r}; there are {', '.join((GUEST, *ROLES))}")
        within = None if order.in_class is None else set(house.classes.members(order.in_class))
        bankrolls = await house.bankrolls_now([account.name for account in house.accounts.everybody()])
        listed: list[dict[str, Any]] = [
            {
                "name": account.name,
                "role": account.role,
                "disabled": account.disabled,
                "formerly": account.formerly,
                "bankroll_cents": bankrolls[account.name],
                "tables": list(house.seated_at(account.name)),
                "sessions": len(house.accounts.sessions_of(account.name)),
                "made_at_ms": account.made_at_ms,
            }
            for account in house.accounts.everybody()
            if (order.role in (None, account.role)) and (within is None or account.name in within)
        ]
        lines = [
            f"{one['name']:<24}  {one['role']:<11}  {dollars(one['bankroll_cents']):>12}"
            f"{'  disabled' if one['disabled'] else ''}{'  at ' + ', '.join(one['tables']) if one['tables'] else ''}"
            for one in listed
        ]
        return Answer("\n".join([*lines, counted(len(listed), "account")]), listed)

    async def _create(self, order: o.CreateAccount) -> Answer:
        house = self._house
        _check_role(order.role)
        into = None if order.in_class is None else house.classes.named(order.in_class)
        password = order.password or secrets.token_urlsafe(MADE_UP_BYTES)
        account, changes = await house.accounts.appoint(order.name, password, order.role)
        if into is not None:
            changes += house.classes.add(into, [account.name])
        entries = [] if account.role in STAFF_ROLES else [house.grant(account.name)]
        words = f"{account.name} is {with_article(account.role)} of this house now.{told(order.password, password)}"
        value = {"name": account.name, "role": account.role, "class": into}
        answer = Answer(words, value if order.password else {**value, "password": password})
        await self._make(order, answer, changes, [(account.name, account.role)], entries)
        house.money_moved({account.name})
        return answer

    async def _disable(self, order: o.Disable) -> Answer:
        account = self._known(order.name)
        if account.disabled:
            raise NotDone(f"{account.name} is disabled already")
        _, changes = self._house.accounts.alter(account, disabled=True)
        seats = self._house.seated_at(account.name)
        changes += [*self._house.accounts.end_sessions(account.name), *self._ordered_out(account.name, seats)]
        await self._write("disable", account.name, changes)
        self._house.on_gone(account.name)
        left, waits = await self._see_out(account.name, seats)
        words = f"{account.name} cannot come in any more, and is signed out everywhere.{gone_from(left, waits)}"
        return Answer(words, {"name": account.name, "disabled": True, "left": left, "leaving": waits})

    async def _enable(self, order: o.Enable) -> Answer:
        account = self._known(order.name)
        if not account.disabled:
            raise NotDone(f"{account.name} is not disabled")
        self._check_name(account.name)
        _, changes = self._house.accounts.alter(account, disabled=False)
        await self._write("enable", account.name, changes)
        return Answer(f"{account.name} can come in again.", {"name": account.name, "disabled": False})

    def _check_name(self, *names: str) -> None:
        if moved_on := [one.formerly for one in self._house.accounts.everybody() if one.formerly in names]:
            raise NotDone(f"{moved_on[0]} was a guest and goes by another name now")

    async def _role(self, order: o.SetRole) -> Answer:
        house, account = self._house, self._known(order.name)
        _check_role(order.role)
        if account.role == GUEST:
            raise NotDone(f"{account.name} is a guest and has no password; a guest makes an account of it first")
        if account.role == order.role:
            raise NotDone(f"{account.name} is {with_article(order.role)} already")
        altered, changes = house.accounts.alter(account, role=order.role)
        never_granted = bankroll(account.name) not in house.book.balances
        entries = [house.grant(account.name)] if order.role not in STAFF_ROLES and never_granted else []
        seats = house.seated_at(account.name)  # of who becomes staff: staff have none
        changes += self._ordered_out(account.name, seats)
        await self._write("role", account.name, changes, f"{account.role} to {altered.role}", entries)
        house.money_moved({account.name})
        house.on_gone(account.name)
        left, waits = await self._see_out(account.name, seats)
        was, now = with_article(account.role), with_article(altered.role)
        words = f"{account.name} was {was} and is {now} now.{gone_from(left, waits)}"
        return Answer(words, {"name": account.name, "role": altered.role, "was": account.role, "left": left})

    async def _reset_password(self, order: o.ResetPassword) -> Answer:
        account = self._known(order.name)
        if account.role == GUEST:
            raise NotDone(f"{account.name} is a guest and has no password; a guest makes an account of it first")
        password = order.password or secrets.token_urlsafe(MADE_UP_BYTES)
        _, changes = await self._house.accounts.set_password(account, password)
        self._house.accounts.unlock(account.name)
        await self._write("reset-password", account.name, changes)
        self._house.on_gone(account.name)
        value = {"name": account.name}
        words = f"{account.name} has another password, and is signed out everywhere.{told(order.password, password)}"
        return Answer(words, value if order.password else {**value, "password": password})

    async def _unlock(self, order: o.Unlock) -> Answer:
        account = self._known(order.name)
        self._house.accounts.unlock(account.name)
        await self._write("unlock", account.name, [])
        return Answer(f"Wrong passwords for {account.name} are forgiven.", {"name": account.name})

    async def _end_sessions(self, order: o.EndSessions) -> Answer:
        account = self._known(order.name)
        changes = self._house.accounts.end_sessions(account.name)
        await self._write("end-sessions", account.name, changes, str(len(changes)))
        self._house.on_gone(account.name)
        words = f"{account.name} is signed out everywhere ({counted(len(changes), 'session')})."
        return Answer(words, {"name": account.name, "ended": len(changes)})

    # --- chips and seats ------------------------------------------------------------------------------------------

    async def _grant(self, order: o.GrantChips) -> Answer:
        house, why = self._house, order.reason.strip()
        if (order.name is None) == (order.in_class is None):
            raise NotDone("a grant is for one account or for one class")
        if not 0 < order.cents <= GRANT_CENTS_MAX:
            raise NotDone(f"a grant is of one cent at least and {dollars(GRANT_CENTS_MAX)} at most")
        if len(why) not in REASON_CHARACTERS or not order.reason.isprintable():
            raise NotDone("a grant has a reason, from 3 to 200 characters in one line")
        names = house.classes.members(order.in_class) if order.in_class else [self._known(order.name or "").name]
        whom = [name for name in names if self._known(name).role not in STAFF_ROLES]
        if not whom:
            raise NotDone("there is nobody to grant chips to: staff does not play")
        to, each = order.in_class or whom[0], f"{order.cents} cents each: {why}"
        told = [*((name, f"{each} (class {to})") for name in whom if order.in_class), (to, each)]
        words = f"{dollars(order.cents)} granted to {', '.join(whom)}, for: {why}."
        async with house.at_bank:
            await house.purses.read(whom)
            self._check_name(*whom)  # it was waited: what a guest takes along to another name is all there is
            entries = [house.grant(name, order.cents, why) for name in whom]
            value = {"cents": order.cents, "reason": why, "bankroll_cents": {x: house.book[bankroll(x)] for x in whom}}
            answer = await self._make(order, Answer(words, value), (), told, entries)
        house.money_moved(set(whom))
        return answer

    async def _remove(self, order: o.RemovePlayer) -> Answer:
        account = self._known(order.name)
        seats = self._house.seated_at(account.name)
        if order.table is not None and order.table not in seats:
            raise NotDone(f"{account.name} has no seat and no chips at a table {order.table}")
        if not seats:
            raise NotDone(f"{account.name} sits at no table")
        seats = (order.table,) if order.table else seats
        changes = self._ordered_out(account.name, seats)
        await self._write("remove", account.name, changes, order.table or "every table")
        left, waits = await self._see_out(account.name, seats)
        return Answer(
            f"{account.name}:{gone_from(left, waits)}", {"name": account.name, "left": left, "leaving": waits}
        )

    def _ordered_out(self, name: str, tables: Sequence[str]) -> list[Change]:
        return self._house.removals.order(name, tables, BY_ORDER)

    async def _see_out(self, name: str, tables: Sequence[str]) -> tuple[list[str], list[str]]:
        """The tables somebody has left, and those they leave when the procedure lets them."""
        gone = {}
        for table in tables:  # one that goes elsewhere meanwhile lets them go there
            if (live := self._house.tables.get(table)) is not None:
                gone[table] = await live.remove(name, BY_ORDER)
        return [table for table in gone if gone[table]], [table for table in gone if not gone[table]]

    # --- who may come in ------------------------------------------------------------------------------------------

    async def _invite(self, order: o.MakeInvitation) -> Answer:
        house = self._house
        _check_days(order.days)
        into = None if order.in_class is None else house.classes.named(order.in_class)
        if into is not None and order.role != PLAYER:
            raise NotDone("an invitation for a class makes players")
        ends = house.clock.wall_ms() + order.days * DAY_MS
        code, changes = house.accounts.invite(order.role, ends, into)
        whom = f"everybody in {into}" if into else f"one {order.role}"
        value = {"code": code, "id": str(changes[0].key[0])[:ID_CHARACTERS], "role": order.role, "class": into}
        answer = Answer(f"Invitation for {whom}, good until {day(ends)}: {code}", {**value, "expires_at_ms": ends})
        return await self._make(order, answer, changes, [(into or order.role, f"until {day(ends)}")])

    async def _invitations(self, _: o.ListInvitations) -> Answer:
        now = self._house.clock.wall_ms()
        good: list[dict[str, Any]] = [
            {
                "id": hashed[:ID_CHARACTERS],
                "role": one.role,
                "class": one.class_name,
                "expires_at_ms": one.expires_at_ms,
            }
            for hashed, one in sorted(self._house.accounts.invitations.items())
            if one.expires_at_ms is None or one.expires_at_ms > now
        ]
        lines = [
            f"{one['id']}  {one['role']:<11}  {'until ' + day(one['expires_at_ms']) if one['expires_at_ms'] else ''}"
            f"{'  class ' + one['class'] if one['class'] else ''}"
            for one in good
        ]
        return Answer("\n".join([*lines, counted(len(good), "invitation")]), good)

    async def _revoke(self, order: o.Revoke) -> Answer:
        found = [hashed for hashed in self._house.accounts.invitations if hashed.startswith(order.id)]
        if len(order.id) < ID_CHARACTERS or len(found) != 1:
            raise NotDone(f"no invitation is called {order.id!r}; `pitboss admin invitations` lists them")
        await self._write("revoke", order.id, self._house.accounts.revoke(found[0]))
        return Answer(f"The invitation {order.id} is good for nothing any more.", {"id": order.id})

    async def _sign_up(self, order: o.SignUp) -> Answer:
        house = self._house
        meanings = {
            OPEN_TO_ALL: "anybody may come in",
            INVITED: "nobody new comes in without an invitation, guests neither",
            CLOSED: "nobody new comes in at all",
        }
        if order.to is not None:
            if order.to not in meanings:
                raise NotDone(f"sign-up is {', '.join(meanings)}, not {order.to!r}")
            there = await house.database.rows(
                select(schema.standing_orders.c.name).where(schema.standing_orders.c.name == SIGN_UP)
            )
            row = {"name": SIGN_UP, "value": order.to}
            stands = schema.standing_orders
            change = update(stands, SIGN_UP, value=order.to) if there else insert(stands, row)
            await self._write("sign-up", "", [change], order.to)
            house.sign_up_is = order.to
        return Answer(f"Sign-up is {house.sign_up_is}: {meanings[house.sign_up_is]}.", {"sign_up": house.sign_up_is})

    # --- classes --------------------------------------------------------------------------------------------------

    async def _make_class(self, order: o.MakeClass) -> Answer:
        answer = Answer(f"There is a class {order.name} now.", {"class": order.name})
        return await self._make(order, answer, self._house.classes.make(order.name), [(order.name, "")])

    async def _add_to_class(self, order: o.AddToClass) -> Answer:
        name = self._house.classes.named(order.name)
        accounts = [self._known(one) for one in order.people]
        guest = next((one.name for one in accounts if one.role == GUEST), None)
        if guest is not None:
            raise NotDone(f"{guest} is a guest; a class has accounts")
        changes = self._house.classes.add(name, [one.name for one in accounts])
        await self._write("class-add", name, changes, ", ".join(str(change.key[1]) for change in changes))
        members = self._house.classes.members(name)
        return Answer(f"{name} has {len(members)}: {', '.join(members)}.", {"class": name, "members": members})

    async def _drop_from_class(self, order: o.DropFromClass) -> Answer:
        name, account = self._house.classes.named(order.name), self._known(order.person)
        await self._write("class-drop", name, self._house.classes.drop(name, account.name), account.name)
        members = self._house.classes.members(name)
        return Answer(f"{account.name} is not in {name} any more.", {"class": name, "members": members})

    async def _classes(self, _: o.ListClasses) -> Answer:
        listed = self._house.classes.all()
        lines = [f"{name} ({len(members)}): {', '.join(members)}" for name, members in listed.items()]
        value = [{"class": name, "members": members} for name, members in listed.items()]
        return Answer("\n".join([*lines, counted(len(listed), "class", "classes")]), value)

    # --- the record -----------------------------------------------------------------------------------------------

    async def _log(self, order: o.ReadLog) -> Answer:
        if order.lines not in LOG_LINES:
            raise NotDone(f"the log is read {LOG_LINES[0]} to {LOG_LINES[-1]} lines at a time")
        found: list[dict[str, Any]] = await self._house.security.newest(order.lines, order.name)
        lines = [
            f"{moment(one['at_ms'])}  {one['event']:<22}  {one['name']:<24}  {one['place']}  {one['detail']}".rstrip()
            for one in found
        ]
        return Answer("\n".join([*lines, counted(len(found), "line")]), found)

    async def _retain(self, order: o.Retain) -> Answer:
        """Sessions that have ended, guests who never played, the security log. The journal is never shortened."""
        house = self._house
        _check_days(order.days)
        before = house.clock.wall_ms() - order.days * DAY_MS
        sessions = house.accounts.end_old_sessions(before)
        p = schema.round_players
        played = {row.name for row in await house.database.rows(select(p.c.name).distinct())}
        guests = [
            one
            for one in house.accounts.everybody()
            if one.role == GUEST
            and one.made_at_ms < before
            and one.name not in played
            and not house.seated_at(one.name)
            and not house.accounts.sessions_of(one.name)
        ]
        forgotten = [change for guest in guests for change in house.accounts.forget(guest)]
        lines, ends, statements = await house.security.older_than(before)
        counts = {"sessions": len(sessions), "guests": len(guests), "log_lines": lines}
        line = house.security.line("admin: retain", "", "operator", f"{order.days} days: {counts}")
        await house.write([*sessions, *forgotten, *ends], (), [*statements, line])
        words = ", ".join(
            (
                counted(len(sessions), "session that had ended", "sessions that had ended"),
                counted(len(guests), "guest who never played", "guests who never played"),
                counted(lines, "line of the security log", "lines of the security log"),
            )
        )
        return Answer(f"Forgotten, older than {counted(order.days, 'day')}: {words}. The journal is as it was.", counts)

    async def _rotate_key(self, _: o.RotateKey) -> Answer:
        house, path = self._house, self._house.database.key_file
        before = house.notary.vault.public_key
        if others := len(house.neighbours.living()):
            raise NotDone(
                f"{counted(others, 'other process', 'other processes')} of the house would go on with the key"
                " as it is: stop all but this one first, and give each the new key before it starts"
            )
        try:
            still = await house.notary.change_key(house.tables.values())
        except (OSError, WrongKey) as error:
            raise NotDone(f"the key is as it was: {error}") from None
        await self._write("rotate-key", "", [], f"{before} to {house.notary.vault.public_key}")
        kept = keys.gone(path, before)
        words = (
            f"The house has another key, whose public half is {house.notary.vault.public_key}"
            f"{f'; {still}' if still else f': {path}. Copy it to where you keep it'}. The one before is kept as {kept}:"
            " backups made until now need it. Whoever should not have it can open those, and nothing that came later."
        )
        value = {"public_key": house.notary.vault.public_key, "before": before, "key": str(path), "kept": str(kept)}
        return Answer(words, value)


def _requested(order: Order) -> Requested | None:
    """An order by its id."""
    if order.request is None:
        return None
    return Requested(OPERATOR, order.request, msgspec.json.encode(order))


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise NotDone(f"no role is called {role!r}; an account is a {', '.join(ROLES)}")


def _check_days(days: int) -> None:
    if days not in DAYS:
        raise NotDone(f"that takes {DAYS[0]} to {DAYS[-1]} days, not {days}")
