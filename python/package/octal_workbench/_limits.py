"""How far calls go, unless they say otherwise."""

#: Bytes for the values of a game.
MEMORY = 1 << 30
#: The last heap of a search for a period.
LIMIT = 1 << 27
#: Option values looked at, about one a nanosecond, if neither limit nor work is given.
WORK = 20_000_000_000
#: The last heap of a search for a misère quotient.
MISERE_LIMIT = 10_000
#: Elements of monoids looked at, about one a nanosecond.
MISERE_WORK = 20_000_000_000
