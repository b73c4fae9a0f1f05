"""The routes of the house over HTTP, by subject, and the one to its socket."""
