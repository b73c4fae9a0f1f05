"""Cards dealt from the hand: the family's state, the round that its texts share, and each text's paragraphs.

It uses what every table shares, and no other family.
"""
