"""Secrets reach neither the disk, on any way in, nor the model, and ordinary text is left alone."""

from __future__ import annotations

import base64
import json
import random
import sqlite3
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.opening import OBSERVER, add, observe, opened, raw, sql
from tests.pace import grows_beyond
from tests.shares import every

from tiermem import Draft, EntryFilter, Turn
from tiermem.errors import TiermemError
from tiermem_hooks.secrets.redaction import TOKENS, redact

DICE = random.Random(7)


def letters(number, alphabet=string.ascii_letters + string.digits):
    """So many characters that look random, and others each time."""
    return "".join(DICE.choices(alphabet, k=number))


KEY = letters(64)
DIGITS = letters(64, "0f1e2d3c4b5a6978")
HEADER = base64.urlsafe_b64encode(b'{"alg":"HS256"}').decode().rstrip("=")
CLAIMS = base64.urlsafe_b64encode(b'{"sub":"1234567890"}').decode().rstrip("=")

CORPUS = {
    # the kind → (what is around it, the secret itself); put together here, so that no scanner takes this file for one
    "private key": ("", "-----BEGIN " + "RSA PRIVATE KEY-----\n" + KEY + "\n-----END " + "RSA PRIVATE KEY-----"),
    "private key, cut": ("", "-----BEGIN " + "OPENSSH PRIVATE KEY-----\n" + KEY),
    "PGP key": ("", "-----BEGIN " + "PGP PRIVATE KEY BLOCK-----\n" + KEY + "\n-----END PGP PRIVATE KEY BLOCK-----"),
    "Anthropic key": ("", "sk-" + "ant-api03-" + letters(80)),
    "API key": ("", "sk-" + "live-" + DIGITS[:32]),
    "bearer token": ("", "Bearer " + letters(30) + "7"),
    "OpenAI key": ("", "sk-" + letters(48)),
    "OpenAI project key": ("", "sk-" + "proj-" + letters(30) + "_-" + letters(30)),
    "OpenRouter key": ("", "sk-" + "or-v1-" + DIGITS),
    "AWS access key": ("", "AKIA" + letters(16, "ABCDEFGH234567")),
    "AWS session key": ("", "ASIA" + letters(16, "ABCDEFGH234567")),
    "AWS secret key": ("aws_secret_access_key = {}", letters(38) + "/+"),
    "AWS secret key in JSON": ('{{"AWS_SECRET_ACCESS_KEY": "{}"}}', letters(40)),
    "password hash": ("admin:{}", "$" + "apr1$" + letters(8) + "$" + letters(22)),
    "Wi-Fi password": ("WIFI:T:WPA;S:Harbour;{};;", "P:" + letters(12)),
    "GitHub token": ("", "ghp_" + letters(36)),
    "GitHub fine-grained token": ("", "github_pat_" + letters(22) + "_" + letters(59)),
    "GitLab token": ("", "glpat-" + letters(20)),
    "Slack token": ("", "xoxb-" + "123456789012-" + letters(24)),
    "Slack app token": ("", "xapp-" + "1-A012-" + letters(24)),
    "Slack webhook": ("", "https://hooks.slack" + ".com/services/T000/B000/" + letters(24)),
    "Stripe key": ("", "sk_" + "live_" + letters(24)),
    "Stripe restricted key": ("", "rk_" + "test_" + letters(24)),
    "Google API key": ("", "AIza" + letters(35)),
    "Google OAuth token": ("", "ya29." + letters(60)),
    "Google client secret": ("", "GOCSPX-" + letters(28)),
    "Hugging Face token": ("", "hf_" + letters(34)),
    "npm token": ("", "npm_" + letters(36)),
    "PyPI token": ("", "pypi-" + letters(90)),
    "SendGrid key": ("", "SG." + letters(22) + "." + letters(43)),
    "Twilio key": ("", "SK" + DIGITS[:32]),
    "Telegram bot token": ("", "123456789:AA" + letters(33)),
    "DigitalOcean token": ("", "dop_v1_" + DIGITS),
    "JSON web token": ("", f"{HEADER}.{CLAIMS}." + letters(43)),
    "Azure storage key": ("AccountName=a;AccountKey={}", letters(86) + "=="),
    "authorization header": ("curl -H 'Authorization: Bearer {}'", letters(40)),
    "password in a URL": ("postgresql://ann:{}@db.example/app", "h0rse-" + letters(8)),
    "password without a user in a URL": ("redis://:{}@cache.example", "h0rse-" + letters(8)),
    "password, assigned": ("PASSWORD={}", "correct-" + "horse-battery"),
    "password, quoted": ("'password': '{}'", "correct-" + "horse-battery"),
    "password, said": ("my password is {}", "Tr0ub" + "4dor&3"),
    "password, was": ("the old passphrase was {}", "p@ss" + "Word"),
    "API key, said": ("The API key is {}", DIGITS[:32]),
    "client secret": ("client_secret: {}", letters(30)),
    "access token": ("access token = {}", letters(30)),
    "token, assigned": ("GITHUB_TOKEN={}", letters(24) + "7a"),
    "PIN": ("The PIN for my card is {}", "48" + "2137"),
    "card": ("Pay with {}", "4242" + "424242424242"),
    "account": ("My account is {}", "DE8937040044" + "0532013000"),
    "one-time seed": ("The authenticator seed is {}", "DNBB3DP3IZWN4GWB" + "QDKSCTTO6B5BG5VM"),
    "recovery codes": ("Recovery codes: {}", "7ed71-307a4" + " 76f87-ccb44"),
    "key phrase": (
        "Seed phrase: {}",
        "galaxy silver magnet timber hammer yellow ember window kitten basket pepper umbrella",
    ),
    "recovery key": ("BitLocker {}", "-".join(f"{number * 11:06d}" for number in range(30_001, 60_000, 4_001))),
    "vault token": ("", "hvs." + letters(40)),
    "signed URL": ("https://shop.example/p?sv=2024-08-04&sp=rl&{}", "sig=" + letters(43) + "%3D"),
    "session cookie": ("Set-Cookie: sid={}", letters(32)),
    "unknown token": ("it is {} for now", "aB3" + letters(10) + "x9K" + letters(20) + "7qZ"),
}  # fmt: skip


