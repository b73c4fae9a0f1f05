"""The pages of docs/ and the pages made from the code, as one static site that needs no network.

`builder` puts it together, each `_pages` module makes pages of one kind, `blocks` fills what programs write in pages by
hand, `links` checks every link. It uses `report` and what that may use.
"""
