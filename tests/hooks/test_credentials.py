"""Credentials are found by how they are written and said, in every language; what is said about them stays."""

from __future__ import annotations

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pace import grows_beyond
from tests.tables import each_row

from tiermem.plugins.text import secret_words
from tiermem_hooks.secrets.redaction import redact

WORD = "Tr0ub" + "4dor&3"
HEX = "8d7f6a5b4c3e2d1f" + "0a9b8c7d6e5f4a3b"

WRITTEN = """
DB_PASSWORD={word}
export OPENWEATHER_API_KEY={hex}
MYSQL_ROOT_PASSWORD: {word}
{{"db_password": "{word}", "host": "db"}}
dbPassword = "{word}"
API_KEY_PROD={hex}
DB_PASS={word}
GITHUB_TOKEN={hex}
SECRET_KEY_BASE={hex}
'password' => '{word}',
<password>{word}</password>
pw: {word}
curl -H 'X-Api-Key: {hex}' https://x.example
curl -u ann:{word} https://x.example
mysql -u root -p{word} shop
tool --password {word} --verbose
Mot de passe : {word}
Contraseña: {word}
WLAN-Passwort: {word}
密码：{word}
パスワード: {word}
SMTP_PASS={word}
ftp-pass: {word}
export MYSQL_USER_PASS="{word}"
admin_pass = '{word}'
root_pass: {word}
encryption_key: {hex}
storage account key: {hex}
login: maya@example.com:{word}
credentials: maya / {word}
zugangsdaten: maya / {word}
PWD: {word}
""".strip().splitlines()

SAID = """
my password for the vpn is {word}
The root password of the server is {word}.
The password that I use for the vpn is {word}
our db password is now {word}
The API key for the weather service is {hex}, use that in the script.
I changed the password for the vpn to {word} today
log in with the password {word} please
use token {hex}
the secret is {hex}
login is admin / {word}
Das Passwort ist {word}
Mein WLAN-Passwort für zu Hause lautet {word}.
Das Kennwort des Servers ist jetzt {word}
Ich habe das Passwort auf {word} geändert
Der API-Schlüssel für den Wetterdienst ist {hex}
Le mot de passe du wifi est {word}
Mon mot de passe pour le VPN, c'est {word}
La clé d'API du service météo est {hex}
J'ai changé le mot de passe en {word}
La contraseña del wifi es {word}
La clave de API del servicio es {hex}
Cambié la contraseña a {word}
我的VPN密码是{word}。
密码改成{word}了
API密钥是{hex}
VPNのパスワードは「{word}」です
パスワードを{word}に変更した
APIキーは{hex}です
the pwd is {word}
I set the pwd to {word} yesterday
mein Passwort für john@example.com ist {word}
the password for /srv/app is {word}
パスワードは{word}、2024-05-01に変更
""".strip().splitlines()

PROSE = """
the password policy is strict
the token bucket is full
my password is too short
PASSWORD_MIN_LENGTH=12
The password manager is 1Password
The password manager for the team is 1Password
The password is base64-encoded
The secret key is 256-bit
The password must be 12-characters long
Reset the password by 2026-03-01
The password reset link expires in 24h
Change the password at https://example.com/a1b2 tomorrow
The password to server01 is on the fridge
We fixed the password bug PROJ-12345 in release 4
The API key for x is expired and the host is srv-0815-berlin
The secret is vitamin-B12
Reset the password to log in to server01
The access token expires_in=3600
The access token is valid for 3600 seconds
The pin is 7 mm long
Pin 1234567890123 of the board
The login is broken / 404 everywhere
max_tokens=4096
total_tokens: 150000
token_type=bearer
primary_key=user_id_2024
password=os.environ["DB_PASSWORD"]
password = get_password(user_1)
DB_PASSWORD=${DB_PASSWORD}
DB_PASSWORD=$DB_PASSWORD
password: {{ vault_password_1 }}
password: ********
Das Passwort ist zu kurz
Das Passwort muss 12 Zeichen lang sein
Die Passwortrichtlinie gilt seit 2019
Le mot de passe est trop court
Le mot de passe expire dans 90 jours
La contraseña es demasiado corta
La clave del éxito es dormir 8 horas
密码是区分大小写的
密码至少12位
密码是base64编码的
令牌桶满了
パスワードは8文字以上です
パスワードを忘れた
""".strip().splitlines()

