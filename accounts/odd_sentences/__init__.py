"""Sentences of the site that read oddly: sent by whoever reads them, listed for administrators."""
