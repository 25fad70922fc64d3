"""Errors as pages: the message that every door gives, in the panel's form."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, Response
from fastapi.routing import APIRoute

from tiermem.doors.panel.frame import PAGES, WHOSE, Place, templates
from tiermem.doors.server.problems import log, status_of, told
from tiermem.errors import TiermemError

_LOG = logging.getLogger("tiermem")


class PanelRoute(APIRoute):
    """A route whose errors are pages."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler, with its errors answered."""
        answer = super().get_route_handler()

        async def answered(request: Request) -> Response:
            try:
                return await answer(request)
            except RequestValidationError as error:
                return failed(request, 422, _invalid(error))
            except HTTPException as error:
                return failed(request, error.status_code, str(error.detail))
            except TiermemError as error:
                log(error, request)
                return failed(request, status_of(error), told(error, error.for_people))
            except Exception:  # noqa: BLE001 a page says that it failed, whatever the reason
                _LOG.exception("a page of the panel failed: %s %s", request.method, request.url.path)
                return failed(
                    request, 500, "Something in tiermem failed. The log of the server has the reason."
                )

        return answered


def failed(request: Request, status: int, message: str) -> Response:
    """Return an error as a page; for an action with script, in the place of the page's status line."""
    kept = tuple(one for one in request.query_params.multi_items() if one[0] in WHOSE)
    html = templates().get_template("failed.html").render(
        code=status,
        message=message,
        pages=[(name, Place(path, kept)(), title) for name, path, title in PAGES],
        again=str(Place(request.url.path, tuple(request.query_params.multi_items()))())
        if request.method == "GET"
        else None,
    )  # fmt: skip
    answer = HTMLResponse(html, status_code=status)
    if request.method != "GET":
        answer.headers["HX-Retarget"] = answer.headers["HX-Reselect"] = "#status"
        answer.headers["HX-Reswap"] = "outerHTML"
        answer.headers["HX-Push-Url"] = "false"
    return answer


def _invalid(error: RequestValidationError) -> str:
    told = (f"{one['loc'][-1]}: {one['msg']}" for one in error.errors())
    return f"The address or the form is not valid. {'; '.join(told)}"
