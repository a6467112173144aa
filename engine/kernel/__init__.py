"""The rules of Guandan, once: plain functions on ints and arrays, jitted in bulk and for a single deal alike.

Nothing here knows a name, a sentence or a file; codes and places come out. `engine.plain` runs the same sources as plain Python.
Vocabulary: a *switch* is an int of a rule book (`switches`), a *readings* word is every way a set of cards may be read (`readings`), `top` is
what lies on the table to be beaten.
"""
