"""One page a question, over the same answers as the command line."""
