"""The rules of Guandan: cards, combinations, replay and findings, on nothing but numpy, numba and the standard library."""
