"""Contents conversations: every layout, dates, ids, and what broken files get."""

import contextlib
import json
import os
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiermem.errors import TranscriptError
from tiermem.transfer.transcripts import Transcript, read_transcripts
from tiermem.values import instant

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
QUESTION = {"role": "user", "content": "Where do the backups go?"}
ANSWER = {"role": "assistant", "content": "To the second bucket."}


@pytest.fixture
def written(tmp_path):
    """A function that writes values to a file: a str or bytes as they are, a list of lines, other values as JSON."""

    def write(value, name="talk.json"):
        path = tmp_path / name
        if isinstance(value, bytes):
            path.write_bytes(value)
        else:
            path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return path

    return write


def lines(*values) -> str:
    return "".join(f"{json.dumps(value)}\n" for value in values)


def read(path: Path) -> list[Transcript]:
    return list(read_transcripts(path, now=NOW))


def said(transcript: Transcript) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.content) for turn in transcript.turns]


def failing(path: Path) -> tuple[list[Transcript], TranscriptError]:
    """Return the sessions of a broken file before its error, and the error."""
    before: list[Transcript] = []
    with pytest.raises(TranscriptError) as raised:
        before.extend(read_transcripts(path, now=NOW))
    return before, raised.value


TALK = [("user", "Where do the backups go?"), ("assistant", "To the second bucket.")]


