"""The pages of docs/ and the pages made from the code, as one static site that needs no network."""
