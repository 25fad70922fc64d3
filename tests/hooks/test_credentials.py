"""Credentials are found by how they are written and said, in every language; what is said about them stays."""

from __future__ import annotations

import time

import pytest

from tiermem_hooks.secrets import redact

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

UNNAMED = (
    "Bearer " + HEX,
    "sk-" + "live-" + HEX,
    "sk" + "-" + HEX,
    "key" + "-" + HEX,
    "gsk" + "_" + HEX + HEX,
)


@pytest.mark.parametrize("template", [*WRITTEN, *SAID])
def test_the_value_goes_and_the_words_around_it_stay(template):
    before, after = template.format(word="|", hex="|").split("|")

    clean = redact(template.format(word=WORD, hex=HEX))

    assert clean.startswith(before + "[redacted: ")
    assert clean.endswith("]" + after)
    assert "]" not in clean[len(before) : -len("]" + after)]
    assert redact(clean) == clean


@pytest.mark.parametrize("text", UNNAMED)
def test_tokens_are_known_by_their_form(text):
    assert HEX not in redact(f"Here it is: {text}, take it")


@pytest.mark.parametrize("text", PROSE)
def test_what_is_said_about_credentials_stays(text):
    assert redact(text) == text


def test_a_pin_is_a_few_digits():
    assert redact("the PIN for my card is 4821.") == "the PIN for my card is [redacted: PIN]."
    assert redact("暗証番号は4821です") == "暗証番号は[redacted: PIN]です"


TRIGGERS = [
    "password for ", "password for the ", "set the password to ", "api key d'", "passwort auf ", "DB_PASSWORD=",
    "pin is ", "token ", "secret: ", "login is a / ", "mysql ", "curl ", "curl -u a", "bearer ", "sk-live-", "密码是",
    "password, ", "mot de passe de l'",
]  # fmt: skip


@pytest.mark.parametrize("trigger", TRIGGERS)
def test_no_text_keeps_the_search_busy(trigger):
    for text in (trigger * (200_000 // len(trigger)), trigger + "aB3" * 20_000, trigger + " a" * 60_000):
        started = time.process_time()
        redact(text)
        assert time.process_time() - started < 2