def phrase(kind):
    """A sentence that holds the secret of a kind."""
    around, secret = CORPUS[kind]
    return f"Please note this: {around.format(secret) if around else secret} - thank you"


def is_kept(stored, kind):
    """True if the tell-tale part of a secret is somewhere in the bytes."""
    secret = CORPUS[kind][1].strip("-")
    part = secret[-24:] if "PRIVATE KEY" not in secret else KEY
    forms = {part, part.lower(), json.dumps(part)[1:-1]}
    return any(form.encode() in stored for form in forms)


BENIGN = [
    "The password policy is strict",
    "The password is well-known to be weak",
    "Their password is case-sensitive",
    "My new password is stronger!",
    "The password was great, thanks",
    "A token bucket limits the rate",
    "The key to the kingdom is under the mat",
    "The API key is rotated every 90 days",
    "The secret key is 256 bits long",
    "The access token is opaque",
    "She authorised the transfer: token of friendship",
    "Colours are #a1b2c3, #FFEEDD and rgb(12, 34, 56)",
    "The commit is 9ac5203f1c2d4e5b6a7988776655443322110099",
    "The id is 550e8400-e29b-41d4-a716-446655440000",
    "The digest is sha256:" + DIGITS,
    "In base64 the word is " + base64.b64encode(b"just a harmless sentence").decode(),
    "Use sk-learn-contrib-and-friends-2024 for it",
    "The flask-skeleton-of-the-application-2024 is ready",
    "See https://example.com:8080/path@2x and git@example.com:team/repo.git",
    "Meet at 12:30 @ the harbour, http://example.com/a:b/c@d",
    "The package is called npm_and_pip_helpers",
    "AKIA is a prefix, ASIA is a continent",
    "Passwords:\n  username_1 has none",
    "Pressing Ctrl-C skips the task-force-list-of-everything",
    "The eyJ prefix marks a JSON web token",
]


@pytest.mark.parametrize("kind", CORPUS)
def test_each_kind_is_replaced_by_its_name_and_the_rest_stays(kind):
    clean = redact(phrase(kind))

    assert not is_kept(clean.encode(), kind)
    assert clean.startswith("Please note this: ")
    assert "[redacted: " in clean
    if "key, cut" not in kind:
        assert clean.endswith(" - thank you")


def test_every_pattern_has_a_secret_in_the_corpus():
    said = {redact(phrase(kind)).split("[redacted: ")[1].split("]")[0] for kind in CORPUS}

    others = {
        "password",
        "secret",
        "PIN",
        "card number",
        "IBAN",
        "one-time seed",
        "recovery code",
        "key phrase",
    }
    assert said == {*TOKENS, *others}


@pytest.mark.parametrize("text", BENIGN)
def test_ordinary_text_is_left_as_it_is(text):
    assert redact(text) == text


@given(st.lists(st.sampled_from([*map(phrase, CORPUS), *BENIGN, " ", "\n"]), max_size=4).map(" ".join))
def test_redacting_twice_changes_nothing_more(text):
    assert redact(redact(text)) == redact(text)


