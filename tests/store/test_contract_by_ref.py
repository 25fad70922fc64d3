"""The contract of every store: documents by ref, for those that were not found by words."""

from __future__ import annotations

from tests.store.making import EVERYTHING, begun, put, said
from tests.store.vectors import other

from tiermem.store.contract import Terms


def test_documents_are_given_by_ref_as_search_gives_them(store, ann):
    bob = other(store)
    made = put(
        store, ann, "The crane is blue", subject="crane", tags=("colour",), importance=0.9, correction=True
    )
    theirs = put(store, bob, "The crane is theirs")
    gone = put(store, ann, "The crane is gone", status="inactive")
    said(store, begun(store, ann, "talk/of/us").id, "A crane", name="Ann")
    said(store, begun(store, bob, "theirs").id, "A crane")
    refs = [
        "talk/of/us/0",
        theirs.id,
        "theirs/0",
        made.id,
        gone.id,
        "nothing",
        "talk/of/us/9",
        made.id,
        "/",
        "a/b",
        "a/" + "9" * 5000,
    ]

    candidates = store.search.by_ref(refs, ann.ids)

    searched = store.search.candidates(Terms(words=("crane",)), EVERYTHING, ann.ids, 9)
    assert [one.ref for one in candidates] == ["talk/of/us/0", made.id]
    assert {one.ref: one[2:] for one in candidates} == {one.ref: one[2:] for one in searched}
    assert {one[:2] for one in candidates} == {(0.0, 0.0)}
    assert {type(number) for one in candidates for number in one[:2]} == {float}
    assert store.search.by_ref(refs, ()) == store.search.by_ref([], ann.ids) == []
