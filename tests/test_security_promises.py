"""Each promise of docs/security.md has its tests: rows without a test fail here, and so do missing tests."""

from __future__ import annotations

import re
from pathlib import Path

HOME = Path(__file__).parents[1]
THREATS = {
    "to read or write anything":
        "core/web/test_permissions.py test_a_stranger_gets_nothing_on_any_route_by_any_method",
    "to guess a link": "core/web/test_sharing.py test_guessing_is_stopped_and_locks_nobody_out",
    "to use up the server": "core/test_gateway.py test_slow_phones_hold_up_nobody",
    "to enter something, or to see closed tricks":
        "core/web/test_permissions.py test_a_scorer_enters_and_corrects_and_a_watcher_looks_on",
    "to continue": "core/web/test_sharing.py test_renewing_a_link_ends_the_old_access_at_once_and_no_other",
    "to post in a person's name (CSRF)": "core/web/test_matches.py test_every_post_needs_its_token",
    "to show the app in a frame, or to run a script in it":
        "core/web/test_matches.py test_headers_guard_every_answer",
    "to reach the app by a name of its own (DNS rebinding)":
        "core/web/test_sharing.py test_only_own_hosts_are_answered",
    "to use the app as an open redirect":
        "core/web/test_permissions.py test_a_front_name_leads_to_the_own_name_of_an_instance",
    "to fake an address or https (`X-Forwarded-For`, `X-Forwarded-Proto`)":
        "hosting/test_https.py test_what_a_visitor_says_of_itself_is_not_believed",
    "to give the server orders as its host":
        "core/test_hosting.py test_orders_come_through_however_long_the_path_and_nonsense_ends_nothing",
    "to read health or metrics": "core/test_operation.py test_health_and_metrics_are_on_a_loopback_port_of_their_own",
    "to enter odd characters, or a name like `<script>`":
        "core/web/test_sharing.py test_hostile_names_are_shown_as_they_are_and_do_nothing",
    "CSV injection by a name or a reason":
        "core/test_files.py test_no_cell_nor_what_a_spreadsheet_may_split_off_is_taken_for_a_formula",
    "with Muggins, to find out by trying what a trick holds":
        "havilering/web/test_fair_play.py test_a_claim_that_can_still_be_called_is_not_tried_out_by_detours",
    "in any game, to find out by trying what is closed":
        "core/web/test_told_nothing.py test_two_matches_that_differ_in_what_is_closed_answer_every_post_alike",
    "to see closed tricks":
        "core/web/test_shown_nothing.py test_two_matches_that_differ_in_what_is_closed_look_the_same",
    "to see it": "core/web/test_finding.py test_a_clock_that_jumps_for_a_moment_erases_nothing",
    "to get access with it": "core/web/test_sharing.py test_the_database_holds_no_link",
    "to crash the import, or to import unreadable data":
        "core/test_logs_file.py test_a_spoilt_file_changes_nothing",
    "to evict a person's own score book from the cookie":
        "core/web/test_sharing.py test_a_cookie_never_grows_too_large_and_keeps_the_book",
    "to count something twice, or to overwrite":
        "core/test_appender.py test_every_request_is_answered_as_the_model_answers_it",
    "to write over the book, its key, or something that is not a file":
        "core/test_output.py test_nothing_is_written_inside_the_instance_folder",
    "to write to the book while a server runs":
        "core/test_output.py test_while_a_server_runs_it_alone_writes_the_book",
    "to smuggle in a database with code of its own":
        "core/test_damage.py test_only_what_a_release_has_made_is_restored",
    "to change a record unnoticed":
        "core/test_damage.py test_what_changed_vanished_or_was_put_in_is_named",
    "to make the whole database unreadable":
        "core/test_damage.py test_one_bad_page_stops_neither_check_nor_export_nor_backup",
    "to have an entry acknowledged and lost":
        "core/test_connections.py test_a_file_that_was_removed_under_a_book_takes_nothing_more",
    "to guess their contents (BREACH)":
        "core/web/test_compression.py test_the_length_of_a_packed_page_does_not_tell_what_is_in_it",
    "to damage new entries, or to shut phones out":
        "core/test_service.py test_a_clock_of_a_year_that_cannot_be_read_back_stores_nothing",
    "to lose what was acknowledged":
        "core/test_durability.py test_sigkill_under_load_loses_no_acknowledged_action_and_repeats_none",
}  # fmt: skip
LIMITS = {
    "connections":
        "core/test_protocol.py test_so_many_connections_are_open_in_all_and_from_one_address",
    "time for a request's head; its body; the response":
        "core/test_protocol.py test_a_head_that_comes_in_drops_has_no_more_time",
    "a post": "core/web/test_matches.py test_too_large_a_post_is_refused",
    "a body that does not say how long it is (chunks)":
        "core/test_gateway.py test_a_body_without_a_length_is_refused_and_one_too_large_too",
    "concurrent uploads; imports": "core/test_gateway.py test_one_visitor_takes_not_all_places_for_large_bodies",
    "several files imported at once on the page": "core/web/test_files.py test_of_several_files_what_came_in_is_told",
    "files from one address": "core/web/test_files.py test_nobody_brings_in_files_without_end",
    "an imported file": "core/web/test_limits.py test_a_server_takes_so_much_and_a_public_one_less",
    "matches that began alike, in a file and here":
        "core/test_growth.py test_matches_that_began_alike_come_in_in_linear_time",
    "the log of a match on a public server": "core/test_memory.py test_the_log_of_a_match_may_be_limited",
    "a score book on a public server": "core/test_hosting.py test_a_full_book_says_so_and_takes_nothing_more",
    "sets of house rules in a score book":
        "core/web/test_limits.py test_a_book_has_room_for_so_many_sets_of_house_rules",
    "waiting for a thread; for a database that another program has locked":
        "core/test_protocol.py test_a_request_that_waited_too_long_for_its_turn_is_told_to_come_again",
    "one correction": "core/web/test_limits.py test_a_correction_has_so_many_edits",
    "links from a preview to single rulings or changes, each of which contains all edits":
        "core/web/test_correction_list.py test_a_preview_does_not_repeat_long_edits_at_every_ruling_and_change",
    "pages that correct a match of more than 500 entries of usual length, or show its log":
        "core/web/test_correction_list.py test_few_replay_a_long_match_at_a_time",
    "entries on a page of the list or the log":
        "core/web/test_correction_list.py test_a_long_match_is_listed_a_page_at_a_time",
    "a search": "core/web/test_limits.py test_a_search_looks_for_so_many_words_and_folds_each_name_once",
    "searchable text of a match":
        "core/web/test_limits.py test_what_a_match_is_found_by_is_bounded_whatever_was_written",
    "evenings that a search looks through; those that it finds":
        "evenings/test_large_evenings.py test_a_search_finds_the_latest_evenings",
    "open event streams": "core/test_streams.py test_there_is_room_for_so_many_streams_in_all_and_of_one_match",
    "matches in memory":
        "core/test_memory.py test_five_hundred_tables_at_the_end_of_an_evening_fit_into_the_cache",
    "evenings in memory":
        "evenings/test_large_evenings.py test_a_folded_evening_takes_no_more_memory_than_the_cache_reckons",
    "memory of the process, with the units and containers in `deploy/`":
        "hosting/test_deploy.py test_everything_that_runs_has_a_limit_of_memory",
    "time for a half-received post when the server stops":
        "core/test_protocol.py test_a_server_that_ends_does_not_wait_for_half_a_post",
    "score books started from one address; wrong links": "core/web/test_sharing.py test_beginning_books_is_limited",
}  # fmt: skip


def rows(title: str, column: int) -> list[str]:
    """The cells of a column of the table below a title."""
    below = (HOME / "docs/security.md").read_text("utf-8").split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in below.splitlines() if re.match(r"\| ", line)][1:]
    return [line.strip("|").split(" | ")[column].strip() for line in lines]


def test_every_row_has_a_test() -> None:
    assert set(rows("Threats and measures", 1)) == THREATS.keys()
    assert set(rows("Limits", 0)) == LIMITS.keys()
    for named in (*THREATS.values(), *LIMITS.values()):
        file, test = named.split()
        assert f"def {test}(" in (HOME / "tests" / file).read_text("utf-8"), named
