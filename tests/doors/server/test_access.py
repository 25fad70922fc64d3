"""Access to the server: hosts, origins, sessions, tokens, sizes and slow clients."""

import asyncio
import json
import socket
import time
from contextlib import ExitStack, suppress

import pytest

from tiermem import Memory

pytest.importorskip("fastapi", reason="the extra server is not installed")

import httpx
from tests.doors.server.running import running

from tiermem.doors.server import events, guard, sign_in, uvicorn_server
from tiermem.doors.server.app import create_app
from tiermem.doors.server.links import link_path
from tiermem.doors.server.serving import Caller
from tiermem.doors.server.sign_in import SignIn
from tiermem.errors import ConfigError, ForeignStore, UnusableStore


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with running(tmp_path_factory.mktemp("served") / "memory.db") as one:
        yield one


@pytest.fixture
def client(served):
    with served.client() as one:
        yield one


def tokens(served):
    return served.serving.memory().tokens


# -- hosts and origins ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/api/health", "/", "/metrics", "/api/events", "/static/panel.css", "/sign-in", "/no"]
)
def test_another_host_is_refused_everywhere(client, path):
    answer = client.get(path, headers={"Host": "memory.evil.example"})

    assert answer.status_code == 403
    assert answer.json()["code"] == "bad_host"


