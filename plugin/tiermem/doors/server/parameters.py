"""Refuse parameters of a query that a route does not have: a misspelt filter would otherwise filter nothing."""

from __future__ import annotations

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi

from tiermem.plugins.validation import nearest


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
            raise RequestValidationError([_problem(name, names) for name in unknown])

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


def _problem(name: str, names: frozenset[str]) -> dict[str, object]:
    told = f"There is no such parameter{nearest(name, sorted(names))}"
    return {"loc": ("query", name), "msg": told, "type": "unknown_parameter"}
