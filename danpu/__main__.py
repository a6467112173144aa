"""`python -m danpu` is the command `danpu`."""

from danpu.cli import main

main()
