"""Views, questions and statistics over the store."""
