"""The house around the tables: people, money, records and the network."""
