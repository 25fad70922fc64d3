"""Secrets as people type them, by the words around them."""

from __future__ import annotations

from tiermem_hooks.secrets.redaction import redact

SECRETS = {
    "SSH passphrase for id_ed25519: blue kettle march onion": "blue kettle march onion",
    "digicode de l'immeuble : 28B41": "28B41",
    "門鎖密碼 558213": "558213",
    "サーバーのrootパス: Kumo!2291": "Kumo!2291",
    "my locker combo is 12-34-08": "12-34-08",
    "phone unlock is 246810": "246810",
    "old password was Winter21, new one is Spring22!": "Spring22!",
    "Das alte Passwort war Winter21, das neue ist Fruehling22!": "Fruehling22!",
    "security answer: my first pet was Biscuit": "Biscuit",
    "réponse secrète : le chien s'appelait Biscotte": "Biscotte",
    "安全问题的答案：小黄狗": "小黄狗",
    "| host | user | pass |\n|---|---|---|\n| db1 | root | kR7!6MkXps |": "kR7!6MkXps",
    "Пароль на ноутбуке у него zima-Bereza-19, сам сказал.": "zima-Bereza-19",
    "kubectl create secret generic db --from-literal=user=ops --from-literal=password=hNaACUAHyAyOf": "hNaACUAHyAyOf",
    "user 'desk', password 'same as before but with Sommer#88 at the end'": "Sommer#88",
    "Das Passwort lautet „wie immer plus Winter#77“.": "Winter#77",
}
ORDINARY = (
    "The secret answer is patience.", "Our passphrase policy: four random words", "My combo meal is 12.50",
    "I changed my password, the new one is stronger than the old one.", "phone unlock is broken",
    "the answer to question 3: 42", "A combo of 2-3-4 reps", "The passphrase: choose something long and unique",
)  # fmt: skip


def test_secrets_are_known_by_the_words_around_them():
    assert [text for text, secret in SECRETS.items() if secret in redact(text)] == []


def test_what_only_speaks_of_secrets_stays_as_it_is():
    assert {text: redact(text) for text in ORDINARY if redact(text) != text} == {}
