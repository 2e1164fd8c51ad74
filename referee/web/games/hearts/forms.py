"""The form for a new match of Hearts; it validates only the shape of input, and the rules check the rest."""

from collections.abc import Mapping
from typing import Any

from wtforms import BooleanField, RadioField, SelectChoice

from referee.faults import Fault, RefusedError
from referee.games.hearts.actions import SEATS, Settling
from referee.games.hearts.game import HEARTS
from referee.web.matches import setup_form
from referee.web.matches.setup_form import first_dealer, player

_SETTLINGS = {Settling.SWEEPSTAKE: "Sweepstake", Settling.HOWELL: "Howell’s settling"}


class MatchForm(setup_form.MatchForm):
    """A new sitting on one screen: two to six players, clockwise. Empty places are skipped."""

    game = HEARTS
    decides = ("settling",)
    seat_1 = player("First player", missing="")
    seat_2 = player("On their left", missing="")
    seat_3 = player("Third", missing="")
    seat_4 = player("Fourth", missing="")
    seat_5 = player("Fifth", missing="")
    seat_6 = player("Sixth", missing="")
    dealer = first_dealer(dict(zip(SEATS, SEATS, strict=True)))
    settling = RadioField(
        "Settling", choices=[SelectChoice(each.value, words) for each, words in _SETTLINGS.items()],
        default=Settling.SWEEPSTAKE.value,
    )  # fmt: skip
    odd_jack = BooleanField("An odd counter left by a division makes a Jack")

    @classmethod
    def filled_in(cls, players: Mapping[str, str], dealer: str, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields for a match as plain data. For two players, settling by Howell was not their choice."""
        chosen = {name: value for name, value in rules.items() if name != "settling" or len(players) > 2}
        return {**{f"seat_{seat}": name for seat, name in players.items()}, "dealer": dealer, **chosen}

    @property
    def places(self) -> list[tuple[str, Any]]:
        """The seats with their fields."""
        return [(seat, self[f"seat_{seat}"]) for seat in SEATS]

    @property
    def labels(self) -> dict[str, str]:
        """The labels of the named players, who move up to the first seats."""
        named = (field.label.text for _, field in self.places if (field.data or "").strip())
        return dict(zip(SEATS, named, strict=False))

    @property
    def usual_places(self) -> list[tuple[str, Any]]:
        """Four players."""
        return self.places[:4]

    def setup(self, started: str) -> dict[str, Any]:
        """Return the setup as in a match record: the named players, moved up to the first seats.

        Raises RefusedError if there are fewer than two, or the first dealer is not among them.
        """
        written = super().setup(started)
        seated = [(seat, name) for seat, name in written["players"].items() if (name or "").strip()]
        if len(seated) < 2:
            raise RefusedError(Fault("players", "Name two to six players."))
        if self.dealer.data not in dict(seated):
            raise RefusedError(Fault("dealer", "Say who deals first: there is no player in that place."))
        place = {old: SEATS[at] for at, (old, _) in enumerate(seated)}
        # Two always settle by Howell.
        rules = written["rules"] | ({"settling": Settling.HOWELL.value} if len(seated) == 2 else {})
        players = {place[seat]: name for seat, name in seated}
        return written | {"players": players, "dealer": place[self.dealer.data], "rules": rules}
