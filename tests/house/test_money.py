"""Money: it is taken once, it is never made, and the books always balance."""

import asyncio
import random
from pathlib import Path

import pytest
from kit_house import Player, house_on, through_round, to_betting
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from pitboss.house.audit import Auditor
from pitboss.house.house import House
from pitboss.house.ledger import HOUSE, PRACTICE_BANKROLL_CENTS, bankroll
from pitboss.procedure import moves as m
from pitboss.procedure.refusal import Malformed, Refused
