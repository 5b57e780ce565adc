"""Was the deal fair? What proves it, for whom, and the check in the browser."""