OTHER_KINDS = r"""
private_key: ~/.ssh/id_rsa
private_key: id_ed25519
private key: /etc/ssl/private/server2.key
signing_key: rsa-2048.pem
signing_key: "release-2024.asc"
storage_key=images/2024/01
storage_key: ../cache_2/items
private_key = C:\Users\maya\key_2
service key = value_1
account key = customer_id
master key: 'Ctrl+1'
master key: Strg+Shift+F12
I set pwd to ~/code/project2.
The pwd is /home/maya/project-2.
pwd: /srv/A1b2C3d4/x9
update the pwd to /usr/local/lib2
the password is ./secrets/prod-1
api key: docs/keys_v2.md
passwort: 2024-05-01T10:00:00Z
パスワードは2024-05-01に変更
Das Passwort ist 01.05.2024
the password was 2024/05/01
login: https://app.example.com/login2
credentials: file:///home/me/creds1.json
credentials: s3://bucket-1/creds.json
Login: John / john@example.com
password: maya.rose2@mail.example.com
Pin: 2024
first-pass: 2024-05-01
low-pass: 12.5kHz
test_pass: 123456
by-pass = true_1
render_pass: depth_24
password = form_data.password
self.password = hashed_password,
access_token = token_response.access_token
const apiKey = cfg?.api_key;
let apiKey = import.meta.env.VITE_API_KEY
client_secret = Config::CLIENT_SECRET
connect(user=user, password=my_password)
api_key=api_key
password: %env(DB_PASSWORD)%
password=%DB_PASSWORD%
password: !secret wifi_1
""".strip().splitlines()

UNNAMED = (
    "Bearer " + HEX,
    "sk-" + "live-" + HEX,
    "sk" + "-" + HEX,
    "key" + "-" + HEX,
    "gsk" + "_" + HEX + HEX,
)


@each_row("template", [*WRITTEN, *SAID])
def test_the_value_goes_and_the_words_around_it_stay(template):
    before, after = template.format(word="|", hex="|").split("|")

    clean = redact(template.format(word=WORD, hex=HEX))

    assert clean.startswith(before + "[redacted: ")
    assert clean.endswith("]" + after)
    assert "]" not in clean[len(before) : -len("]" + after)]
    assert redact(clean) == clean


GIVEN = (
    ("db.internal:5432:orders:app:|", "Line of .pgpass: {}"),
    ("requests.post(url, auth=('ann', '|'))", "{}"),
    ('auth = HTTPBasicAuth("ann", "|")', "{}"),
    ("Use | for the wiki login", "{}"),
    ("Nimm | für die Anmeldung am Wiki", "{}"),
    ("At the cabin you get in with |.", "{}"),
    ("Ins Forum komme ich mit tanja77 und dann |.", "{}"),
    ("My bitwarden master: |", "{}"),
    ("https://files.example/a.pdf?X-Amz-Signature=|", "{}"),
)


@pytest.mark.parametrize(("text", "around"), GIVEN)
def test_a_value_is_known_by_its_place_in_a_sentence_a_call_or_an_address(text, around):
    value = "8f3a9c1e7b5d2f4a6c8e0b" if "Signature" in text else WORD
    before, after = around.format(text).split("|")

    clean = redact(before + value + after)

    assert clean.startswith(f"{before}[redacted: ")
    assert clean.endswith(f"]{after}")


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("The safe opens with 27 left, 14 right, 39 left.", "The safe opens with [redacted: PIN]."),
        (
            "La combinaison du coffre : 12 droite, 30 gauche, 7 droite",
            "La combinaison du coffre : [redacted: PIN]",
        ),
        ("Le code de la porte d'entrée : 7B309", "Le code de la porte d'entrée : [redacted: PIN]"),
        ("门禁码 8841#，别告诉别人", "门禁码 [redacted: PIN]#，别告诉别人"),
        (
            "To get into the alarm panel I always type 4471",
            "To get into the alarm panel I always type [redacted: PIN]",
        ),
        ("Le code wifi est maisonBleue2023", "Le code wifi est [redacted: password]"),
        ("The door code is 1A2B", "The door code is [redacted: PIN]"),
        ("the code for the safe is 12B4A", "the code for the safe is [redacted: PIN]"),
        ("Der Code der Alarmanlage ist 12B4", "Der Code der Alarmanlage ist [redacted: PIN]"),
        ("Le digicode est 12B45", "Le digicode est [redacted: PIN]"),
        ("El código de la puerta es 12B4", "El código de la puerta es [redacted: PIN]"),
    ],
)
def test_what_opens_a_lock_goes(text, clean):
    assert redact(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "auth=('user', 'password')",
        '@require_auth("admin", "write")',
        "You get in with a ticket from the machine.",
        "Ins Forum komme ich mit meinem Handy nicht.",
        "Use OAuth2 for login",
        "Take PR-4711 for the login bug",
        "At the corner: 2 left, 3 right, 1 left",
        "The flats behind the gate: 12 left, 14 right",
        "The door code is on page 4.",
        "Bitwarden: 2026.1.0 is out",
    ],
)
def test_directions_names_and_calls_stay(text):
    assert redact(text) == text


