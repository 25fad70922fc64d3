"""The OpenAPI document: what FastAPI knows of the routes, and what it does not: errors and callers.

`Known` refuses parameters of a query that are not in it: a misspelt filter would otherwise filter nothing.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi

from tiermem.doors.server.shapes.common import Problem
from tiermem.plugins.validation import nearest

_DESCRIPTION = """Everything that is remembered can be listed, read, searched, changed, approved, exported and erased.

Every request needs a session of the panel or a token (`Authorization: Bearer TOKEN`, see `tiermem token`). A user's
token opens that user's memory alone. `agent` and `user` name whose memory a request is about; without them it is the
first agent's, and its default user's. Errors are problems as in RFC 9457, with a stable `code`. A page of a list names
the `next` one by a cursor."""
_ALWAYS = {
    "400": "The request cannot be read.",
    "401": "There is no valid session or token.",
    "403": "The host, the origin or a check refuses it.",
    "404": "There is nothing of this name that the caller may know of.",
    "405": "The path has no such method.",
    "413": "The body is too large.",
    "422": "A parameter or the body is not valid.",
    "429": "There are too many requests.",
    "500": "Something in tiermem failed.",
    "503": "The store cannot be used now.",
}
_OF_WRITES = {
    "409": "It contradicts what is there: a budget, a subject, a decision, a check.",
    "412": "It has changed since it was read.",
}
_WRITING = ("post", "put", "patch", "delete")


def describe(app: FastAPI) -> None:
    """Give an application the whole document."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(
        title="tiermem", version=version("tiermem"), description=_DESCRIPTION, routes=app.routes
    )
    schemas = document["components"]["schemas"]
    schemas.pop("HTTPValidationError", None)
    schemas.pop("ValidationError", None)
    schemas["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    document["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "`tiermem token add` makes one."},
    }
    document["security"] = [{"token": []}]
    for path in document["paths"].values():
        for method, operation in path.items():
            told = _ALWAYS | (_OF_WRITES if method in _WRITING else {})
            for parameter in operation.get("parameters", ()):
                parameter["schema"] = _sent(parameter["schema"])
            operation["responses"] |= {status: _problem(text) for status, text in told.items()}
    return document


def _sent(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a parameter without null: what is left out is not sent."""
    kinds = schema.get("anyOf", [])
    if {"type": "null"} not in kinds:
        return schema
    others = [one for one in kinds if one != {"type": "null"}]
    rest = {name: value for name, value in schema.items() if name != "anyOf"}
    return others[0] | rest if len(others) == 1 else rest | {"anyOf": others}


def _problem(description: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {"description": description, "content": {"application/problem+json": {"schema": schema}}}


class Known:
    """A dependency of routes that refuses parameters which the document does not list for them."""

    def __init__(self) -> None:
        self._names: dict[str, frozenset[str]] = {}

    async def __call__(self, request: Request) -> None:
        """Pass a request on.

        Raises:
            RequestValidationError: Its query has a parameter that the route does not have.
        """
        if not request.query_params:
            return
        names = self._of(request)
        unknown = [name for name in request.query_params if name not in names]
        if unknown:
            raise RequestValidationError([_unknown(name, names) for name in unknown])

    def _of(self, request: Request) -> frozenset[str]:
        route = request.scope["route"]
        if route.name not in self._names:
            document = get_openapi(title=route.name, version="", routes=[route])
            self._names[route.name] = frozenset(
                parameter["name"]
                for path in document["paths"].values()
                for operation in path.values()
                for parameter in operation.get("parameters", ())
                if parameter["in"] == "query"
            )
        return self._names[route.name]


def _unknown(name: str, names: frozenset[str]) -> dict[str, object]:
    told = f"There is no such parameter{nearest(name, sorted(names))}"
    return {"loc": ("query", name), "msg": told, "type": "unknown_parameter"}