class TestChatLayouts:
    @pytest.mark.parametrize(
        "content",
        [
            json.dumps([QUESTION, ANSWER]),
            json.dumps([QUESTION, ANSWER], indent=2),
            json.dumps({"messages": [QUESTION, ANSWER]}),
            json.dumps({"messages": [QUESTION, ANSWER]}, indent=2),
            json.dumps([{"messages": [QUESTION, ANSWER]}]),
            lines(QUESTION, ANSWER),
            lines({"messages": [QUESTION, ANSWER]}),
            lines(QUESTION) + "\n  \n" + lines(ANSWER),
            lines(QUESTION, ANSWER).replace("\n", "\r\n"),
            "\ufeff" + lines(QUESTION, ANSWER),
            "\ufeff" + json.dumps([QUESTION, ANSWER]),
        ],
        ids=[
            "array",
            "pretty-array",
            "object",
            "pretty-object",
            "array-of-objects",
            "message-lines",
            "object-lines",
            "blank-lines",
            "windows-lines",
            "bom-lines",
            "bom-document",
        ],
    )
    def test_one_conversation_reads_the_same_in_every_layout(self, written, content):
        [transcript] = read(written(content))

        assert said(transcript) == TALK
        assert transcript.user is None
        assert {turn.at for turn in transcript.turns} == {instant(NOW)}

    @pytest.mark.parametrize("name", ["talk.txt", "talk.jsonl", "talk"])
    def test_the_layout_is_found_by_content_and_not_by_name(self, written, name):
        assert len(read(written([QUESTION, ANSWER], name))) == 1

    @pytest.mark.parametrize("as_lines", [False, True])
    def test_many_conversations_keep_their_order(self, written, as_lines):
        talks = [{"session_id": f"s{number}", "messages": [QUESTION]} for number in (3, 1, 2)]

        transcripts = read(written(lines(*talks) if as_lines else talks))

        assert [transcript.session_id for transcript in transcripts] == ["s3", "s1", "s2"]

    def test_instructions_and_messages_without_words_are_no_turns(self, written):
        messages = [
            {"role": "system", "content": "Be kind."},
            {"role": "developer", "content": "Be brief."},
            {"role": "user", "content": " \n"},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [{"id": "c1", "function": {"name": "grep"}}],
            },
            QUESTION,
        ]

        [transcript] = read(written(messages))

        assert said(transcript) == [("user", QUESTION["content"])]

    def test_a_tool_result_knows_the_tool_that_was_called(self, written):
        call = {"id": "c1", "type": "function", "function": {"name": "grep", "arguments": "{}"}}
        messages = [
            {"role": "assistant", "content": "I look it up.", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": "c1", "content": "backup.yaml:3"},
            {"role": "function", "name": "lookup", "content": "bucket-2"},
            {"role": "tool", "content": "of an unknown call"},
        ]

        [transcript] = read(written(messages))

        assert [(turn.speaker, turn.name) for turn in transcript.turns] == [
            ("assistant", None),
            ("tool", "grep"),
            ("tool", "lookup"),
            ("tool", None),
        ]

    def test_text_parts_are_joined_and_other_parts_left_out(self, written):
        content = [
            {"type": "text", "text": "Look at this:"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
            {"type": ["odd"], "text": "no"},
            {"type": "input_text", "text": "the second bucket is full."},
            "Really.",
        ]

        [transcript] = read(written([{"role": "user", "content": content}]))

        assert transcript.turns[0].content == "Look at this:\nthe second bucket is full.\nReally."

    def test_names_ids_and_users_are_taken_over(self, written):
        message = {**QUESTION, "name": "Ina", "id": 17}

        [transcript] = read(written({"conversation_id": 5, "user": "ina", "messages": [message]}))

        assert (transcript.session_id, transcript.user) == ("5", "ina")
        assert (transcript.turns[0].name, transcript.turns[0].external_id) == ("Ina", "17")

    def test_single_messages_are_grouped_by_their_session(self, written):
        path = written(
            lines(
                {**QUESTION, "session_id": "a", "user": "ina"},
                {**QUESTION, "session_id": "b", "user": "tom"},
                {**ANSWER, "session_id": "a"},
            )
        )

        assert [(one.session_id, one.user, len(one.turns)) for one in read(path)] == [
            ("a", "ina", 2),
            ("b", "tom", 1),
        ]

    def test_a_conversation_without_words_is_left_out(self, written):
        transcripts = read_transcripts(
            written([{"messages": []}, {"messages": [QUESTION]}, {"messages": [{"role": "user"}]}]), now=NOW
        )

        assert transcripts.total == 3
        assert len(list(transcripts)) == 1

    def test_lone_surrogates_stay_in_the_text_but_not_in_ids(self, written):
        path = written('[{"role": "user", "content": "a\\ud800b", "id": "x\\ud800"}]')

        [transcript] = read(path)

        assert transcript.turns[0].content == "a\ud800b"
        assert transcript.turns[0].external_id == "x\ufffd"


class TestDates:
    @pytest.mark.parametrize(
        ("given_date", "expected"),
        [
            ("2023-05-08T13:56:00Z", "2023-05-08T13:56:00.000000Z"),
            ("2023-05-08T13:56:00", "2023-05-08T13:56:00.000000Z"),
            ("2023-05-08 15:56:00+02:00", "2023-05-08T13:56:00.000000Z"),
            ("2023-05-08", "2023-05-08T00:00:00.000000Z"),
            (1683554160, "2023-05-08T13:56:00.000000Z"),
            (1683554160.5, "2023-05-08T13:56:00.500000Z"),
            (1683554160500, "2023-05-08T13:56:00.500000Z"),
        ],
    )
    @pytest.mark.parametrize("key", ["timestamp", "created_at", "at"])
    def test_dates_are_read_in_every_usual_form(self, written, key, given_date, expected):
        [transcript] = read(written([{**QUESTION, key: given_date}]))

        assert transcript.turns[0].at == expected

    def test_an_undated_message_has_the_date_of_the_one_before_it_else_of_the_conversation(self, written):
        messages = [ANSWER, {**QUESTION, "at": "2024-02-02T10:00:00Z"}, ANSWER]

        [transcript] = read(written({"created_at": "2024-02-02T09:00:00Z", "messages": messages}))

        assert [turn.at[11:13] for turn in transcript.turns] == ["09", "10", "10"]
        assert transcript.started_at == "2024-02-02T09:00:00.000000Z"
        assert transcript.ended_at == "2024-02-02T10:00:00.000000Z"

    def test_without_a_date_of_the_conversation_the_first_dated_message_tells(self, written):
        [transcript] = read(written([ANSWER, {**QUESTION, "at": "2024-02-02T10:00:00Z"}]))

        assert transcript.started_at == transcript.ended_at == "2024-02-02T10:00:00.000000Z"

    @pytest.mark.parametrize(
        "date",
        ["yesterday", True, [2024], 1e300, float("nan"), "0001-01-01T00:00:00Z", "9999-12-31T23:00-05:00"],
    )
    def test_what_is_no_date_is_an_error(self, written, date):
        before, error = failing(written(lines(QUESTION, {**QUESTION, "at": date})))

        assert len(before[0].turns) == 1
        assert error.line == 2
        assert "'at' must be a date" in str(error)


class TestIds:
    def test_the_same_file_gives_the_same_ids_again(self, written):
        path = written([{"messages": [QUESTION]}, {"messages": [QUESTION, ANSWER]}], "chats.json")

        first, second = ([transcript.session_id for transcript in read(path)] for _ in range(2))

        assert first == second
        assert len(set(first)) == 2
        assert all(session_id.startswith("chats-") for session_id in first)

    def test_a_file_that_grew_keeps_the_ids_of_its_sessions(self, written):
        before = read(written(lines(QUESTION), "log.jsonl"))
        after = read(written(lines(QUESTION, ANSWER), "log.jsonl"))

        assert before[0].session_id == after[0].session_id
        assert len(after[0].turns) == 2

    def test_another_conversation_in_a_file_of_the_same_name_has_another_id(self, written):
        [one] = read(written([QUESTION]))
        [other] = read(written([ANSWER]))

        assert one.session_id != other.session_id

    def test_a_session_id_that_stands_twice_is_an_error(self, written):
        before, error = failing(
            written([{"id": "s", "messages": [QUESTION]}, {"id": "s", "messages": [ANSWER]}])
        )

        assert len(before) == 1
        assert "Two conversations have the session id 's'" in str(error)

    @pytest.mark.parametrize(
        "value",
        [
            [{**QUESTION, "user": "ina"}, {**QUESTION, "user": "tom"}],
            {"user": "ina", "messages": [{**QUESTION, "user": "tom"}]},
        ],
    )
    def test_two_users_in_one_session_are_an_error(self, written, value):
        _, error = failing(written(value))

        assert "two users, 'ina' and 'tom'" in str(error)


def claude_line(kind, content, **fields):
    return {
        "type": kind,
        "message": {"role": kind, "content": content},
        "sessionId": "s-1",
        "timestamp": "2026-03-02T09:00:00.000Z",
        **fields,
    }


class TestClaudeCode:
    def test_only_what_person_agent_and_tools_said_is_taken(self, written):
        path = written(
            lines(
                {"type": "summary", "summary": "Backups", "leafUuid": "u9"},
                {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
                claude_line("user", "Where do the backups go?", uuid="u1"),
                claude_line("assistant", [{"type": "thinking", "thinking": "hm"}], uuid="u2"),
                claude_line(
                    "assistant", [{"type": "tool_use", "id": "t1", "name": "Grep", "input": {}}], uuid="u3"
                ),
                claude_line(
                    "user",
                    [{"type": "tool_result", "tool_use_id": "t1", "content": "backup.yaml"}],
                    uuid="u4",
                ),
                {"type": "attachment", "attachment": {}, "sessionId": "s-1"},
                claude_line("assistant", [{"type": "text", "text": "To the second bucket."}], uuid="u5"),
            )
        )

        [transcript] = read(path)

        assert (transcript.session_id, transcript.user) == ("s-1", None)
        assert [(turn.speaker, turn.name, turn.content, turn.external_id) for turn in transcript.turns] == [
            ("user", None, "Where do the backups go?", "u1"),
            ("tool", "Grep", "backup.yaml", "u4"),
            ("assistant", None, "To the second bucket.", "u5"),
        ]
        assert transcript.started_at == "2026-03-02T09:00:00.000000Z"

    @pytest.mark.parametrize(
        "flag",
        ["isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage"],
    )
    def test_what_nobody_said_to_the_agent_is_left_out(self, written, flag):
        path = written(
            lines(claude_line("user", "hidden", **{flag: True}), claude_line("user", "said", **{flag: False}))
        )

        assert said(read(path)[0]) == [("user", "said")]

    def test_results_and_text_of_one_line_are_turns_of_their_own(self, written):
        parts = [
            {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "one"}]},
            {"type": "tool_result", "tool_use_id": "t2", "content": "two"},
            {"type": "text", "text": "Stop, use the other file."},
        ]

        [transcript] = read(written(lines(claude_line("user", parts, uuid="u1"))))

        assert [(turn.speaker, turn.content, turn.external_id) for turn in transcript.turns] == [
            ("tool", "one", "u1"),
            ("tool", "two", "u1#1"),
            ("user", "Stop, use the other file.", "u1#2"),
        ]

    def test_each_session_id_is_a_transcript(self, written):
        path = written(
            lines(
                claude_line("user", "one", sessionId="a"),
                claude_line("user", "two", sessionId="b"),
                claude_line("user", "three", sessionId="a"),
            )
        )

        assert [(one.session_id, len(one.turns)) for one in read(path)] == [("a", 2), ("b", 1)]

    def test_the_hosts_tags_stay_in_the_text(self, written):
        text = "<system-reminder>note</system-reminder>Where do the backups go?"

        assert said(read(written(lines(claude_line("user", text))))[0]) == [("user", text)]

    def test_a_line_that_is_no_object_is_an_error(self, written):
        before, error = failing(
            written(lines(claude_line("user", ["odd", {"type": "text", "text": "said"}]), 17))
        )

        assert said(before[0]) == [("user", "odd\nsaid")]
        assert (error.line, error.problem) == (
            2,
            "It is not a line of a Claude Code transcript: an object was expected.",
        )

    def test_a_line_that_was_cut_off_costs_only_itself(self, written):
        whole = lines(claude_line("user", "one"), claude_line("assistant", "two"))

        before, error = failing(written(whole + '{"type": "user", "mess'))

        assert said(before[0]) == [("user", "one"), ("assistant", "two")]
        assert (error.line, error.kept) == (3, "2 lines before it")


def locomo_sample(**conversation):
    return {
        "sample_id": "conv-7",
        "qa": [],
        "conversation": {
            "speaker_a": "Ina",
            "speaker_b": "Tom",
            "session_10_date_time": "12:05 am on 1 June, 2023",
            "session_10": [{"speaker": "Tom", "dia_id": "D10:1", "text": "Late!"}],
            "session_2_date_time": "1:56 pm on 8 May, 2023",
            "session_2": [
                {"speaker": "Ina", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a photo of a kite"},
                {"speaker": "Tom", "dia_id": "D2:2", "text": "", "blip_caption": "a photo of a dog"},
                {"speaker": "Ina", "dia_id": "D2:3", "text": ""},
                {"speaker": "Tom", "dia_id": "D2:4", "text": "Nice."},
            ],
            "session_3_date_time": "2:00 pm on 9 May, 2023",
            **conversation,
        },
    }


class TestLocomo:
    def test_a_sample_is_a_user_with_sessions_in_numeric_order(self, written):
        transcripts = read_transcripts(written([locomo_sample()]), now=NOW)
        sessions = list(transcripts)

        assert transcripts.total == 2
        assert [one.session_id for one in sessions] == ["conv-7-session-2", "conv-7-session-10"]
        assert {one.user for one in sessions} == {"ina-conv-7"}
        assert sessions[1].started_at == "2023-06-01T00:05:00.000000Z"

    def test_the_first_speaker_is_the_user_and_turns_are_a_second_apart(self, written):
        session = read(written([locomo_sample()]))[0]

        assert [(turn.speaker, turn.name, turn.at[11:19], turn.external_id) for turn in session.turns] == [
            ("user", "Ina", "13:56:00", "D2:1"),
            ("assistant", "Tom", "13:56:01", "D2:2"),
            ("assistant", "Tom", "13:56:03", "D2:4"),
        ]

    def test_captions_of_pictures_follow_the_words(self, written):
        session = read(written([locomo_sample()]))[0]

        assert [turn.content for turn in session.turns] == [
            "Look! [image: a photo of a kite]",
            "[image: a photo of a dog]",
            "Nice.",
        ]

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            ({"session_2_date_time": "soon"}, "Session 2 must have a date like"),
            ({"session_2_date_time": None}, "Session 2 must have a date like"),
            (
                {"session_2": [{"speaker": "Eve", "text": "hi"}]},
                "Turn 1 of session 2 is by neither 'Ina' nor 'Tom'",
            ),
            ({"session_2": ["hi"]}, "Turn 1 of session 2 is by neither"),
            ({"session_2": [{"speaker": "Ina", "text": 5}]}, "'text' must be a text, not 5"),
            ({"speaker_a": None}, '"speaker_a" or the sessions are missing'),
        ],
    )
    def test_a_broken_sample_is_an_error_after_the_whole_ones(self, written, change, problem):
        before, error = failing(written([locomo_sample(), locomo_sample(**change)]))

        assert len(before) == 2
        assert problem in str(error)
        assert error.kept == "1 item before it"


