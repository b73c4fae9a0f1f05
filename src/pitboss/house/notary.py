"""The notary: rolls the chains up, signs where something stands, tells witnesses, and gives the house another key."""

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from contextlib import AsyncExitStack

from sqlalchemy import func, select

from pitboss.house import keys, receipts, schema
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer, Stopped
from pitboss.house.database import Database, NoAnswer
from pitboss.house.heads import Heads
from pitboss.house.journal import PEOPLE
from pitboss.house.receipts import Receipt, Witness
from pitboss.house.turns import Made, Turns
from pitboss.house.vault import Vault

log = logging.getLogger("pitboss.house")


class Notary:
    """Has the house's key in hand."""

    def __init__(self, database: Database, committer: Committer, clock: Clock, witness_ms: int) -> None:
        self._database = database
        self._committer = committer
        self._clock = clock
        self._heads = Heads(database, committer, clock)
        self._witness_seconds = witness_ms / 1000
        self._vault: Vault | None = None
        self._changing = asyncio.Lock()
        self._telling: asyncio.Task[None] | None = None
        self.witnesses: tuple[Witness, ...] = ()
        self.key_stands = asyncio.Event()  # no table is opened while there is another key on the way
        self.key_stands.set()

    @property
    def vault(self) -> Vault:
        """What the house locks and signs with."""
        assert self._vault is not None, "the house has not started"
        return self._vault

    def sign_with(self, vault: Vault) -> None:
        """Every process signs what it confirms; the one with the cage also keeps the key on record."""
        self._vault = vault

    async def begin(self, vault: Vault) -> None:
        """The key on record is this one; a journal without any begins with it."""
        self.sign_with(vault)
        if await keys.on_record(self._database) is None:
            await self._committer.submit([keys.line(vault, self._clock.wall_ms())])

    def open(self) -> None:
        """Begin to roll, and to tell the witnesses."""
        self._telling = asyncio.create_task(self._keep_telling(), name="heads")

    async def close(self) -> None:
        """Roll and tell no more by itself."""
        if self._telling is not None:
            async with self._heads.rolling:  # a head that is on its way to the disk is waited for
                self._telling.cancel()
            await asyncio.gather(self._telling, return_exceptions=True)

    # --- receipts -------------------------------------------------------------------------------------------------

    def head(self) -> Receipt:
        """The last head that is known here, signed: it stands for the whole journal up to there."""
        return receipts.signed_head(self.vault, self._heads.h, self._heads.hash)

    async def roll(self) -> None:
        """Bring the chain of heads up to what is on disk; a house that has stopped, or waits, rolls later."""
        with contextlib.suppress(Stopped, NoAnswer):
            await self._heads.roll()

    async def receipt(self, table: str, made: Made, actor: str, client_id: str) -> Receipt | None:
        """Where a move that was made stands in the journal, signed; one made before is looked up."""
        if made.entry is not None:
            return receipts.signed(self.vault, made.entry.n, made.entry.hash, table, made.entry.seq)
        j = schema.journal
        its = (j.c.table_id == table, j.c.actor == actor, j.c.client_id == client_id)
        rows = await self._database.rows(select(j.c.n, j.c.hash, j.c.seq).where(*its))
        return receipts.signed(self.vault, rows[0].n, rows[0].hash, table, rows[0].seq) if rows else None

    async def _keep_telling(self) -> None:
        while True:
            try:
                await self.roll()
                await self.tell_witnesses()
            except Exception as error:  # the next head comes all the same
                log.error("not rolled up", exc_info=error)
            await asyncio.sleep(self._witness_seconds)

    async def tell_witnesses(self) -> None:
        """Tell everybody who keeps it the last head, from where heads are made; no table waits for them."""
        if self.witnesses and PEOPLE in self._database.ownership.held:
            await asyncio.gather(*(witness.tell(self.head()) for witness in self.witnesses))

    # --- another key ----------------------------------------------------------------------------------------------

    async def change_key(self, tables: Iterable[Turns]) -> str | None:
        """Another key in place of the house's own; a sentence when it is still to be brought to its place.

        Tables wait between two moves meanwhile, so that nothing is locked with the key that goes when all is read.
        """
        path, new = self._database.key_file, Vault.new()
        async with self._changing, AsyncExitStack() as held:
            self.key_stands.clear()
            held.callback(self.key_stands.set)
            for table in tuple(tables):
                await held.enter_async_context(table.held())
            await self._committer.submit()  # whatever is on its way to the disk is there now
            last = (await self._database.rows(select(func.max(schema.journal.c.n))))[0][0]
            self._database.ownership.highest_n = last  # what is sealed under the new key has a higher number than this
            keys.coming(path).unlink(missing_ok=True)
            new.save(keys.coming(path))
            old = self.vault
            entry, locked_again = await keys.rotation(self._database, old, new, self._clock.wall_ms())
            await self._committer.submit([entry], locked_again, lambda: old.become(new))
            log.info("key changed", extra={"public_key": new.public_key, "orders": len(locked_again)})
            try:
                keys.finish(path, new.public_key)
            except OSError as error:
                return f"it lies at {keys.coming(path)} until the house opens again: {error.strerror}"
        return None
