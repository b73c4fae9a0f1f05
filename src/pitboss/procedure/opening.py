"""Opening a table: equipment, decks, inspection, tens, spread, wash; and what keeps the cards fresh."""

from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure
from pitboss.procedure.equipment import lawful_equipment, requirements
from pitboss.procedure.moves import (
    FLOORPERSON,
    BeginGamingDay,
    CheckEquipment,
    InspectReader,
)
from pitboss.procedure.state import State


def check_equipment(t: State) -> Procedure[None]:
    """The floorperson checks what stands on and around the table; the first fault is refused with its clause.

    The texts order how the equipment is, not that somebody looks: the step itself cites nothing.
    """
    rules = t.rules
    while True:
        move = yield from t.staff(FLOORPERSON, CheckEquipment, ())
        table = move if isinstance(move, CheckEquipment) else lawful_equipment(rules)
        asked = tuple(requirements(rules, table))
        fault = next((one for one in asked if not one.met), None)
        if fault is None:
            break
        assert isinstance(move, CheckEquipment), f"a lawful table has a fault: {fault}"
        t.refuse(fault.code, fault.sentence, fault.clauses)
    cited = dict.fromkeys(clause for one in asked for clause in one.clauses)
    t.ready.equipment = table
    t.ready.opened = True
    t.record(facts.EquipmentChecked(tuple(cited), FLOORPERSON, table.positions))


def inspect_reader(t: State) -> Procedure[None]:
    """At the start of each gaming day the floorperson inspects the card reader device."""
    rules = t.rules
    cited = rules.cites("reader_inspected")
    while rules.layout.card_reader and cited and not t.ready.reader_inspected:
        move = yield from t.staff(FLOORPERSON, InspectReader, cited)
        sound = move.sound if isinstance(move, InspectReader) else True
        t.record(facts.ReaderInspected(cited, FLOORPERSON, sound))
        t.ready.reader_inspected = sound


def begin_gaming_day(t: State, move: BeginGamingDay) -> Procedure[None]:
    """A new gaming day: the reader must be inspected again before the next round."""
    cited = t.rules.cites("reader_inspected")
    if move.by != FLOORPERSON:
        t.refuse("gaming-day/not-yours", "the floorperson begins the gaming day", ())
    elif t.in_round:
        t.refuse("gaming-day/mid-round", "the round must be over first", ())
    else:
        t.record(facts.GamingDayBegan(cited, move.by))
        t.ready.reader_inspected = False
        yield from inspect_reader(t)