def test_the_host_names_the_port_and_comes_once(served, client):
    assert client.get("/api/health", headers={"Host": "127.0.0.1"}).status_code == 403
    assert client.get("/api/health", headers={"Host": f"localhost:{served.port}"}).status_code == 200
    with socket.create_connection(("127.0.0.1", served.port)) as raw:
        head = f"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nHost: evil\r\n\r\n"
        raw.sendall(head.encode())
        assert raw.recv(1000).split()[1] in (b"400", b"403")


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"},
    ],
    ids=str,
)
def test_what_writes_comes_from_our_own_pages(client, headers):
    answer = client.post("/sign-out", headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (403, "other_origin")
    assert client.get("/api/health").status_code == 200  # still signed in


def test_our_own_pages_and_programs_may_write(served):
    for headers in ({"Sec-Fetch-Site": "same-origin"}, {"Origin": served.address}, {}):
        with served.client() as client:
            assert client.post("/sign-out", headers=headers).status_code == 303
            assert client.get("/api/health").status_code == 401


def test_another_site_may_link_here_and_read_nothing(client):
    foreign = {"Sec-Fetch-Site": "cross-site"}

    assert client.get("/api/health", headers=foreign | {"Sec-Fetch-Mode": "navigate"}).status_code == 200
    assert client.get("/api/health", headers=foreign).status_code == 403
    for mode in ("cors", "no-cors"):
        assert client.get("/api/health", headers=foreign | {"Sec-Fetch-Mode": mode}).status_code == 403
    answer = client.options("/api/health", headers={"Origin": "http://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]


def test_behind_tls_a_redirect_stays_there(served):
    async def status_and_location():
        access = guard.Access(served.sign_in, tokens(served).find, frozenset({"memory.example"}), secure=True)
        transport = httpx.ASGITransport(create_app(served.serving, access, events.Streams()))
        headers = {"Authorization": f"Bearer {tokens(served).add(None)[0]}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://memory.example") as client:
            answer = await client.get("/api/memory", headers=headers)
            return answer.status_code, answer.headers["Location"]

    assert asyncio.run(status_and_location()) == (307, "https://memory.example/api/memory/")


def test_every_answer_has_the_security_headers(served, client):
    with served.stranger() as stranger:
        answers = [
            client.get("/api/health"),
            client.get("/nowhere"),
            stranger.get("/"),
            client.get("/api/health", headers={"Host": "evil"}),
        ]
    for answer in answers:
        assert answer.headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert "server" not in answer.headers


# -- sessions and tokens -------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/health", "/api/openapi.json", "/api/events", "/metrics"])
def test_without_session_and_token_programs_are_told_how_to_sign_in(served, path):
    with served.stranger() as stranger:
        answer = stranger.get(path)

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.headers["content-type"] == "application/problem+json"
    assert "tiermem token add" in answer.json()["detail"]


def test_without_session_people_see_a_page_that_tells_how(served):
    with served.stranger() as stranger:
        answer = stranger.get("/memories")
        assert answer.status_code == 401
        assert "tiermem serve --http --link" in answer.text
        script = stranger.get("/memories", headers={"HX-Request": "true"})
        assert (script.status_code, script.headers["hx-redirect"]) == (401, "/sign-in")


def test_a_link_signs_in_once(served):
    path = link_path(served.sign_in.new_link())
    with served.stranger() as stranger, served.stranger() as second:
        answer = stranger.get(path)
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"tiermem-{served.port}=")
        assert all(one in cookie for one in ("HttpOnly", "SameSite=strict", "Path=/"))
        assert stranger.get("/api/health").status_code == 200

        again = second.get(path)
        assert again.status_code == 403
        assert "used before" in again.text
        assert second.get("/api/health").status_code == 401


def test_links_and_sessions_end_with_time():
    now = [0.0]
    one = SignIn("c", clock=lambda: now[0])
    late, session = one.new_link(), one.redeem(one.new_link())
    assert one.session([f"c={session}"]).caller == Caller()

    now[0] = sign_in.LINK_S + 1
    assert one.redeem(late) is None
    now[0] = sign_in.IDLE_S - 1
    assert one.session([f"c={session}"]).caller == Caller()
    now[0] += sign_in.IDLE_S + 1
    assert one.session([f"c={session}"]) is None


def test_a_stolen_cookie_is_of_no_use_after_signing_out(served):
    with served.client() as client:
        cookies = dict(client.cookies)
        client.post("/sign-out")
        with served.stranger(cookies=cookies) as thief:
            assert thief.get("/api/health").status_code == 401


def test_the_cookie_of_another_server_or_a_guess_opens_nothing(served):
    for name, value in ((f"tiermem-{served.port}", "guess"), ("tiermem-1", "x"), ("a b", '"')):
        with served.stranger(headers={"Cookie": f"{name}={value}"}) as thief:
            assert thief.get("/api/health").status_code == 401


@pytest.mark.parametrize("other", ['settings={"a": 1}', "a b=c", '"', "é=1", "=; ;"])
def test_cookies_of_other_programs_on_this_host_keep_nobody_out(served, other):
    for order in (1, -1):
        own = f"{served.sign_in.cookie}={served.sign_in.begin(Caller())}"
        cookies = "; ".join([other, own][::order])
        with served.stranger(headers={"Cookie": cookies.encode()}) as person:
            assert person.get("/api/health").status_code == 200
            assert person.post("/sign-out").status_code == 303
            assert person.get("/api/health").status_code == 401


def test_a_token_opens_the_memory_of_its_user_alone(served):
    text, token = tokens(served).add("ana")
    with served.stranger(headers={"Authorization": f"Bearer {text}"}) as ana:
        assert ana.get("/api/health").status_code == 200
        assert ana.get("/api/events", params={"user": "ben"}).status_code == 404
        tokens(served).revoke(token.id)
        assert ana.get("/api/health").status_code == 401


@pytest.mark.parametrize("value", ["Bearer nonsense", "Bearer", "Basic YTpi", "bearer \xe9", "x"])
def test_a_wrong_token_opens_nothing_even_with_a_session(served, value):
    with served.client() as client:
        answer = client.get("/api/health", headers={"Authorization": value.encode("latin-1")})
    assert answer.status_code == 401


def test_a_browser_signs_in_with_a_token(served):
    text, _ = tokens(served).add("ana")
    with served.stranger() as browser:
        assert browser.post("/sign-in", data={"token": "wrong"}).status_code == 403
        assert browser.post("/sign-in", data={"token": text}).status_code == 200
        assert browser.get("/api/health").status_code == 200
        assert browser.get("/api/events", params={"user": "ben"}).status_code == 404


def test_sessions_and_streams_end_with_the_token_that_began_them(served):
    text, token = tokens(served).add("ana")
    with served.stranger() as browser:
        browser.post("/sign-in", data={"token": text})
        with browser.stream("GET", "/api/events", timeout=10) as stream:
            lines = stream.iter_lines()
            next(lines)
            tokens(served).revoke(token.id)
            entries = served.serving.memory().entries("ana")
            entries.add(entries.draft("Ana moved to Oslo", tier="user"))
            assert [line for line in lines if line.startswith("data:")] == []
        assert browser.get("/api/health").status_code == 401


def test_signing_out_ends_the_streams_of_the_session(served):
    with served.client() as client, client.stream("GET", "/api/events", timeout=10) as stream:
        lines = stream.iter_lines()
        next(lines)
        with served.stranger(cookies=dict(client.cookies)) as other_tab:
            other_tab.post("/sign-out")
        entries = served.serving.memory().entries()
        entries.add(entries.draft("The hangar is locked"))
        assert [line for line in lines if line.startswith("data:")] == []


def test_a_token_opens_no_agent_of_another_store(tmp_path):
    config = tmp_path / "agents.yaml"
    config.write_text(
        "agents:\n"
        f"  near: {{tools: [{{type: memory, store: 'sqlite:///{tmp_path}/near.db'}}]}}\n"
        f"  far: {{tools: [{{type: memory, store: 'sqlite:///{tmp_path}/far.db'}}]}}\n"
    )
    with running(None, config) as one, one.client() as person:
        text, _ = one.serving.memory("near").tokens.add()
        with one.stranger(headers={"Authorization": f"Bearer {text}"}) as admin:
            assert admin.get("/api/events", params={"agent": "far"}).status_code == 404
            assert admin.get("/api/health", params={"agent": "far"}).status_code == 404
            assert admin.get("/api/health", params={"agent": "near"}).status_code == 200
            assert 'agent="far"' not in admin.get("/metrics").text
        assert person.get("/api/health", params={"agent": "far"}).status_code == 200
        assert 'agent="far"' in person.get("/metrics").text


def test_another_link_needs_the_control_key(served):
    with served.stranger() as stranger:
        assert stranger.post("/sign-in/links").status_code == 403
        assert stranger.post("/sign-in/links", headers={"X-Tiermem-Control": "é".encode()}).status_code == 403
        answer = stranger.post("/sign-in/links", headers={"X-Tiermem-Control": served.sign_in.control})
        assert stranger.get(link_path(answer.json()["link"])).status_code == 200


# -- what is sent --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/static/../frame.py",
        "/static/..%2fframe.py",
        "/static/%2e%2e/frame.py",
        "/static//etc/passwd",
        "/static/..\\frame.py",
        "/api/../../etc/passwd",
        "/static/%00",
    ],
)
def test_a_path_leads_to_no_other_file(served, client, path):
    with socket.create_connection(("127.0.0.1", served.port)) as raw:
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n"
        raw.sendall(head.encode())
        answer = b"".join(iter(lambda: raw.recv(65_536), b""))
    assert answer.split()[1] in (b"404", b"400")
    assert b"import" not in answer
    assert b"root:" not in answer