class TestBrokenFiles:
    @pytest.mark.parametrize(
        ("content", "line", "problem"),
        [
            (b"", None, "The file is empty"),
            (b"\xef\xbb\xbf \n\n", None, "The file is empty"),
            (b"Dear diary,\nnothing happened.\n", 1, "This is not JSON"),
            ('[{"role": "user"}]'.encode("utf-16"), 1, "This is not UTF-8"),
            (b'[\n{"role": "user",\n"content": "a"},\n', 4, "This is not JSON"),
            (b'[{"role": "user", "content":\n"caf\xe9"}]', 2, "This is not UTF-8"),
            (b'{"role": "user", "content": "caf\xe9"}\n', 1, "This is not UTF-8"),
            (b'{"role": "user", "conte\n' + lines(ANSWER).encode(), 1, "This is not JSON"),
            (b'{"role": "user", "content": "x"\n' + lines(ANSWER).encode(), 1, "This is not JSON"),
            (b"[" * 100_000, None, "nested too deeply"),
            (b"[" + b"9" * 5_000 + b"]", None, "thousands of digits"),
            (b"[]", None, "No conversation was found"),
            (b"{}", None, "No conversation was found"),
            (b"17", None, "No conversation was found"),
            (b'{"type": "summary"}\n{"broken\n', 2, "This is not JSON"),
        ],
    )
    def test_a_file_without_any_conversation_is_refused_before_anything_is_read(
        self, written, content, line, problem
    ):
        path = written(content)

        with pytest.raises(TranscriptError, match=problem) as raised:
            read_transcripts(path, now=NOW)

        assert (raised.value.file, raised.value.line) == (str(path), line)
        assert raised.value.kept == "nothing"

    def test_the_error_of_an_unknown_layout_names_those_understood(self, written):
        with pytest.raises(TranscriptError) as raised:
            read_transcripts(written([{"from": "human", "value": "hi"}]), now=NOW)

        for layout in ("LoCoMo", "Claude Code", '{"messages": [...]}', '{"role", "content"}'):
            assert layout in str(raised.value)

    def test_a_missing_file_and_a_folder_are_named(self, tmp_path):
        for path, problem in ((tmp_path / "none.json", "No such file"), (tmp_path, "not a regular file")):
            with pytest.raises(TranscriptError, match=problem):
                read_transcripts(path, now=NOW)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
    def test_a_pipe_is_refused_and_not_read(self, tmp_path):
        os.mkfifo(tmp_path / "pipe")

        with pytest.raises(TranscriptError, match="not a regular file"):
            read_transcripts(tmp_path / "pipe", now=NOW)

    @pytest.mark.parametrize(
        ("bad", "problem"),
        [
            (
                '{"role": "user", "content": "x',
                "This is not JSON: Unterminated string starting at column 29.",
            ),
            ("[" * 100_000, "nested too deeply"),
            ("17", "It is not a message"),
            ('{"content": "no role"}', "It is not a message"),
            ('{"role": "robot", "content": "beep"}', "The role 'robot' is unknown"),
            ('{"role": "user", "content": 5}', "'content' must be a text or a list"),
            ('{"role": "user", "content": "x", "name": {}}', "'name' must be a text, not {}"),
            ('{"role": "user", "content": "x", "id": true}', "'id' must be a text, not True"),
        ],
    )
    def test_a_broken_message_line_comes_after_what_precedes_it(self, written, bad, problem):
        path = written(lines(QUESTION, ANSWER) + "\n" + bad + "\n" + lines(QUESTION))

        before, error = failing(path)

        assert [said(one) for one in before] == [TALK]
        assert problem in str(error)
        assert (error.line, error.kept) == (4, "2 lines before it")

    def test_a_line_that_is_not_utf8_is_named(self, written):
        before, error = failing(written(lines(QUESTION).encode() + b'{"role": "user", "content": "\xff"}'))

        assert len(before) == 1
        assert (error.line, error.problem) == (2, "This is not UTF-8 text.")

    @pytest.mark.parametrize(
        ("bad", "problem"),
        [
            ({"messages": [QUESTION, {"role": "robot"}]}, "Message 2: The role 'robot' is unknown"),
            ({"messages": "none"}, "It is not a conversation"),
            ({"messages": [QUESTION], "user": ["ina"]}, "'user' must be a text"),
            (QUESTION, "It is not a conversation"),
        ],
    )
    @pytest.mark.parametrize("as_lines", [False, True])
    def test_a_broken_conversation_comes_after_the_whole_ones(self, written, as_lines, bad, problem):
        good = {"messages": [QUESTION]}
        path = written(lines(good, bad, good) if as_lines else [good, bad, good])

        before, error = failing(path)

        assert len(before) == 1
        assert problem in str(error)
        assert error.line == (2 if as_lines else None)
        assert error.kept == f"1 {'line' if as_lines else 'item'} before it"


