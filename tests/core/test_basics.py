"""Basics shared by all games: words, names, addresses, the cache, JSON."""

import json
import re
import unicodedata
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.addresses import visitor_at
from referee.cache import Cache
from referee.english import in_words, joined, plural, titled
from referee.faults import RefusedError
from referee.fields import MOST_KEPT, NAME_LENGTH, FieldReader, parse_json
from referee.moments import utc_text
from referee.text import folded, isolated

# --- English -------------------------------------------------------------------------------------------------

UNITS = {
    word: number
    for number, word in enumerate(
        "nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
} | {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)
}


def number_of(words: str) -> int:
    """The number that is written in words, read word by word."""
    total = 0
    for word in re.split(r" and |[ -]", words):
        total = total * 100 if word == "hundred" else total + UNITS[word]
    return total


def test_every_number_is_read_as_it_is_written() -> None:
    assert [number_of(in_words(number)) for number in range(1000)] == list(range(1000))
    assert (in_words(121), in_words(40), in_words(1000)) == ("one hundred and twenty-one", "forty", "1000")


def test_only_compound_numbers_have_a_hyphen_and_only_hundreds_an_and() -> None:
    for number in range(1000):
        words = in_words(number)
        assert ("-" in words) is (number % 100 > 20 and number % 10 > 0)
        assert (" and " in words) is (number > 100 and number % 100 > 0)


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [(0, "point", "0 points"), (1, "point", "1 point"), (2, "match", "2 matches"), (1, "match", "1 match")],
)
def test_plurals(count: int, noun: str, text: str) -> None:
    assert plural(count, noun) == text


def test_lists_and_titles() -> None:
    assert [joined("abc"[:length]) for length in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert [titled(text) for text in ("", "jack Havel", "31")] == ["", "Jack Havel", "31"]


# --- names and other text ------------------------------------------------------------------------------------


@given(st.text())
@example("Ὀδυσσεύς")
@example("ﬁnn")
def test_folding_takes_case_and_accents_away_for_good(text: str) -> None:
    plain = folded(text)
    assert not any(unicodedata.combining(sign) for sign in plain)
    assert folded(unicodedata.normalize("NFD", text)) == folded(unicodedata.normalize("NFC", text)) == plain


def test_folded_names_are_compared() -> None:
    assert folded("Zoë") == folded("ZOE") == folded("zoe\u0308") == "zoe"
    assert folded("Straße") == folded("STRASSE")


def test_a_name_from_right_to_left_is_isolated_and_no_other() -> None:
    assert isolated("Ann") == "Ann"
    assert isolated("أمل") == "\u2068أمل\u2069"
    assert isolated("דנה B") == "\u2068דנה B\u2069"


def read_name(value: object) -> str:
    reader = FieldReader()
    name = reader.name(value, "players.N")
    reader.done()
    return name


@given(st.text(max_size=NAME_LENGTH))
@example("\u3164")
@example("\u202eAnn")
@example("Ann\ud800")
@example("Ann\ufffe")
def test_a_name_that_is_accepted_can_be_seen_and_is_read_again_the_same(text: str) -> None:
    try:
        name = read_name(text)
    except RefusedError:
        return
    assert read_name(name) == name == " ".join(text.split())
    assert name.encode("utf-8")
    assert not re.search(r"[\u202a-\u202e\u2066-\u2069\x00-\x1f\x7f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]", name)
    assert any(unicodedata.category(sign)[0] in "LNPS" for sign in name)


@pytest.mark.parametrize(
    "value",
    [
        "",
        "  ",
        "\u200b",
        "\u3164",
        "\u2800",
        None,
        7,
        ["Ann"],
        "A" * 41,
        "A\x00",
        "\u202eA",
        "A\tB",
        "A\n",
        "A\u2028B",
    ],
)
def test_what_is_no_name_is_refused_with_its_place(value: object) -> None:
    with pytest.raises(RefusedError, match=r"players\.N has "):
        read_name(value)


# --- strict JSON ---------------------------------------------------------------------------------------------

values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_json_is_read_as_it_was_written(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert parse_json(text) == value
    assert parse_json(b"\xef\xbb\xbf" + json.dumps(value).encode()) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"\xff", "not UTF-8 text .byte 0"),
        ("{", "not JSON: see line 1, column 2"),
        ('{"a": 1, "b": 2, "a": 3}', "the key “a” twice"),
        ('[{"a": {"x": 1, "x": 1}}]', "the key “x” twice"),
        ("[" * 100_000, "nested too deep"),
        ("1" * 5_000, "a number is too long"),
    ],
)
def test_what_is_no_json_is_refused_and_says_why(text: str | bytes, why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        parse_json(text)


@given(values, st.integers(-3, 3), st.integers(4, 9), st.sampled_from([1, 2]))
def test_a_whole_number_is_an_integer_in_its_range(value: Any, low: int, high: int, step: int) -> None:
    reader, among = FieldReader(), range(low, high, step)
    is_one = type(value) is int and value in list(among)
    assert reader.whole(value, "count", among, 99) == (value if is_one else 99)
    assert reader.count == (not is_one)


@given(values)
def test_truth_versions_and_options_are_not_guessed(value: Any) -> None:
    reader = FieldReader()
    assert reader.truth(value, "muggins") is (value is True)
    assert reader.among(value, "season", {"spring": 1}, 0) == (1 if value == "spring" and type(value) is str else 0)
    reader.version({"version": value}, 1)
    faults = (type(value) is not bool) + (value != "spring") + (not (type(value) is int and value == 1))
    assert reader.count == faults


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(), max_size=6))
def test_fields_are_there_or_named(data: dict[str, int]) -> None:
    reader = FieldReader()
    assert reader.fields(data, "it", ("a", "b"), ("c",)) == {key: data[key] for key in "abc" if key in data}
    assert reader.count == len({"a", "b"} - data.keys()) + len(data.keys() - {"a", "b", "c"})


