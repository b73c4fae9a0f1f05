"""Rules by subject: what there is to say about each, as typed groups the games fill in."""
