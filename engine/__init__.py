"""The rules of Guandan: cards, combinations, replay and findings, on nothing but numpy, numba and the standard library."""

# Verdicts carry it; it changes whenever the same record may get another verdict.
VERSION = "4"