@each_row("text", UNNAMED)
def test_tokens_are_known_by_their_form(text):
    assert HEX not in redact(f"Here it is: {text}, take it")


@each_row("text", PROSE)
def test_what_is_said_about_credentials_stays(text):
    assert redact(text) == text


@each_row("text", OTHER_KINDS)
def test_paths_addresses_dates_and_names_in_code_are_no_values(text):
    assert redact(text) == text


ALMOST = """
password: summer_2024
password: Summer_Sun
password: blue_h0rse
password: correct-horse-battery
password: 'open_sesame'
password: P@ss/w0rd
password: ~Tr0ub4dor3
password: Tr0ub4dor3@example
my password is hunter_2
API_KEY=//8d7f6a5b4c3e2d1f
api_key=Qk/8d7f6a5b4c3e2d1f+/A1b2==
storage_key=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEX1MPL3
""".strip().splitlines()


@each_row("text", ALMOST)
def test_a_value_may_look_almost_like_a_path_or_a_name_in_code(text):
    value = re.split(r"[= ](?=\S+$)", text, maxsplit=1)[1].strip("'")

    assert value not in redact(text)
    assert redact(text).replace("[redacted: password]", value) == text


@given(data=st.data())
def test_every_form_of_a_name_in_every_language_leads_to_its_value(data):
    names = data.draw(st.sampled_from([one.names for one in secret_words()]))
    said = f"{data.draw(st.from_regex(rf'(?:{names})', fullmatch=True))}: {WORD}"
    assert WORD not in redact(said), said


def test_a_pin_is_a_few_digits():
    assert redact("the PIN for my card is 4821.") == "the PIN for my card is [redacted: PIN]."
    assert redact("暗証番号は4821です") == "暗証番号は[redacted: PIN]です"
    assert redact("PIN: 2024") == "PIN: [redacted: PIN]"
    assert redact("my pin is 2024") == "my pin is [redacted: PIN]"


TRIGGERS = [
    "password for ", "password for the ", "set the password to ", "api key d'", "passwort auf ", "DB_PASSWORD=",
    "pin is ", "token ", "secret: ", "login is a / ", "mysql ", "curl ", "curl -u a", "bearer ", "sk-live-", "密码是",
    "password, ", "mot de passe de l'", "private_key: a/", "api_key=a_", "api_key=a.", "master key: Ctrl+", "pwd: /a-",
    "db_pass=a@a.", "key: a-1", "api_key=a_a_1",
]  # fmt: skip


