"""What is asked again under the same id is answered again and done once: over HTTP, and by an operator."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.house import orders as o
from pitboss.house.operator import Operator
from pitboss.house.orders import NotDone
from pitboss.house.routes.answers import NAMED, NAMED_CHARACTERS_MAX
from tests.house.kit import house_on, serving

PASSWORD = "correct horse"
TEST = 'game = "double-attack-pa"\nminutes = 9\n[[drill]]\nkind = "payouts"\nitems = 2'


def test_whoever_names_a_request_may_send_it_again_and_it_is_done_once(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            tokens = {}
            for name in ("Ina", "Ines"):
                _, tokens[name] = await house.sign_up(name, PASSWORD, await house.invite("instructor"))

            async def twice(who: str, path: str, named: str = "x" * NAMED_CHARACTERS_MAX, **said: Any) -> list[Any]:
                cookie = {"cookie": f"pitboss_session={tokens[who]}"} if who else {}
                answers = []
                for _ in range(2):
                    async with httpx.AsyncClient(base_url=url, headers={"Origin": url, **cookie}) as http:
                        answers.append(await http.post(f"/api/{path}", json=said, headers={NAMED: named}))
                assert answers[0].status_code == answers[1].status_code or len(named) > NAMED_CHARACTERS_MAX
                return [one.json() for one in answers]

            assert await twice("Ina", "classes", name="5C") == [{"class": "5C"}] * 2
            assert await twice("Ines", "classes", name="5D") == [{"class": "5D"}] * 2, "everybody's ids are their own"
            for path, said in (("classes", {"name": "5E"}), ("classes/5C/invite", {})):
                refused, _ = await twice("Ina", path, **said)
                assert refused["error"]["code"] == "request/other-request", "another request is none sent again"
            assert set(house.classes.all()) == {"5C", "5D"}
            code, again = await twice("Ina", "classes/5C/invite", "a code")
            assert code == again
            await twice("Ina", "classes", "another class", name="5F")
            refused, _ = await twice("Ina", "classes/5F/invite", "a code")
            assert refused["error"]["code"] == "request/other-request", "what is asked of another class is another"
            assert [one.class_name for one in house.accounts.invitations.values() if one.class_name] == ["5C"]
            exam, again = await twice("Ina", "exams", "a test", class_name="5C", toml=TEST)
            assert exam == again
            ina = house.accounts.known("Ina")
            assert ina is not None
            assert len(await house.exams.exams(ina)) == 1
            guest, again = await twice("", "session", "a guest")
            assert guest["name"] == again["name"]
            guest, again = await twice("", "session", "y" * (NAMED_CHARACTERS_MAX + 1))
            assert guest["name"] != again["name"], "so long a name is none"
            ann, again = await twice("", "accounts", "an account", name="Ann", password=PASSWORD)
            assert ann == again
            assert sorted(one.name for one in house.accounts.everybody() if one.role == "player") == ["Ann"]

    asyncio.run(scene())


def test_an_order_that_is_given_again_is_answered_again(sqlite_db: str, key: Path) -> None:
    """With the password that was made up for it: nobody else was told."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            do = Operator(house).carry_out
            made = await do(o.CreateAccount(name="Ann", request="1"))
            assert await do(o.CreateAccount(name="Ann", request="1")) == made
            await house.log_in("Ann", made.value["password"])
            with pytest.raises(NotDone, match="something else was asked for under that id; ask under another id"):
                await do(o.CreateAccount(name="Bob", request="1"))
            grant = o.GrantChips(name="Ann", cents=5_00, reason="a lesson", request="2")
            assert await do(grant) == await do(grant)
            assert house.bankroll_of("Ann") == 10_005_00
            with pytest.raises(NotDone, match="no role is called 'king'; there are guest, player, dealer, floorperson"):
                await do(o.ListAccounts(role="king"))

    asyncio.run(scene())