class TestStreaming:
    def test_conversations_in_lines_are_given_before_the_rest_is_read(self, written):
        path = written(lines({"messages": [QUESTION]}, {"messages": [ANSWER]}) + "broken\n")

        transcripts = iter(read_transcripts(path, now=NOW))

        assert said(next(transcripts)) == [("user", QUESTION["content"])]
        assert said(next(transcripts)) == [("assistant", ANSWER["content"])]
        with pytest.raises(TranscriptError):
            next(transcripts)

    def test_the_total_is_known_for_documents_of_conversations_only(self, written):
        talk = {"messages": [QUESTION]}

        def total(content):
            return read_transcripts(written(content), now=NOW).total

        assert total([talk, talk]) == 2
        assert total(lines(talk, talk)) is None
        assert total([QUESTION, ANSWER]) is None


EARLIEST = datetime(1970, 1, 1)  # noqa: DTZ001 - hypothesis adds the zone itself
words = st.text(min_size=1).filter(str.strip)
messages = st.lists(
    st.fixed_dictionaries(
        {
            "role": st.sampled_from(["user", "assistant", "tool"]),
            "content": words,
            "at": st.datetimes(min_value=EARLIEST, timezones=st.just(UTC)).map(datetime.isoformat),
        }
    ),
    min_size=1,
)