def test_the_search_takes_time_in_proportion_to_the_text():
    """Four times the text may take eight times as long at most; what takes less than 20 ms is too short to measure."""
    redact("password: " + WORD)
    slow = []
    for trigger in TRIGGERS:
        for text in (trigger, f"{trigger}aB3"):
            part, rest = (text, "") if text != f"{trigger}aB3" else ("aB3", trigger)
            small, large = (rest + part * (size // len(part)) for size in (2_000, 8_000))
            if grows_beyond(8, redact, small, large):
                slow.append(text[:20])
    assert slow == []


PLACED = """
db.internal:5432:prod:app:{word}
7z x a.7z -p{word}
openssl enc -aes-256-cbc -k {word} -in a
mosquitto_pub -u dev -P {word} -t x
ldapsearch -D cn=admin -w {word} -b dc=x
htpasswd -b .htpasswd ana {word}
snmp-server community {word} RO
requirepass {word}
CREATE USER 'x'@'%' IDENTIFIED BY '{word}';
define('DB_PASSWORD', '{word}');
#define WIFI_PASS "{word}"
PASSWORD=~~~  {word}
secret: >-~  {hex}
$cfg['blowfish_secret'] = '{hex}';
PRAGMA key = "x'{hex}'";
ALGOLIA_ADMIN_KEY={hex}
client-key-data: {hex}{hex}
https://app.invalid/login/magic/{hex}
You can get in with {word}, that's the admin password.
use ana@example.org and {word} to log in
пароль от сервера {word}
""".strip().splitlines()
"""Places where the value of a credential stands without a sign or verb before it."""


def test_a_value_is_found_by_its_place_in_commands_files_links_and_sentences():
    for template in PLACED:
        text = template.replace("~~~", "\\\n").replace("~", "\n").format(word=WORD, hex=HEX)
        shown = redact(text)
        assert not {one for one in (WORD, HEX) if one in shown}, shown


def test_a_secret_in_base64_escapes_or_single_letters_is_found():
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    encoded = base64.b64encode(f"DB_PASSWORD={WORD}".encode()).decode()
    assert encoded not in redact(f"the blob is {encoded}")
    assert token[4:] not in redact(f"https://x.invalid/cb?t={token.replace('_', '%5F')}")
    assert token[4:] not in redact(f"<code>{token.replace('_', '&#95;')}</code>")
    assert " ".join(token[10:30]) not in redact(f"spelt: {' '.join(token)}")
    auth = base64.b64encode(f"ana:{WORD}".encode()).decode()
    assert auth not in redact(f'{{"auths": {{"reg.invalid": {{"auth": "{auth}"}}}}}}')


def test_base64_of_ordinary_text_stays():
    picture = base64.b64encode(bytes(range(256))).decode()
    sentence = base64.b64encode(b"The ferry leaves at nine on Sunday").decode()
    assert redact(f"base64 of it: {sentence}").endswith(sentence)
    assert picture in redact(f"data:image/png;base64,{picture}")


PHRASE = "abandon ability absent acid across actor adapt afraid agent airport album alley"


def test_a_word_that_is_said_again_and_again_is_no_key_phrase():
    text = "It was a " + "long " * 30 + "day."

    assert redact(text) == text


def test_the_words_of_a_wallet_are_found_without_a_heading():
    numbered = "\n".join(f"{place}. {word}" for place, word in enumerate(PHRASE.split(), 1))
    for text in (PHRASE, f"wallet -> {PHRASE.upper()}", numbered, ", ".join(PHRASE.split())):
        assert "album" not in redact(text).lower()
    listed = "Buy bread, butter, eggs, milk, apples, rice, beans, salt, sugar, coffee, onions, flour, cream"
    assert redact(listed) == listed


@pytest.mark.parametrize(
    "text",
    [
        "The code of the station is 1A2B3C",
        "My flight is LH1234 and the booking code is X7K9PQ",
        "The product code is AB12CD",
        "The colour code of the door is 7016",
        "The model code of the lift is 3300B",
        "The gate number is 214",
        "The door number is 221",
        "The part number for the door is 51217",
        "The coordinates are 52.5200, 13.4050",
        "ISBN 978-3-16-148410-0",
        "The room code is B2.114",
        "Der Code der Station ist 1A2B3C",
        "Der Farbcode der Tür ist 7016",
        "Das Kennzeichen ist HH AB 1234",
        "Le code de la gare est 1A2B3C",
        "Le code couleur de la porte est 7016",
        "El código de la estación es 1A2B3C",
        "El código de color de la puerta es 7016",
        "De code van het station is 1A2B3C",
        "駅のコードは1A2B3Cです",
        "车站代码是1A2B3C",
    ],
)
def test_the_code_of_something_that_it_does_not_open_stays(text):
    assert redact(text) == text


@pytest.mark.parametrize("what", ["The door code", "The alarm code", "The code of the door"])
def test_a_code_with_dots_stays_only_if_it_is_that_of_a_room(what):
    assert redact(f"{what}: B2.114.7") == f"{what}: [redacted: password]"


def test_a_quoted_phrase_is_redacted_also_where_a_part_of_it_was_before():
    token = "gh" + "p_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    for part in (token, "[redacted: GitHub token]"):
        assert redact(f'The password is "{part} and then {WORD}"') == 'The password is "[redacted: password]"'
    seen = 'The password is "[redacted: password] and then more"'
    assert redact(seen) == seen


def test_identifiers_that_anybody_may_read_stay():
    for text in (
        "request_id=06ced2a3-1cfb-406c-99e7-a5b2e6c6cbee",
        "The run took 37816.3007526015 ms.",
        "age12cezsgptaj3njf59gck5egzz8g2lg5f40ykc6d8ahhfs9a5pwxt6pkceyj",
        "price_h9NvmKhgYHa7Gk3ArMWsoSVH",
        "PASSWORD=\nOTHER=value1",
        "$password = $_POST['password'];",
        "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    ):
        assert redact(text) == text
