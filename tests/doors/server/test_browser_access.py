"""Access in Chromium: the link signs in from a file, and pages of other sites change and read nothing."""

from __future__ import annotations

import http.server
import shutil
import threading
from contextlib import contextmanager

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if CHROMIUM is None:
    pytest.skip("there is no Chromium on this machine", allow_module_level=True)
pytest.importorskip("fastapi", reason="the extra server is not installed")
playwright = pytest.importorskip("playwright.sync_api", reason="the extra 'browser' is not installed")

from tests.doors.server.running import running  # noqa: E402 only where it is

from tiermem.doors.server.links import link_path  # noqa: E402 the same

pytestmark = pytest.mark.slow
ATTACK = """<!doctype html><title>evil</title>
<form id="form" method="post" action="{address}/sign-out"><button>Win</button></form>
<script>
window.attack = async () => {{
  const told = {{}};
  const tried = [
    ["write", "/sign-out", {{method: "POST", mode: "no-cors"}}],
    ["read", "/api/health", {{mode: "cors"}}],
    ["preflight", "/api/health", {{method: "DELETE", headers: {{"X-Any": "1"}}}}],
  ];
  for (const [name, path, how] of tried) {{
    told[name] = await fetch("{address}" + path, {{credentials: "include", ...how}}).then(
      answer => answer.type, () => "failed");
  }}
  told.stream = await new Promise(done => {{
    const source = new EventSource("{address}/api/events", {{withCredentials: true}});
    source.onopen = () => done("open");
    source.onerror = () => {{ source.close(); done("failed"); }};
  }});
  return told;
}};
</script>"""


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with running(tmp_path_factory.mktemp("served") / "memory.db") as one:
        yield one


@pytest.fixture(scope="module")
def chromium():
    with playwright.sync_playwright() as started:
        rules = "--host-resolver-rules=MAP memory.evil.example 127.0.0.1"
        browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", rules])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium):
    context = chromium.new_context()
    yield context.new_page()
    context.close()


@contextmanager
def another_site(text):
    """A page on another port of this machine, which browsers take for the same site."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}/"
        site.shutdown()


def sign_in(page, served):
    page.goto(served.address + link_path(served.sign_in.new_link()))
    page.wait_for_url(f"{served.address}/")


def is_signed_in(page, served):
    return page.goto(f"{served.address}/api/health").status == 200


def test_a_link_in_a_file_signs_in_and_leads_on_without_the_key(page, served, tmp_path):
    link = served.address + link_path(served.sign_in.new_link())
    file = tmp_path / "open.html"
    file.write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={link}">')

    with page.expect_response(f"{served.address}/") as answer:
        page.goto(file.as_uri())
    page.wait_for_url(f"{served.address}/")

    assert answer.value.status != 401
    assert is_signed_in(page, served)


def test_a_page_on_another_port_can_neither_write_nor_read(page, served):
    sign_in(page, served)
    with another_site(ATTACK.format(address=served.address)) as site:
        page.goto(site)
        assert set(page.evaluate("attack()").values()) == {"failed"}
        with page.expect_response(f"{served.address}/sign-out") as answer:
            page.click("button")
        assert answer.value.status == 403
    assert is_signed_in(page, served)


def test_a_name_that_was_rebound_to_this_machine_is_refused(page, served):
    answer = page.goto(f"http://memory.evil.example:{served.port}/sign-in")

    assert answer.status == 403
    assert page.evaluate("document.body.innerText").find("bad_host") > 0


def test_our_pages_cannot_be_framed(page, served):
    sign_in(page, served)
    with another_site(f'<!doctype html><iframe src="{served.address}/"></iframe>') as site:
        page.goto(site)
        framed = page.frames[1]
        assert served.address not in framed.url
        assert "tiermem" not in framed.content()
