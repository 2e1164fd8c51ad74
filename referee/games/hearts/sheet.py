"""A sitting of Hearts as a text score sheet."""

from referee.english import plural
from referee.games.hearts.actions import Rules, Settling
from referee.games.hearts.state import Match, Phase
from referee.games.hearts.talk import event_line, settled_line
from referee.games.sittings.sheet import score_sheet as sheet
from referee.games.sittings.sheet import shares_words


def score_sheet(match: Match) -> str:
    """The sitting as a readable score sheet. Rules 3.2 and 7.2."""
    return sheet(match, title(match.setup.rules), event_line, settled_line, _end_line(match))


def title(rules: Rules) -> str:
    """The game with its rules."""
    if rules.settling is Settling.HOWELL:
        return "Hearts, Howell’s settling"
    return f"Hearts, Sweepstake{', with an odd Jack' if rules.odd_jack else ''}"


def _end_line(match: Match) -> str:
    if match.finish:
        return "; ".join(filter(None, (f"Finished after {plural(match.settled, 'deal')}", finish_words(match))))
    over = "" if match.phase is not Phase.SETTLE else "; a deal waits to be settled"
    return f"{plural(match.settled, 'deal')} settled; {pool_words(match)}{over}"


def finish_words(match: Match) -> str:
    """Describe the shares of the pool at the finish; empty if the pool was empty (7.2)."""
    if not match.finish or not match.finish.pool:
        return ""
    shares = shares_words(match.setup.players.values(), match.finish.shares)
    return f"share of the pool of {match.finish.pool}: {shares}"


def pool_words(match: Match) -> str:
    """The pool in words: `13 in the pool, a Jack`."""
    if not match.pool:
        return "the pool is empty"
    return f"{match.pool} in the pool{', a Jack' if match.jack else ''}"
