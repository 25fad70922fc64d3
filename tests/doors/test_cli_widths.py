"""Tables whose letters are not all one column wide."""

from __future__ import annotations

from tiermem.doors.cli.output import padded, width, wrapped


def test_wide_letters_take_two_columns_and_marks_none():
    assert [width(text) for text in ("tea", "茶", "カタ", "e\u0301", "１")] == [3, 2, 4, 1, 2]
    assert padded("茶", 4) == "茶  "


def test_text_is_broken_at_spaces_and_where_a_line_is_full():
    assert wrapped("我喜欢绿茶 and tea", 10) == ["我喜欢绿茶", "and tea"]
    assert wrapped("我喜欢喝绿茶和红茶", 8) == ["我喜欢喝", "绿茶和红", "茶"]
    assert wrapped("tea 喝绿茶和红茶的人 x", 8) == ["tea 喝绿", "茶和红茶", "的人 x"]
    assert all(width(line) <= 9 for line in wrapped("ein Tee と緑茶 und noch mehr 茶", 9))
    assert wrapped("", 8) == []


def test_columns_of_a_table_stand_below_each_other(tiermem):
    for title in ("修复登录", "Paint the wall"):
        tiermem("task", "start", title)

    lines = tiermem("task", "list").out.splitlines()

    places = {
        width(line[: line.index(word)]) for line in lines for word in ("Status", "active") if word in line
    }
    assert len(lines) == 3
    assert len(places) == 1


def test_a_table_fits_a_narrow_terminal(tiermem, remember, monkeypatch):
    remember("The build machines of the billing service run Linux and have four cores each")
    monkeypatch.setenv("COLUMNS", "60")
    tiermem("project", "start", "The billing service of the whole company", "--id", "billing-" * 12)

    for call in (["search", "Linux"], ["project", "list"]):
        lines = tiermem(*call).out.splitlines()
        assert max(map(width, lines)) <= 60, call
        assert "".join("\n".join(lines).split()).count("billing") >= 1
