"""The pad of the 32 cards that are played with."""

from referee.games.grevjass.pack import PACK
from referee.web.components.picking import pad_of

PAD = pad_of(PACK)
"""The pad's rows: of each suit two of four ranks, from the ace down."""
