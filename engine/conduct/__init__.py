"""How a match is conducted (赛场): reports, clocks, penalties, lateness, time-out and points, as far as a record holds the facts."""
