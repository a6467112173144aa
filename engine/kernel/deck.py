"""The two packs and the table: how many cards and seats there are, and which codes (`engine.cards`) are what."""

RANKS = 13
FACES = 15  # the ranks and the two jokers
ACE = 12
TEN = 8
HEARTS = 1
SUITED = 52  # codes below it have a suit
SMALL_JOKER = 52
BIG_JOKER = 53
CARDS = 54
JOKER_OFFSET = SMALL_JOKER - RANKS  # a joker's code less its rank
PACKS = 2
HAND_SIZE = 27
ALL_SEATS = 15
EVEN_SEATS = 5  # seats 0 and 2; shifted by one, seats 1 and 3
