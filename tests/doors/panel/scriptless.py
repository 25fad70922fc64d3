"""A browser without script: follows links and sends forms, as the panel's pages hold them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

import httpx

_BLOCKS = frozenset({"p", "li", "h1", "h2", "h3", "div", "section", "blockquote", "dd", "dt", "option"})
"""Elements that begin on a line of their own."""


@dataclass
class Form:
    """A form, with the values that a browser would send."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)


class Parser(HTMLParser):
    """Reads forms, their fields and buttons, and links by id."""

    def __init__(self):
        super().__init__()
        self.forms: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self.buttons: dict[str, tuple[Form, list[tuple[str, str]]]] = {}
        self.links: dict[str, str] = {}
        self.ids: list[str] = []
        self.text = ""
        self._form: Form | None = None
        self._late: list[tuple[str, list[tuple[str, str]], str | None]] = []
        self._area: list[str] | None = None
        self._select: tuple[str, Form | None, list[str]] | None = None

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        identity = given.get("id")
        self.text += "\n" if tag in _BLOCKS else ""
        self.ids += [identity] if identity else []
        if tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get"))
            self.forms.append(self._form)
            if identity:
                self.by_id[identity] = self._form
        elif tag == "a" and identity:
            self.links[identity] = given["href"]
        elif tag == "textarea":
            self._area = [given["name"], ""]
        elif tag == "select":
            self._select = (given["name"], self._form, [])
        elif tag == "option" and self._select is not None:
            if "selected" in given or not self._select[2]:
                self._select[2][:] = [given.get("value", "")]
        elif tag in ("input", "button"):
            self._field(tag, given)

    def _field(self, tag, given):
        pair = [(given["name"], given.get("value", ""))] if given.get("name") else []
        kind = given.get("type", "submit" if tag == "button" else "text")
        if tag == "button" and kind == "submit":
            if "form" in given:
                self._late.append((given["form"], pair, given.get("id")))
            elif self._form is not None and given.get("id"):
                self.buttons[given["id"]] = (self._form, pair)
        elif tag == "input" and self._form is not None and "form" not in given:
            is_sent = kind not in ("checkbox", "radio") or "checked" in given
            self._form.fields += pair if is_sent else []

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        elif tag == "textarea" and self._area is not None:
            assert self._form is not None
            self._form.fields.append((self._area[0], self._area[1].removeprefix("\n")))
            self._area = None
        elif tag == "select" and self._select is not None:
            name, form, chosen = self._select
            if form is not None:
                form.fields += [(name, one) for one in chosen]
            self._select = None

    def handle_data(self, data):
        if self._area is not None:
            self._area[1] += data
        self.text += data

    def close(self):
        super().close()
        for name, pair, identity in self._late:
            if identity:
                self.buttons[identity] = (self.by_id[name], pair)


class Browser:
    """A browser without script.

    Attributes:
        status: Of the last answer.
        url: The address of the page.
        page: The page.
    """

    def __init__(self, base: str, **client):
        self._client = httpx.Client(base_url=base, follow_redirects=True, timeout=30, **client)
        self.base = base
        self.url = base

    @property
    def cookies(self):
        """The cookies that it sends."""
        return self._client.cookies

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._client.close()

    def open(self, address: str) -> Browser:
        return self._take(self._client.get(urljoin(self.url, address)))

    def follow(self, link: str) -> Browser:
        return self.open(self.page.links[link])

    def press(self, button: str, *more: tuple[str, str], **typed: str) -> Browser:
        """Press a button by its id, with fields that were filled in, and further ones such as ticks."""
        form, pair = self.page.buttons[button]
        fields = [(name, typed.pop(name, value)) for name, value in form.fields]
        fields += [*typed.items(), *more, *pair]
        if form.method == "get":
            return self._take(self._client.get(urljoin(self.url, form.action), params=fields))
        body = httpx.QueryParams(fields)
        headers = {"content-type": "application/x-www-form-urlencoded", "origin": self.base}
        address = urljoin(self.url, form.action)
        return self._take(self._client.post(address, content=str(body), headers=headers))

    def _take(self, answer: httpx.Response) -> Browser:
        self.answer = answer
        self.status = answer.status_code
        self.url = str(answer.url)
        self.page = Parser()
        self.page.feed(answer.text)
        self.page.close()
        return self

    @property
    def text(self) -> str:
        """The words of the page, with single spaces."""
        return " ".join(self.page.text.split())

    @property
    def rows(self) -> list[str]:
        """The ids of the entries in the list, in their order."""
        return [one[2:] for one in self.page.ids if one.startswith("e-") and len(one) == 10]