class TestRoundTrip:
    @given(messages, st.sampled_from(["array", "object", "lines", "object-lines"]), st.booleans())
    def test_whatever_was_said_comes_back_in_order(self, spoken, layout, ascii_only):
        dump = {"ensure_ascii": ascii_only}
        text = {
            "array": json.dumps(spoken, **dump),
            "object": json.dumps({"messages": spoken}, **dump, indent=1),
            "lines": "\n".join(json.dumps(message, **dump) for message in spoken),
            "object-lines": json.dumps({"messages": spoken}, **dump),
        }[layout]

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "talk"
            path.write_text(text, encoding="utf-8", newline="\n")
            [transcript] = read(path)

        assert said(transcript) == [(message["role"], message["content"]) for message in spoken]
        assert [turn.at for turn in transcript.turns] == [
            instant(datetime.fromisoformat(message["at"])) for message in spoken
        ]


KEYS = """
    role content messages message type text id name user at timestamp session_id sessionId uuid tool_calls function
    conversation sample_id speaker_a speaker_b session_1 session_1_date_time speaker blip_caption
"""
keys = st.sampled_from(KEYS.split())
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(
        ["user", "assistant", "tool", "text", "tool_use", "tool_result", "1:56 pm on 8 May, 2023"]
    ),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=6),
    max_leaves=20,
)
starts = st.sampled_from([QUESTION, {"messages": [QUESTION]}, claude_line("user", "one"), locomo_sample()])


class TestWhateverIsInTheFile:
    @given(starts, values, st.booleans())
    def test_it_is_read_or_refused_with_our_own_error(self, start, value, as_lines):
        odd = {**start, **value} if isinstance(value, dict) else value
        text = lines(start, odd) if as_lines else json.dumps([start, odd])

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "talk"
            path.write_text(text, encoding="utf-8")
            before: list[Transcript] = []
            with contextlib.suppress(TranscriptError):
                before.extend(read_transcripts(path, now=NOW))

        assert before
        assert all(transcript.started_at <= transcript.ended_at for transcript in before)
