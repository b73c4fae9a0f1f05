"""Every move of the package under one name, as a test says it: those of any table, and those of each family."""

from pitboss.procedure.blackjack.moves import *
from pitboss.procedure.from_the_hand.moves import *
from pitboss.procedure.moves import *

# The moves in the order in which the sessions on file draw them: one that is new to the package changes none of them.
ON_FILE = """
    sit buy-in leave check-equipment inspect-reader begin-gaming-day receive-decks inspect-cards verify-inspection
    remove-tens destroy-tens spread-cards ask-face-up ask-inspection view-spread wash-cards note-card-age
    change-cards note-no-activity close-table shuffle call-rolling approve-rolling offer-cut cut refuse-cut
    place-cover-card load-shoe order-recut order-reshuffle burn-card ask-burn-card tap-in choose-hand wager
    confirm-verbal consent limit-shared-boxes ready close-bets take-back touch-cards permit-handling attack
    no-attack insure no-insurance even-money permit-entry hit stand double split surrender follow-double
    follow-split second-chance no-second-chance look-at-cards deal read-hole-card turn-hole-card pass-over
    settle-box rack-batch rack-stub count-stub declare-misdeal found-face-up found-ten drew-in-error refuse-card
    accept-card take-late-card call-hand-dead reader-failed reader-repaired shuffler-jammed shuffler-failed
    cover-shuffler remove-shuffler
"""
