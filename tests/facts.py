"""Every fact of the package under one name, as a test says it: those of any table, and those of each family."""

from pitboss.procedure.blackjack.facts import *
from pitboss.procedure.facts import *
from pitboss.procedure.from_the_hand.facts import *
