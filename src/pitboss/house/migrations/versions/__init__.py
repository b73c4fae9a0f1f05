"""One step a version; the first is what the first house had."""
