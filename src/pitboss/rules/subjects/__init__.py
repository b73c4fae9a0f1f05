"""Rules by subject: what there is to say about each, as typed groups the documents fill in.

They use what stands above them in `rules`, and no document.
"""