def test_of_very_many_faults_some_are_named_and_all_are_counted() -> None:
    reader = FieldReader()
    for place in range(MOST_KEPT + 7):
        reader.fail(f"actions[{place}]", "is wrong")
    with pytest.raises(RefusedError) as refused:
        reader.done()
    assert [fault.about for fault in refused.value.faults] == [(f"actions[{place}]",) for place in range(MOST_KEPT)]
    assert refused.value.unnamed == 7


moments = st.datetimes(
    datetime(1990, 1, 1),
    datetime(2090, 1, 1),
    timezones=st.integers(-12, 14).map(lambda h: timezone(timedelta(hours=h))),
)


@given(moments)
def test_a_moment_has_its_offset(moment: datetime) -> None:
    reader = FieldReader()
    assert reader.moment(moment.isoformat(), "at") == moment
    assert reader.count == 0
    assert reader.moment(moment.replace(tzinfo=None).isoformat(), "at") is None
    assert reader.count == 1


@given(st.lists(moments, max_size=6))
def test_moments_in_utc_sort_by_time(several: list[datetime]) -> None:
    whole = [moment.replace(microsecond=0) for moment in several]
    assert sorted(map(utc_text, whole)) == [utc_text(moment) for moment in sorted(whole)]
    assert all(datetime.fromisoformat(utc_text(moment)) == moment for moment in several)
    assert all(datetime.fromisoformat(utc_text(moment)).tzinfo == UTC for moment in several)


# --- the cache -----------------------------------------------------------------------------------------------

steps = st.one_of(
    st.tuples(st.just("keep"), st.sampled_from("abcd"), st.integers(0, 25)),
    st.tuples(st.just("late"), st.sampled_from("abcd"), st.integers(0, 25)),
    st.tuples(st.just("get"), st.sampled_from("abcd"), st.just(0)),
    st.tuples(st.just("clear"), st.just(""), st.just(0)),
)


@given(st.lists(steps, max_size=40))
def test_the_cache_holds_what_was_used_last_within_its_limit(script: list[tuple[str, str, int]]) -> None:
    """Against a plain list, the least recently used first."""
    cache: Cache[int] = Cache(20, lambda value: value)
    model = list[tuple[str, int]]()
    before = -1
    for what, key, value in script:
        if what == "keep":
            cache.keep(key, value, cache.age)
            model = [(each, kept) for each, kept in model if each != key] + [(key, value)]
            while sum(kept for _, kept in model) > 20:
                model.pop(0)
        elif what == "late":
            cache.keep(key, value, before)  # Its computation began before the cache was cleared.
        elif what == "clear":
            before = cache.age
            cache.clear()
            model = []
        else:
            found = dict(model).get(key)
            assert cache.get(key) == found
            if found is not None:
                model = [(each, kept) for each, kept in model if each != key] + [(key, found)]
    assert {key: cache.get(key) for key in "abcd"} == {key: dict(model).get(key) for key in "abcd"}


# --- addresses -----------------------------------------------------------------------------------------------


@given(st.ip_addresses(v=6), st.integers(0, 2**64 - 1))
def test_all_addresses_of_a_household_are_one_visitor(address: Any, host: int) -> None:
    if address.ipv4_mapped or address.is_loopback:
        return
    neighbour = type(address)(int(address) >> 64 << 64 | host)
    if not (neighbour.ipv4_mapped or neighbour.is_loopback):
        assert visitor_at(str(address)) == visitor_at(str(neighbour))
    other = type(address)(int(address) ^ 1 << 64)
    if not (other.ipv4_mapped or other.is_loopback):
        assert visitor_at(str(address)) != visitor_at(str(other))


@given(st.ip_addresses(v=4))
def test_an_older_address_counts_as_itself_however_it_is_written(address: Any) -> None:
    assert (
        visitor_at(str(address)) == visitor_at(f"::ffff:{address}") == ("" if address.is_loopback else str(address))
    )


@pytest.mark.parametrize("text", ["", "unix:", "not an address", "1.2.3"])
def test_what_is_no_address_counts_as_it_stands(text: str) -> None:
    assert visitor_at(text) == text