def test_a_body_of_50_mb_is_refused_before_it_is_read(served, client):
    answer = client.post("/sign-in", content=b"x" * 50_000_000)
    assert answer.status_code == 413
    assert answer.headers["connection"] == "close"
    assert client.get("/api/health").status_code == 200


def test_a_body_of_unknown_length_is_counted(served):
    def parts():
        for _ in range(60):
            yield b"x" * 50_000

    with served.client() as client:
        with suppress(httpx.WriteError):  # the server may close the connection while we still write
            assert client.post("/sign-in", content=parts()).status_code == 413
        assert client.get("/api/health").status_code == 200


def test_a_length_that_is_no_number_is_refused(served):
    with socket.create_connection(("127.0.0.1", served.port)) as raw:
        raw.sendall(
            f"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: -5\r\n\r\n".encode()
        )
        assert raw.recv(100).split()[1] in (b"400", b"413")


def test_a_body_that_does_not_arrive_is_given_up(served, monkeypatch):
    monkeypatch.setattr(guard, "BODY_S", 0.3)
    with socket.create_connection(("127.0.0.1", served.port)) as raw:
        raw.settimeout(5)
        raw.sendall(
            f"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: 10\r\n\r\nab".encode()
        )
        answer = b"".join(iter(lambda: raw.recv(65_536), b""))
    assert answer.split()[1] == b"408"
    assert b"too_slow" in answer


@pytest.mark.parametrize("path", ["/api/health", "/sign-in"])
def test_a_body_that_drips_after_its_answer_is_given_up(served, monkeypatch, path):
    monkeypatch.setattr(uvicorn_server, "HEAD_S", 1.0)
    monkeypatch.setattr(guard, "BODY_S", 1.0)
    with socket.create_connection(("127.0.0.1", served.port)) as raw:
        raw.sendall(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: 9999\r\n\r\n".encode()
        )
        begun = time.monotonic()
        with suppress(OSError):
            while time.monotonic() - begun < 60:
                raw.sendall(b"x")
                time.sleep(0.05)
    assert time.monotonic() - begun < 50


