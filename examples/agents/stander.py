"""A player for play.py that needs nothing of pitboss: it draws to 17 as the dealer does, and takes nothing else."""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if "offered" in asked:
        draws = asked["seen"]["total"] < 17 and "hit" in asked["offered"]
        declined = [name for name in asked["offered"] if name.startswith("no-")]
        print("hit" if draws else (declined or ["stand"])[0], flush=True)