TRIGGERS = [
    "-----BEGIN ", "-----BEGIN A ", "-----BEGIN " + "PRIVATE KEY-----", "sk-", "-sk-ant-", "sk-proj-", "AKIA",
    "aws secret key ", "aws_secret_key=", "ghp_", "-github_pat_", "glpat-", "xoxb-", "xapp-1-",
    "https://hooks.slack.com/services/", "-sk_live_", "AIza", "ya29.", "GOCSPX-", "hf_", "npm_", "pypi-",
    "SG.", "-SG.aaaaaaaaaaaaaaaaaaaa", "SK", "12345678:AA", "dop_v1_", "eyJ", "-eyJ", "eyJaaaaaaaaaaaaa.",
    "AccountKey=", "authorization: ", "authorization: bearer ", "://", "://a:", "a:b@", "password",
    "password:", "password: a", "password is ", "-password=", "api key ", "secret access key ",
]  # fmt: skip


def test_tokens_are_searched_in_time_proportional_to_the_text():
    redact("AKIA")
    slow = []
    for trigger in TRIGGERS:
        for part in (trigger, "aB3", " "):
            small, large = (trigger + part * (size // len(part)) for size in (1_000, 4_000))
            if grows_beyond(8, redact, small, large):
                slow.append((trigger, part))
    assert slow == []


# Every way in

KINDS = sorted(CORPUS, key=lambda kind: "cut" in kind)
GROUPS = [KINDS[place::9] for place in range(9)]
"""A few kinds in one text; what is cut swallows all that follows it, so it is the last."""


@pytest.fixture(scope="module", params=every(2, ["journal", "no journal"]))
def lived(request, tmp_path_factory):
    """A store in which every secret was said in every way; gives its folder and the replies that came back."""
    folder = tmp_path_factory.mktemp("lived")
    journal = {"enabled": request.param == "journal"}
    replies = []
    with opened(folder, hooks=OBSERVER, journal=journal, limits={"content_chars": [1, 2000]}) as memory:
        for number, kinds in enumerate(GROUPS):
            replies += say_everywhere(memory, number, *map(phrase, kinds))
        assert memory.maintenance.doctor() == []
    return folder, replies


def say_everywhere(memory, number, *phrases):
    """Let the phrases in by every way there is; gives what came back."""
    user, text = f"user{number}", "\n".join(phrases)
    label, labels_of_all = phrases[0][:180], tuple(phrases)
    labels = {"tier": "user", "layer": "L1"}
    people = memory.entries(user)
    entry = add(people, f"{number}: {text}", **labels)
    add(people, f"The label of {number}", subject=f"Label: {label}", tags=labels_of_all, **labels)
    people.update(entry.id, Draft(content=f"{number} again: {text}"))
    right = people.correct(entry.id, f"{number} corrected: {text}", reason=text).entry
    people.remove(right.id, reason=text)
    replies = []
    with memory.session(id=f"session{number}", user=user) as session:
        assert session.system_prompt
        given = {"content": f"{number} by tool: {text}", "subject": label, "tags": [text], "target": "user"}
        replies.append(session.call_tool("add_memory", given))
        entry_id = replies[0]["entry"]["id"]
        replies.append(
            session.call_tool("correct_memory", {"memory_id": entry_id, "content": text, "reason": text})
        )
        session.on_prompt(text)
        session.on_prompt("x" * 1990 + " " + text)
        session.on_turn_end(f"From now on, remember that {text}", f"Noted: {text}")
        session.on_turn_end(f"I prefer tea, and: {text}. My dog is called Rex.", "Fine.")
        tool = Turn(speaker="tool", content=text, at="2026-03-02T09:00:00.000000Z", name="shell")
        session.on_turn_end(turns=[tool])
        session.on_pre_compact([tool, Turn(speaker="user", content=f"Before: {text}", at=tool.at)])
        observe(
            session,
            f"{number} observed: {text}",
            draft={"subject": label, "tags": [text]},
            quote=text,
            corrects=text,
        )
    assert memory.session(id=f"after {number}", user=user).system_prompt
    try:
        add(people, "y" * 600 + text, layer="L0", tier="identity", subject="s" * 300)
    except TiermemError as error:
        replies.append(error.as_dict())
    return replies


def test_no_way_in_leaves_a_secret_on_the_disk(lived):
    folder, _ = lived
    stored = raw(folder)

    assert [kind for kind in CORPUS if is_kept(stored, kind)] == []


def test_no_reply_of_a_tool_gives_a_secret_back(lived):
    replies = json.dumps(lived[1]).encode()

    assert [kind for kind in CORPUS if is_kept(replies, kind)] == []


def test_what_was_said_around_the_secrets_is_kept(lived, request):
    folder, _ = lived
    stored = raw(folder)

    assert b"Please note this: [redacted: " in stored
    assert b"[redacted: GitHub token] - thank you" in stored
    tables = ["entries", "entry_versions", "events"]
    if "no journal" not in request.node.name:  # without one, receipts hold no words of a prompt
        tables.append("recalls")
    for table in tables:
        assert "[redacted: " in str(sql(folder, f"SELECT * FROM {table}")), table


def test_without_the_hook_the_secrets_would_be_there(tmp_path):
    """The search of the bytes above can fail."""
    with opened(tmp_path, disable=["secrets"]) as memory:
        with memory.session() as session:
            session.on_turn_end(phrase("GitHub token"), "I see")
            session.on_prompt(phrase("Stripe key"))
        add(memory.entries(), phrase("Slack token"))
    stored = raw(tmp_path)

    assert all(is_kept(stored, kind) for kind in ("GitHub token", "Stripe key", "Slack token"))


def test_adopted_rows_are_redacted_in_all_that_is_made_of_them(tmp_path):
    with sqlite3.connect(tmp_path / "memory.db") as connection:
        connection.execute("CREATE TABLE memories (id TEXT, created_at TEXT, memory TEXT, category TEXT)")
        rows = [
            (str(place), "2026-01-01T00:00:00Z", f"{place}: {phrase(kind)}", kind)
            for place, kind in enumerate(CORPUS)
        ]
        connection.executemany("INSERT INTO memories VALUES (?, ?, ?, ?)", rows)
    connection.close()

    with opened(tmp_path) as memory:
        kept = memory.entries().list(EntryFilter(statuses=("active", "staged")))[0]
        assert len(kept) == len(CORPUS)
        made = json.dumps([list(memory.maintenance.dump()), [entry.as_dict() for entry in kept]])
    for table in ("documents", "entry_versions", "events"):
        made += str(sql(tmp_path, f"SELECT * FROM {table}"))
    assert [kind for kind in CORPUS if is_kept(made.encode(), kind)] == []


def test_an_imports_origin_is_redacted(tmp_path):
    secret = "ghp_" + letters(36)
    with opened(tmp_path) as memory:
        entry = add(memory.entries(), "From elsewhere", origin=f"import:https://{secret}@example.com/x:7")
        assert secret not in str(memory.entries().get(entry.id).origin)
        assert entry.origin.startswith("import:")

    assert secret.encode() not in raw(tmp_path)


# At rendering


@pytest.mark.parametrize(
    ("render", "standing"), [("blocks", "block"), ("blocks", "recall"), ("cards", "recall")]
)
@pytest.mark.parametrize("kind", ["GitHub token", "password, said", "private key"])
def test_a_secret_that_was_put_into_the_database_by_hand_is_not_shown(tmp_path, render, standing, kind):
    with opened(tmp_path, render=render, gap_fill={"standing": standing}) as memory:
        for tier, layer in (("memory", "L0"), ("user", "L0"), ("identity", "L0"), ("user", "L1")):
            add(
                memory.entries(),
                f"The harbour of {tier} in {layer}",
                tier=tier,
                layer=layer,
                subject=f"{tier} {layer}",
            )
        with memory.session(id="earlier") as session:
            session.on_turn_end("Where is the harbour?", "The harbour is by the sea")
        sql(
            tmp_path,
            "UPDATE entries SET content = content || ' ' || ?, subject = ? || substr(subject, 1, 3)",
            *[phrase(kind)] * 2,
        )
        sql(tmp_path, "UPDATE turns SET content = content || ' ' || ?", phrase(kind))

        session = memory.session(id="now")
        shown = [session.system_prompt, session.on_prompt("What did you say about the harbour of user?")]
        added = add(memory.entries(), "The harbour closed", tier="user")
        sql(tmp_path, "UPDATE entries SET content = ? WHERE id = ?", phrase(kind), added.id)
        shown.append(session.on_prompt("And the harbour now?"))

    told = shown if standing == "recall" else [shown[0], shown[2]]  # what the block shows is not recalled too
    assert all("harbour of user" in text for text in told[:-1])
    assert "Changed since" in told[-1]
    assert not any(is_kept(text.encode(), kind) for text in shown)
    assert all("[redacted: " in text for text in told)
    assert not is_kept(json.dumps([one.as_dict() for one in session.recalled.passages]).encode(), kind)


def test_a_passage_that_redaction_makes_longer_still_keeps_to_the_budget(tmp_path):
    key = "AKIA" + letters(16, "ABCDEFGH234567")
    with opened(tmp_path, recall={"char_limit": 200}) as memory:
        add(memory.entries(), "harbour", layer="L1", tier="user")
        line = memory.recall("harbour").context.splitlines()[2]
        for length in range(1, 4):
            sql(
                tmp_path,
                "UPDATE entries SET content = ?",
                "x" * (200 - len(line) - len(key) - length) + "harbour " + key,
            )
            shown = memory.recall("harbour").context.splitlines()[2:-1]
            assert sum(len(line) + 1 for line in shown) <= 200
