"""Cards and what holds them: card, deck, stack, shuffle, shoe, discard rack, batch, seal.

A stack is a tuple of cards lying face down, top card first: index 0 is the next card off, and a position is the number
of cards above the place meant. Nothing here is random by itself: every shuffle is handed the bits it is to use.
It imports nothing of pitboss.
"""
