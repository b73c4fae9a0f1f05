"""`python -m pitboss` is `pitboss`."""

from pitboss.commands import main

main()
