"""Actions on entries: add, edit, label, move, retire, pin, merge, erase and undo, from any page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from tiermem.doors.panel.failing import PanelRoute
from tiermem.doors.panel.frame import ActionOf, FormOf, Frame, Place
from tiermem.doors.panel.showing import is_mark
from tiermem.doors.server.problems import status_of
from tiermem.errors import InputError, Outdated, UnknownEntry, WriteRefused
from tiermem.values import TIERS, Change, Draft
from tiermem.values.words import category_named

if TYPE_CHECKING:
    from tiermem.values import Layer

router = APIRouter(route_class=PanelRoute)


@router.post("/entries")
def add(frame: ActionOf, form: FormOf) -> Response:
    """Store a new entry, as a person wrote it."""
    layer, tier = form.one("layer", "L0"), form.one("tier", "memory")
    if layer not in ("L0", "L1") or tier not in TIERS:
        raise InputError("An entry has one of the layers L0 and L1, and one of the tiers.")
    draft = frame.entries.draft(
        form.one("content").strip(),
        layer=layer,
        tier=tier,
        category=category_named(form.one("category")),
        subject=" ".join(form.one("subject").split()) or None,
        tags=tags_of(form.one("tags")) or None,
    )
    try:
        written = frame.entries.add(draft, allow_same_subject=bool(form.one("beside")))
    except WriteRefused as error:
        return frame.refused(
            error,
            "add_form.html",
            f"add-{tier}",
            status=status_of(error),
            typed={name: form.one(name) for name in ("content", "category", "subject", "tags")},
            tier=tier,
            layer=layer,
            opened=True,
        )
    if written.staged:
        return frame.done("waits")
    if written.duplicate:
        return frame.done("known", leave=("add",))
    return frame.done("added", written.entry.id)


@router.post("/entries/{entry_id}/edit")
def edit(frame: ActionOf, form: FormOf, entry_id: str) -> Response:
    """Change the content of an entry, unless it was changed since the form was shown."""
    content = form.one("content").strip()
    try:
        draft = frame.entries.draft(content)
        written = frame.entries.update(entry_id, draft, version=form.number("version"))
    except (WriteRefused, InputError) as error:
        if isinstance(error, UnknownEntry):
            raise
        entry = frame.entries.get(entry_id)
        return frame.refused(
            error,
            "edit_form.html",
            f"edit-{entry.id}",
            status=status_of(error),
            entry=entry,
            typed=form.one("content"),
            newer=entry.content if isinstance(error, Outdated) else None,
        )
    return frame.done("nothing") if written.duplicate else frame.done("edited", entry_id)


@router.post("/entries/{entry_id}/labels")
def labels(frame: ActionOf, form: FormOf, entry_id: str) -> Response:
    """Set subject, category and tags of an entry; the tags that the engine reads stay."""
    entry = frame.entries.get(entry_id)
    kept = [tag for tag in entry.tags if is_mark(tag)]
    try:
        written = frame.entries.label(
            entry_id,
            category=form.one("category"),
            subject=form.one("subject"),
            tags=[*tags_of(form.one("tags")), *kept],
        )
    except (WriteRefused, InputError) as error:
        return frame.refused(
            error,
            "labels_form.html",
            f"labels-{entry.id}",
            status=status_of(error),
            entry=entry,
            typed={name: form.one(name) for name in ("category", "subject", "tags")},
        )
    return frame.done("nothing") if written.duplicate else frame.done("labelled", entry_id)


@router.post("/entries/{entry_id}/{action}")
def act(frame: ActionOf, form: FormOf, entry_id: str, action: str) -> Response:
    """Retire an entry or bring it back, move it, pin it or hide it."""
    entries, at = frame.entries, form.one("at") or None
    match action:
        case "retire":
            entries.remove(entry_id, reason="retired in the panel")
            return frame.done("retired", entry_id, at=at)
        case "restore":
            written = entries.restore(entry_id)
            return frame.done("nothing") if written.duplicate else frame.done("restored", entry_id)
        case "move":
            written = entries.label(entry_id, layer=_layer(form.one("layer")))
            return frame.done("nothing") if written.duplicate else frame.done("moved", entry_id, at=at)
        case "pin" | "hide":
            undo = bool(form.one("undo"))
            entries.pin(entry_id, undo=undo) if action == "pin" else entries.hide(entry_id, undo=undo)
            code = {"pin": ("pinned", "unpinned"), "hide": ("hidden", "shown")}[action][undo]
            return frame.done(code, entry_id)
        case _:
            raise InputError(f"There is no action {action!r}.")


def _layer(name: str) -> Layer:
    if name not in ("L0", "L1"):
        raise InputError("Entries are moved to L0, in every prompt, or to L1, recalled when it matters.")
    return cast("Layer", name)


@router.post("/undo")
def undo(frame: ActionOf, form: FormOf) -> Response:
    """Undo the last changes of some entries, all or none; undoing that makes them again."""
    steps = form.steps()
    frame.entries.undo(steps)
    return frame.done("undone", *steps)


@router.post("/selected")
def selected(frame: ActionOf, form: FormOf) -> Response:
    """Do one thing with all selected entries, all or none."""
    ids = list(dict.fromkeys(form.all("id")))
    if not ids:
        raise InputError("Nothing is selected.")
    match action := form.one("do"):
        case "retire":
            _rewrite(frame, [Change(operation="remove", source="user", target=one) for one in ids])
            return frame.done("retired", *ids)
        case "L0" | "L1":
            _relabel(frame, ids, layer=_layer(action))
            return frame.done("moved", *ids)
        case "tag":
            new = tags_of(form.one("tags"))
            if not new:
                raise InputError("Name a tag to add.")
            _relabel(frame, ids, add=new)
            return frame.done("labelled", *ids)
        case "merge" | "erase":
            place = Place.parse(form.one("back"))
            return RedirectResponse(place(**{action: ids}), status_code=303)
        case _:
            raise InputError(f"There is no action {action!r}.")


def _relabel(
    frame: Frame, ids: Sequence[str], *, layer: Layer | None = None, add: Sequence[str] = ()
) -> None:
    changes = []
    for entry in map(frame.entries.get, ids):
        fields: dict[str, Any] = {
            name: getattr(entry, name) for name in ("content", "category", "subject", "speaker", "origin")
        }
        draft = Draft(
            **fields,
            layer=layer or entry.layer,
            tier=entry.tier,
            tags=tuple(dict.fromkeys((*entry.tags, *add))),
        )
        changes.append(Change(operation="label", source="user", target=entry.id, draft=draft))
    _rewrite(frame, changes)


def _rewrite(frame: Frame, changes: Sequence[Change]) -> None:
    frame.entries.rewrite(changes)


@router.post("/erase")
def erase(frame: ActionOf, form: FormOf) -> Response:
    """Erase entries for good. The answer is the receipt, which is nowhere else."""
    ids = list(dict.fromkeys(form.all("id")))
    if not ids:
        raise InputError("Nothing is selected.")
    erased = frame.entries.erase(*ids)
    also = frame.all_told(erased.also)
    return frame.receipt("memories", "erased.html", erased=[erased], also=also, number=len(ids))


@router.post("/merge")
def merge(frame: ActionOf, form: FormOf) -> Response:
    """Merge entries into one of them, whose id stays."""
    ids = form.all("id")
    into = form.one("into")
    if len(set(ids)) != 2 or into not in ids:
        raise InputError("Select two entries to merge, and the one that stays.")
    (goes,) = (one for one in ids if one != into)
    try:
        frame.memory.review(frame.user).merge(goes, into, form.one("content").strip() or None)
    except WriteRefused as error:
        return frame.refused(
            error,
            "merge_form.html",
            "merge",
            status=status_of(error),
            entries=[frame.entries.get(one) for one in ids],
            typed=form.one("content"),
            into=into,
        )
    return frame.done("merged", into, goes)


def tags_of(text: str) -> list[str]:
    """Return the tags of a field, in which commas separate them."""
    return list(dict.fromkeys(tag for one in text.split(",") if (tag := " ".join(one.split()))))
