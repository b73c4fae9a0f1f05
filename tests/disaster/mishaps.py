"""What goes wrong, as it is done in a history; what and when is planned in `faults`."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from pitboss.house.committer import Stopped
from pitboss.house.database import NoAnswer
from pitboss.house.neighbours import Moving
from pitboss.house.operator import Operator
from pitboss.house.orders import GrantChips, NotDone, Order, RemovePlayer
from pitboss.house.turns import Busy
from pitboss.procedure.refusal import Refused
from tests.disaster.bot import Bot
from tests.disaster.faults import Fault
from tests.disaster.loop import Process
from tests.disaster.network import Line
from tests.disaster.node import Node
from tests.disaster.postgres import ANSWERED, COMMITTED, DONE, TAKEN, Moment
from tests.disaster.visitor import Visitor

if TYPE_CHECKING:
    from tests.disaster.world import World

VISITORS_MOST = 2
UNHEARD_SECONDS, ASLEEP_SECONDS = 12.0, 8.0
STOPS_AGAIN_SECONDS = (0.5, 5.0)  # after which who has taken the register is told to stop
MORE_PROCESSES = 2  # than a house has at first, at most


def _commit(fate: str) -> Callable[["World", Fault], None]:
    return lambda world, _: world.server.next_commits.append(fate)


def _unanswered(world: "World", _: Fault) -> None:
    world.server.unanswered += 1


def _for_a_while(world: "World", fault: Fault, thing: Any, name: str, value: Any, usual: Any) -> None:
    setattr(thing, name, value)
    world.loop.call_later(fault.seconds, setattr, thing, name, usual)


def _slow(world: "World", fault: Fault) -> None:
    _for_a_while(world, fault, world.server, "slow", 200.0, 1.0)


def _long_answers(world: "World", fault: Fault) -> None:
    _for_a_while(world, fault, world.server, "answers_late", 0.6, 0.0)


def _full(world: "World", fault: Fault) -> None:
    _for_a_while(world, fault, world.server, "full", True, False)


def _line(change: Callable[["World", Fault, Line], None]) -> Callable[["World", Fault], None]:
    def do(world: "World", fault: Fault) -> None:
        if (line := world.line_of(fault.whom)) is not None:
            change(world, fault, line)

    return do


def _every_line(world: "World", _: Fault) -> None:
    for bot in world.people:
        if bot.line is not None:
            bot.line.cut()


def _house(change: Callable[["World", Fault, Node], None]) -> Callable[["World", Fault], None]:
    def do(world: "World", fault: Fault) -> None:
        if there := [node for node in world.alive if node.ready]:
            change(world, fault, there[(fault.whom - 1) % len(there)])

    return do


def _paused_and_cut_off(fault: Fault, node: Node) -> None:
    node.process.pause(fault.seconds)
    node.world.server.end_connections(lambda one: one.process is node.process)


def _asking(
    when: str, change: Callable[[Fault, Node], None], chains: bool = False, soon: int = 5
) -> Callable[["World", Fault], None]:
    """It befalls a process at one of the next moments at which it writes, or writes to a chain, or is answered."""

    def do(world: "World", fault: Fault) -> None:
        there = world.alive
        node = there[(fault.whom - 1) % len(there)] if there else None
        if node is not None:

            def happens(_: Process) -> None:
                change(fault, node)

            world.server.moments.append(Moment(node.process, when, world.chance.randint(0, soon), happens, chains))

    return do


def _taken(change: Callable[["World", Fault, Process], None]) -> Callable[["World", Fault], None]:
    """It befalls whoever takes a table next, before it has read anything of it."""
    return lambda world, fault: world.server.moments.append(Moment(None, TAKEN, 0, partial(change, world, fault)))


def _unheard_and_unanswered(world: "World", fault: Fault, process: Process) -> None:
    _long_answers(world, fault)
    _unheard(world, process)


def _between(change: Callable[[Line], None]) -> Callable[["World", Fault], None]:
    def do(world: "World", _: Fault) -> None:
        for line in world.between:
            change(line)
        world.between.clear()

    return do


def _started(other_version: bool) -> Callable[["World", Fault], None]:
    def do(world: "World", _: Fault) -> None:
        if len(world.alive) < world.processes + MORE_PROCESSES:
            world.start_house(other_version)

    return do


def _not_heard_of(world: "World", fault: Fault, node: Node) -> None:
    _for_a_while(world, fault, world.server, "no_beat_of", node.process, None)


def _register_lost(world: "World", fault: Fault) -> None:
    """Its keeper is killed; nothing is heard of who takes it then and reads long, and the next sleeps in the midst."""
    keeper = next((node for node in world.alive if node.ready and node.house.neighbours.has_cage), None)
    if keeper is None:
        return

    _long_answers(world, fault)
    world.server.takers = [partial(_unheard, world), lambda process: process.pause(ASLEEP_SECONDS)]
    keeper.exit()


def _unheard(world: "World", process: Process) -> None:
    _for_a_while(world, Fault(0, "", UNHEARD_SECONDS), world.server, "no_beat_of", process, None)


def _there_and_back(world: "World", fault: Fault) -> None:
    """Nothing is heard of who keeps the register; who takes it is told to stop soon after, and it may come back."""
    keeper = next((node for node in world.alive if node.ready and node.house.neighbours.has_cage), None)
    if keeper is None:
        return

    def stops(process: Process) -> None:
        def stop() -> None:
            node: Node = process.node
            if node.ready and not node.gone and not node.stopping:
                process.spawn(node.stop())

        world.loop.call_later(world.chance.uniform(*STOPS_AGAIN_SECONDS), stop)

    _long_answers(world, fault)
    _unheard(world, keeper.process)
    world.server.takers = [stops]


def _two_purchases(world: "World", _: Fault) -> None:
    """More at each than there is for both; and everybody else buys too, who has enough."""
    twice = [one for bot in world.people if bot.like is not None for one in (bot, bot.like)]
    for bot in world.people:
        bot.buy(6_000_00 if bot in twice else 1_00)


def _told_to_stop(world: "World", _: Fault, node: Node) -> None:
    node.process.spawn(node.stop())


def _wrong_clock(world: "World", fault: Fault, node: Node) -> None:
    node.process.skew_ms = (-7_200_000, 3_600_000, -5_000)[fault.whom - 1]


def _stays_away(world: "World", fault: Fault) -> None:
    if len(world.players) > 1:
        world.players[-1].asleep = True


def _old_again(world: "World", fault: Fault) -> None:
    world.people[(fault.whom - 1) % len(world.people)].send_first_again()


def _becomes_account(world: "World", _: Fault) -> None:
    if len(world.visitors) < VISITORS_MOST:
        visitor = Visitor(len(world.visitors) + 1, world)
        world.visitors.append(visitor)
        world.guard(visitor.process.spawn(visitor.live()))


def _takes_another_name(world: "World", fault: Fault) -> None:
    """Somebody gets up, and takes another name as soon as the house lets them; they ask before that too."""
    twice = [one.like for one in world.people if one.like is not None]
    may = [bot for bot in world.players if bot.token and not bot.leaves and (bot.table or not bot.opens)]
    alone = [bot for bot in may if bot not in twice]
    if len(world.players) > 1 and alone:
        bot = alone[(fault.whom - 1) % len(alone)]
        bot.leaves = True
        visitor = Visitor(len(world.visitors) + 1, world, bot)
        world.visitors.append(visitor)
        world.guard(visitor.process.spawn(visitor.live()))


def _ordered(order_of: Callable[["World", Bot], Order], then: Callable[["World", Any], None] = lambda *_: None) -> Any:
    """The operator orders something about somebody, where the cage is."""

    def do(world: "World", fault: Fault) -> None:
        bot = world.players[(fault.whom - 1) % len(world.players)] if world.players else None
        cage = next((node for node in world.alive if node.ready and node.house.neighbours.has_cage), None)
        if bot is None or cage is None or not bot.token:
            return
        order = order_of(world, bot)

        async def carry_out() -> None:
            with suppress(NotDone, Stopped, Moving, NoAnswer, Busy, Refused):
                await Operator(cage.house).carry_out(order)
                then(world, order)

        world.guard(cage.process.spawn(carry_out()))

    return do


def _grant(world: "World", bot: Bot) -> Order:
    cents = 1_00 + len(world.invariants.ordered)
    world.invariants.ordered.append((bot.name, cents))
    return GrantChips(name=bot.name, cents=cents, reason="for the asking")


def _granted(world: "World", order: GrantChips) -> None:
    world.invariants.granted.append((str(order.name), order.cents))


def _get_up(world: "World", _: Fault) -> None:
    """Those who play at a second table leave it, and the house closes it."""
    leaving = [bot for bot in world.people if bot.like is not None]
    for bot in leaving:
        bot.leaves = True
    if leaving and 2 not in world.closing:
        world.closing.add(2)
        world.loop.world.spawn(_close(world, 2))


async def _close(world: "World", number: int) -> None:
    while not (world.tables.get(number) and world.is_closed(world.tables[number])):
        await asyncio.sleep(2)
        for node in world.alive:
            live = node.house.tables.get(world.tables.get(number, "")) if node.ready else None
            if live is not None and all(bot.asleep for bot in world.people if bot.plays_at == number):
                node.process.spawn(live.close_by_house("nobody plays here"))


MISHAPS: dict[str, Callable[["World", Fault], None]] = {
    "a commit fails": _commit("error"),
    "a commit is done and fails": _commit("error after"),
    "a commit is lost before it is done": _commit("lost before"),
    "a commit is done and its answer lost": _commit("lost after"),
    "a commit is lost and done later": _commit("later"),
    "a commit hangs before it is done": _commit("hangs before"),
    "a commit is done and hangs": _commit("hangs after"),
    "a question to the database is never answered": _unanswered,
    "every connection to the database ends": lambda world, _: world.server.end_connections(),
    "the database restarts": lambda world, fault: world.server.restart(fault.seconds),
    "the database is slow": _slow,
    "the disk is full": _full,
    "answers of the database take long": _long_answers,
    "a line breaks": _line(lambda world, fault, line: line.cut()),
    "every line breaks": _every_line,
    "a line falls silent": _line(lambda world, fault, line: line.fall_silent()),
    "a line is slow": _line(lambda world, fault, line: _for_a_while(world, fault, line, "slow", 60.0, 1.0)),
    "messages arrive twice": _line(lambda world, fault, line: _for_a_while(world, fault, line, "twice", True, False)),
    "answers over HTTP get lost": lambda world, fault: _for_a_while(world, fault, world, "answers_lost", True, False),
    "the house is killed in a transaction": _asking(DONE, lambda fault, node: node.exit()),
    "the house is killed as it commits": _asking(COMMITTED, lambda fault, node: node.exit()),
    "the house's machine is gone in a transaction": _asking(DONE, lambda fault, node: node.exit(noticed=False)),
    "the house pauses in a transaction": _asking(DONE, lambda fault, node: node.process.pause(fault.seconds)),
    "the house pauses as it commits": _asking(COMMITTED, lambda fault, node: node.process.pause(fault.seconds)),
    "the house pauses as it commits and hears nothing of it": _asking(COMMITTED, _paused_and_cut_off, chains=True),
    "the house pauses as it is answered": _asking(
        ANSWERED, lambda fault, node: node.process.pause(fault.seconds), soon=40
    ),
    "the database restarts as a table is taken": _taken(lambda world, fault, _: world.server.restart(fault.seconds)),
    "who takes a table pauses": _taken(lambda _, fault, process: process.pause(fault.seconds)),
    "who takes a table is not heard of and reads long": _taken(_unheard_and_unanswered),
    "the register is lost while it is taken": _register_lost,
    "the register goes there and back": _there_and_back,
    "the house is killed": _house(lambda world, fault, node: node.exit()),
    "the house's machine is gone": _house(lambda world, fault, node: node.exit(noticed=False)),
    "the house pauses": _house(lambda world, fault, node: node.process.pause(fault.seconds)),
    "the house is told to stop": _house(_told_to_stop),
    "another house is started": _started(other_version=False),
    "a house of another version is started": _started(other_version=True),
    "nothing is heard of the house": _house(_not_heard_of),
    "every line between processes breaks": _between(lambda line: line.cut()),
    "every line between processes falls silent": _between(lambda line: line.fall_silent()),
    "somebody buys chips at two tables at once": _two_purchases,
    "the house's clock is wrong": _house(_wrong_clock),
    "a player stays away": _stays_away,
    "a client sends an old move again": _old_again,
    "a guest becomes an account": _becomes_account,
    "somebody gets up and takes another name": _takes_another_name,
    "the operator grants chips": _ordered(_grant, _granted),
    "the operator sees somebody out": _ordered(lambda world, bot: RemovePlayer(name=bot.name)),
    "everybody gets up from a table": _get_up,
    "somebody new comes": lambda world, _: void(world.come()) if len(world.people) < 4 else None,
}


def void(_: object) -> None:
    """Of what was made only that it was made counts."""
