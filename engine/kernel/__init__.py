"""The rules of Guandan, once: plain functions on ints and arrays, jitted in bulk and for a single deal alike.

Nothing here knows a name, a sentence or a file; codes and places come out. `NUMBA_DISABLE_JIT=1` runs the same source as plain Python.
Vocabulary: a *switch* is an int of a rule book (`switches`), a *readings* word is every way a set of cards may be read (`readings`), `top` is
what lies on the table to be beaten.
"""
