"""The blackjack family at the table."""

from pitboss.procedure import irregularities, occasions, refusals
from pitboss.procedure import moves as m
from pitboss.procedure.family_table import PEOPLE, FamilyTable

BLACKJACK_TABLE = FamilyTable(
    interrupts={
        **PEOPLE,
        m.FoundFaceUp: irregularities.found_face_up,
        m.FoundTen: irregularities.found_ten,
        m.DrewInError: irregularities.drew_in_error,
        m.RefuseCard: irregularities.card_not_offered,
        m.AcceptCard: irregularities.card_not_offered,
        m.ReadHoleCard: irregularities.reader_misused,
        m.TurnHoleCard: irregularities.hole_card_turned_early,
        m.ReaderFailed: irregularities.reader_failed,
        m.ReaderRepaired: irregularities.reader_repaired,
        m.ShufflerFailed: irregularities.shuffler_failed,
        m.Hit: refusals.explain,
        m.Stand: refusals.explain,
        m.Double: refusals.explain,
        m.Split: refusals.explain,
        m.Surrender: refusals.explain,
    },
    out_of_place=occasions.out_of_place,
)