def test_200_connections_that_never_finish_are_outlasted(served, monkeypatch):
    monkeypatch.setattr(uvicorn_server, "HEAD_S", 1.0)
    with ExitStack() as stack, served.client() as client:
        raws = [stack.enter_context(socket.create_connection(("127.0.0.1", served.port))) for _ in range(200)]
        for number, raw in enumerate(raws):
            raw.sendall(
                (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /a HTTP/1.1\r\nX: ")[number % 4]
            )
        assert client.get("/api/health").status_code == 200
        for raw in raws:
            raw.settimeout(60)
            assert raw.recv(10) == b""
        assert client.get("/api/health").status_code == 200


def test_errors_carry_nothing_internal(served, client, monkeypatch, caplog):
    def fails(self):
        raise RuntimeError("the secret path is /home/ana")

    monkeypatch.setattr(type(served.serving.memory().timeline), "head", property(fails))
    answer = client.get("/api/health")

    assert answer.status_code == 500
    assert "secret path" not in answer.text
    assert json.loads(answer.text)["code"] == "failed"
    assert "the secret path is /home/ana" in caplog.text


@pytest.mark.parametrize(
    "error",
    [
        UnusableStore("sqlite:////home/ana/memory.db", "disk I/O error"),
        ForeignStore("/home/ana/memory.db", ["recipes"]),
        ConfigError("/home/ana/agent.yaml", line=3, key="agents", problem="has to be a mapping"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_of_store_or_config_tells_no_path_and_the_log_does(
    served, client, monkeypatch, caplog, error
):
    def fails(self, user=None):
        raise error

    timeline = type(served.serving.memory().timeline)
    monkeypatch.setattr(timeline, "head", property(fails))
    monkeypatch.setattr(timeline, "place", fails)

    for path in ("/api/health", "/memories"):
        caplog.clear()
        answer = client.get(path)
        assert answer.status_code in (500, 503)
        assert "/home/ana" not in answer.text
        assert "recipes" not in answer.text
        assert "The log of the server has the reason." in answer.text
        assert "/home/ana" in caplog.text


def test_an_agent_that_is_not_there_is_not_found(client):
    answer = client.get("/api/health", params={"agent": "nobody"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_wrong_method_names_the_right_ones(client):
    answer = client.delete("/api/health")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


# -- events --------------------------------------------------------------------------------------


def listened(client, seconds=60, **options):
    """The messages of a stream, until one of them is an event."""
    with client.stream("GET", "/api/events", timeout=seconds, **options) as stream:
        for line in stream.iter_lines():
            if line.startswith("data:"):
                yield json.loads(line[5:])


def test_a_write_by_another_opening_is_told_within_a_second(served, client):
    assert events.LOOK_S < 1
    with client.stream("GET", "/api/events", timeout=60) as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("retry:")
        with Memory.open(store=served.serving.memory().url) as other:
            entries = other.entries()
            made = entries.add(entries.draft("The gate is green")).entry
        data = next(json.loads(line[5:]) for line in lines if line.startswith("data:"))
    assert data["entry"] == made.id
    assert set(data) == {"seq", "kind", "entry"}


def test_what_was_missed_is_replayed(served, client):
    memory = served.serving.memory()
    before = memory.timeline.head
    entries = memory.entries()
    first, second = (entries.add(entries.draft(f"Fact {n} of the replay")).entry for n in (1, 2))

    told = listened(client, headers={"Last-Event-ID": str(before)})
    assert [next(told)["entry"], next(told)["entry"]] == [first.id, second.id]
    assert next(listened(client, params={"after": before}))["entry"] == first.id


def test_a_listener_that_knew_another_store_reads_everything_again(served, client):
    head = served.serving.memory().timeline.head

    for place in (head + 1, 10**30):
        told = listened(client, headers={"Last-Event-ID": str(place)})
        assert next(told) == {"seq": head, "kind": "reset", "entry": None}


def test_whoever_missed_too_much_reads_everything_again(served, client, monkeypatch):
    monkeypatch.setattr(events, "MOST_AT_ONCE", 2)
    memory = served.serving.memory()
    before = memory.timeline.head
    entries = memory.entries()
    for number in range(3):
        entries.add(entries.draft(f"Fact {number} of too many"))

    message = next(listened(client, headers={"Last-Event-ID": str(before)}))
    assert message == {"seq": memory.timeline.head, "kind": "reset", "entry": None}


def test_users_are_told_of_their_own_changes_alone(served):
    memory = served.serving.memory()
    text, _ = tokens(served).add("ana")
    before = memory.timeline.head
    for user in ("ben", "ana"):
        entries = memory.entries(user)
        made = entries.add(entries.draft(f"{user} plays chess", tier="user")).entry

    with served.stranger(headers={"Authorization": f"Bearer {text}"}) as ana:
        assert next(listened(ana, params={"after": before}))["entry"] == made.id


def test_a_stream_on_which_nothing_happens_says_that_it_is_still_there(client, monkeypatch):
    monkeypatch.setattr(events, "_PING_S", 0.05)
    with client.stream("GET", "/api/events", timeout=60) as stream:
        assert next(line for line in stream.iter_lines() if line.startswith(":")) == ": still here"


def test_a_listener_for_whom_there_is_no_room_is_told_when_to_come_back(client, monkeypatch):
    monkeypatch.setattr(events, "MOST_STREAMS", 0)

    assert client.get("/api/events").text == "retry: 60000\n\n"


def test_an_open_stream_does_not_keep_the_server_from_ending(tmp_path, monkeypatch):
    monkeypatch.setattr(uvicorn_server, "END_S", 60)  # after which the server ends in spite of it
    with running(tmp_path / "memory.db") as one, one.client() as client:
        with client.stream("GET", "/api/events", timeout=60) as stream:
            lines = stream.iter_lines()
            next(lines)
            begun = time.monotonic()
            one.server.should_exit = True
            assert [line for line in lines if line.startswith("data:")] == []
        assert time.monotonic() - begun < 20
