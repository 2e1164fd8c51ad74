"""The pad of the 32 cards that are played with."""

from referee.games.grevjass.pack import RANKS
from referee.web.components.picking import PAD as WHOLE_PAD

PAD = [(suit, [RANKS[:4], RANKS[4:]]) for suit, _ in WHOLE_PAD]
"""The pad's rows: of each suit two of four ranks, from the ace down."""
