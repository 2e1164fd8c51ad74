"""The pad of the 32 cards in use."""

from referee.games.grevjass.pack import PACK
from referee.web.components.picking import pad_of

PAD = pad_of(PACK)
"""The pad's rows: for each suit, two rows of four ranks, from the ace down."""
