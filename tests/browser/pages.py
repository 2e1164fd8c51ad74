"""A score book with a match in every state, and the way to every page."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from tests.cribbage.self_play import Table as Cribbage
from tests.grevjass import playing as grevjass
from tests.havilering.self_play import SelfPlayingTable, evening, season_of
from tests.hearts import self_play as hearts
from tests.humbug_whist import self_play as humbug_whist
from tests.karnoffel import playing as karnoffel
from tests.servers import Server

LONG_NAME, OTHER_SCRIPT = "Maximilianecharlottevonundzuhohenfelseck", "عبد الرحمن بن محمد"


def until(phase: str, tricks: int = 1, hand: int = 1, **rules: Any) -> dict[str, Any]:
    """A match that has reached a phase, at least `tricks` tricks into hand number `hand` or a later one."""
    table = SelfPlayingTable(random.Random(tricks), season_of, accidents=0, revokes=0.1, best_of=3, **rules)
    while table.oracle.phase != phase or len(table.oracle.current) < tricks or table.oracle.hand < hand:
        table.do(table.next_action())
    return table.record


def cribbage(most: int, **rules: Any) -> dict[str, Any]:
    """A match of cribbage after at most `most` actions."""
    table = Cribbage(random.Random(1), accidents=0, best_of=1, **rules)
    for _ in table.play(most):
        pass
    return table.record


def sitting(game: Any, seed: int, most: int, names: str, entries: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """A sitting after at most `most` actions."""
    chance = random.Random(seed)
    record: dict[str, Any] = game.random_setup(chance, **more)
    record |= {"players": dict(zip(record["players"], names.split(), strict=False)), "rules": {}}
    for action in game.Table(chance, record, accidents=0.1, entries=entries).play(most):
        action.pop("at", None)
    return record


LONG_PLAYERS = dict(zip("NESW", (LONG_NAME, "Bob", "Cat", OTHER_SCRIPT), strict=True))
_TRICKS = ("7S AS 9S 8S", "QH AH 7D JH", "7C AC KC 8C", "TC 9C QC JC")


def grevjass_at(tricks: int, *melds: dict[str, Any], **rules: Any) -> dict[str, Any]:
    """A match of Grevjass with long names, after a number of tricks."""
    played = map(grevjass.trick, _TRICKS[:tricks])
    record = grevjass.record(grevjass.trump("9H"), *(melds or [grevjass.meld("E", "QS", 3)]), *played, **rules)
    return record | {"players": LONG_PLAYERS}


def grevjass_over() -> dict[str, Any]:
    """A finished match: a claim, a false claim, strokes taken, given and chalked."""
    first = [
        grevjass.trump("9H"),
        grevjass.meld("S", "AD", 4),
        grevjass.meld("N", "KC", 4),
        grevjass.trick(_TRICKS[1]),
    ]
    second = [grevjass.trump("7C"), grevjass.trick(_TRICKS[0]), grevjass.claim("EW")]
    third = [grevjass.trump("8D"), grevjass.meld("W", "J"), {"type": "take"}]
    ruling = {"type": "adjust", "side": "EW", "strokes": 1, "reason": "chalked by hand before"}
    chalk = {"type": "chalk", "side": "NS", "strokes": 1}
    return grevjass.record(*first, grevjass.claim("NS"), *second, *third, ruling, chalk, strokes=5)


@cache
def matches() -> dict[str, dict[str, Any]]:
    """By what they are good for; their numbers are their places, from 1."""
    strange = evening(4, 2, season_of, target=61)
    strange["players"] |= {"N": LONG_NAME, "E": OTHER_SCRIPT}
    made = {
        "finished": evening(12, 1, season_of, target=61),
        "strange": strange,
        "played": until("play", 5),
        "offer": until("offer-first", 5, target=61),
        "claim": until("claim", 4, muggins=True),
        "called": until("play", 6, muggins=True),
        "hand over": until("hand-over", 13, muggins=True),
        "begun": until("play", 0),
        "many": evening(9, 9, season_of, target=31),
        "cribbage played": cribbage(40),
        "cribbage claim": cribbage(14, muggins=True),
        "cribbage over": cribbage(1000, target=31),
        "cribbage strange": cribbage(30) | {"players": {"N": LONG_NAME, "S": OTHER_SCRIPT}},
        "hearts tricks": sitting(hearts, 2, 9, "Ann Bob Cat Dan", ("tricks",), players=4),
        "hearts settle": sitting(
            hearts,
            3,
            64,
            f"{LONG_NAME} Bob {OTHER_SCRIPT.replace(' ', '-')} Dan Eve Fay",
            ("count", "tricks"),
            players=6,
        ),
        "hearts over": sitting(hearts, 11, 400, "Ann Bob Cat", ("count",), players=3),
        "whist": sitting(humbug_whist, 4, 70, "Ann Bob", ("tricks",)),
        "grevjass strokes": grevjass_at(0, grevjass.meld("S", "K"), claims="open"),
        "grevjass closed": grevjass_at(3),
        "grevjass over": grevjass_over(),
        "karnoffel choosing": karnoffel.deal(0) | {"players": LONG_PLAYERS},
        "karnoffel stray": karnoffel.deal(2, "9S TC KS 4D") | {"players": LONG_PLAYERS},
        "karnoffel over": karnoffel.over(),
        "second hand": until("play", 0, hand=2),
    }
    for hour, record in enumerate(made.values()):
        record["started"] = f"2026-06-{hour + 1:02}T18:00:00+01:00" if not record["actions"] else record["started"]
    return made


MATCH = {name: number for number, name in enumerate(matches(), 1)}

FIRST_VISITS = {
    "home": "",
    "new match": "books/1/new",
    "table": f"matches/{MATCH['played']}/",
    "watch": f"matches/{MATCH['played']}/watch",
    "dispute": "dispute?cards=3C.2H.KH.AH",
    "history": f"matches/{MATCH['finished']}/sheet",
    "Cribbage": f"cribbage/matches/{MATCH['cribbage played']}/",
    "Hearts": f"hearts/matches/{MATCH['hearts tricks']}/",
    "Humbug Whist": f"humbug-whist/matches/{MATCH['whist']}/",
    "Grevjass": f"grevjass/matches/{MATCH['grevjass strokes']}/",
    "Karnöffel": f"karnoffel/matches/{MATCH['karnoffel choosing']}/",
}
"""Pages that a link leads somebody new to."""


def add_matches(server: Server) -> None:
    """Put the matches into the score book of a server."""
    server.import_records(list(matches().values()))


def table_pages() -> list[str]:
    states = ["begun", "played", "offer", "claim", "called", "hand over", "finished", "strange"]
    pages = [f"matches/{MATCH[name]}/" for name in states]
    down, call = f"matches/{MATCH['begun']}/?draft=7S.-.9S", f"matches/{MATCH['called']}/?way=call&draft=fifteen"
    return [*pages, down, call, f"matches/{MATCH['begun']}/?draft=7S.XX"]


DROPPED = [{"first": 2, "last": 2, "actions": []}]
"""A correction that takes the second trick out."""


def ruling_pages() -> list[str]:
    played, over = (f"matches/{MATCH[name]}/" for name in ("played", "finished"))
    own = ["mend", "mend/1/1", "mend/1/1?card=7S", "mend/2", "log", "throw-away"]
    own += ["ruling", "pegs", "leader", "why/1/5"]
    own += ["mend/start", "?leader=E", "?leader=N&draft=3C.2H.KH", "wrong", "wrong?what=misdeal"]
    own += ["leader?what=turn", "leader?leads=E"]
    own.append("mend/look?edits=" + json.dumps({"of": 5, "edits": DROPPED}))
    four = "dispute?cards=3C.2H.KH.AH"
    revoke = f"matches/{MATCH['second hand']}/revoke/1/4/E"
    return [*(played + page for page in own), revoke, over + "why/1/1", "dispute", four,
            f"{four}&season=winter&dealer=W", "dispute?cards=3C.3H.KH.AH", "rules", "rules?q=jack",
            "rules?q=nothing+of+it", "practice", "practice?next=1"]  # fmt: skip


CRIBBAGE = ["cribbage/" + page for page in (
    "dispute", "dispute?cards=5H.5S.5D.JC.5C", "dispute?cards=QS.KS.AS.2D.JS&crib=1", "dispute?cards=7S&typed=joker",
    "practice", "practice?next=1", "dispute/play", "dispute/play?cards=7D.6C.8H",
    "dispute/play?cards=TD.JC.QH&card=2S", "rules", "rules?q=go",
)]  # fmt: skip


def match_pages() -> list[str]:
    over, strange, played = (f"matches/{MATCH[name]}/" for name in ("finished", "strange", "played"))
    return [over + "sheet", strange + "sheet", played + "sheet", over + "hands/1", over + "replay",
            over + "replay?at=9", played + "hands/", over + "share", over + "watch", played + "watch",
            strange + "watch", played + "board", strange + "board", f"matches/{MATCH['claim']}/watch"]  # fmt: skip


def book_pages() -> list[str]:
    own = ["", "?q=ann", "?player=ann&partner=bob", "?q=nothing+of+the+kind", "?state=open", "new",
           f"new?like={MATCH['finished']}", "players", "players/1", "players/1/with/3",
           "players?sort=-games&sort_pairs=name", "players/1/opponents", "players/1/with/3/opponents",
           "players/1/against/2", "players/1/with/3/against/2/with/4",
           "players?game=cribbage", "players/1?game=cribbage", "ratings", "achievements", "seasons",
           "seasons/2026-09-23", "files", "bin", "delete", "share"]  # fmt: skip
    return ["", "settings", "privacy", *(f"books/1/{page}" for page in own), "nowhere"]


def cribbage_pages() -> list[str]:
    names = ("played", "claim", "over", "strange")
    played, claim, over, strange = (str(MATCH[f"cribbage {name}"]) for name in names)
    tables = [f"cribbage/matches/{number}/" for number in (played, claim, over, strange)]
    own = [tables[0] + page for page in ("?way=points", "sheet", "rulings", "rulings?what=cards", "deals/1")]
    own += [tables[0] + f"rulings?what={what}" for what in ("overpeg", "overpeg&who=N", "adjust")]
    own += [tables[2] + page for page in ("sheet", "replay?at=9", "deals/2")]
    own += [f"matches/{played}/{page}" for page in ("mend", "mend/start", "mend/2", "mend/3", "log")]
    own += [f"matches/{played}/mend/look?edits=" + json.dumps({"of": 40, "edits": DROPPED})]
    own += [f"matches/{played}/mend/9?insert={kind}" for kind in ("penalty", "adjust")]
    watched = [f"matches/{played}/watch", f"matches/{played}/board", f"matches/{played}/share"]
    return [*tables, *own, *watched, "cribbage/books/1/new", *CRIBBAGE]


SITTINGS = ("hearts/settle?h1=0&h2=0&h3=6&h4=7&revoke=1", "hearts/settle?h1=9", "hearts/rules",
            "hearts/practice?next=1", "humbug-whist/practice?next=1",
            "humbug-whist/settle?N=14&revokes_N=1", "humbug-whist/trick?cards=9S.JS&trump=D",
            "humbug-whist/rules")  # fmt: skip


def sitting_pages() -> list[str]:
    tricks, settle, over, whist = (MATCH[name] for name in ("hearts tricks", "hearts settle", "hearts over", "whist"))
    tables = [f"hearts/matches/{number}/" for number in (tricks, settle, over)] + [f"humbug-whist/matches/{whist}/"]
    own = [
        tables[0] + page for page in ("?way=count&draft=1.3", "?way=tricks&draft=joker", "deals/1", "wrong", "people")
    ]
    own += [f"{tables[0]}wrong?what={what}" for what in ("turn&who=2", "exposed&who=2", "adjust")]
    own += [tables[1] + page for page in ("sheet", "deals/1", "replay?at=3")] + [
        tables[3] + page for page in ("sheet", "deals/1", "replay?at=3", "wrong")
    ]
    own += [f"matches/{settle}/{page}" for page in ("watch", "board", "mend/start", "mend/2", "mend/9")]
    own += [f"matches/{whist}/{page}" for page in ("watch", "mend/4?insert=adjust")]
    books = [f"{game}/books/1/new" for game in ("hearts", "humbug-whist")]
    players = [f"books/1/players?game={game}" for game in ("hearts", "humbug-whist")]
    return [*tables, *own, *books, *players, *SITTINGS]


GREVJASS = ("grevjass/dispute", "grevjass/dispute?cards=QH.JH.7S.AH&trump=H", "grevjass/dispute?cards=2H&typed=joker",
            "grevjass/dispute/melds?melds=E.QS.3-S.QH.3-N.K.4", "grevjass/dispute/melds?add=1&what=&top=x",
            "grevjass/rules", "grevjass/practice?next=1", "grevjass/books/1/new",
            "books/1/players?game=grevjass", "books/1/seasons?game=grevjass")  # fmt: skip


def grevjass_pages() -> list[str]:
    strokes, closed, over = (MATCH[f"grevjass {name}"] for name in ("strokes", "closed", "over"))
    tables = [f"grevjass/matches/{number}/" for number in (strokes, closed, over)]
    own = [tables[0] + page for page in ("meld", "meld?player=N", "meld?player=N&top=AC", "wrong")]
    own += [tables[1] + page for page in ("?draft=QD.-.9S", "?draft=joker", "sheet", "wrong?what=chalk&side=NS",
                                          "wrong?what=adjust")]  # fmt: skip
    own += [tables[2] + page for page in ("sheet", "deals/1", "replay?at=3")]
    own += [
        f"matches/{closed}/{page}" for page in ("watch", "board", "log", "mend", "mend/3", "mend/3?at=1", "mend/2")
    ]
    own += [f"matches/{over}/{page}" for page in ("watch", "mend/4", "mend/4?insert=adjust", "mend/4?insert=meld")]
    return [*tables, *own, *GREVJASS]


KARNOFFEL = ("karnoffel/dispute", "karnoffel/dispute?cards=9S.KS.3H.4D&chosen=H",
             "karnoffel/dispute?cards=AH&typed=x", "karnoffel/rules",
             "karnoffel/practice?next=1", "karnoffel/books/1/new",
             "books/1/players?game=karnoffel", "books/1/seasons?game=karnoffel")  # fmt: skip


def karnoffel_pages() -> list[str]:
    choosing, stray, over = (MATCH[f"karnoffel {name}"] for name in ("choosing", "stray", "over"))
    tables = [f"karnoffel/matches/{number}/" for number in (choosing, stray, over)]
    own = [tables[0] + page for page in ("?way=four&draft=9S", "?way=result&draft=NS", "wrong", "?draft=joker")]
    own += [tables[1] + page for page in ("?draft=QD.-.9S", "sheet", "deals/1", "wrong?what=adjust")]
    own += [tables[2] + page for page in ("sheet", "deals/1", "replay?at=3")]
    own += [f"matches/{stray}/{page}" for page in ("watch", "board", "log", "mend", "mend/1", "mend/2?at=1")]
    own += [f"matches/{over}/{page}" for page in ("watch", "mend/2?insert=chosen", "mend/3?insert=result")]
    return [*tables, *own, *KARNOFFEL]


PAGES = {
    "karnoffel": karnoffel_pages,
    "grevjass": grevjass_pages,
    "sittings": sitting_pages,
    "cribbage": cribbage_pages,
    "table": table_pages,
    "rulings": ruling_pages,
    "match": match_pages,
    "book": book_pages,
}
