"""What a person asks not to keep, in words of their own, is learned neither at once nor later, and is not recalled."""

from tests.engine.opening import contents
from tests.stories import say

IN_OTHER_WORDS = [
    "You never heard this from me: my brother has filed for bankruptcy.",
    "I'm seeing a therapist, but that had better not end up in whatever file you have on me.",
    "Ich trinke seit Weihnachten wieder, aber das brauchst du dir wirklich nicht aufzuheben.",
    "Ce que je te dis là ne doit figurer nulle part dans ta mémoire : je suis suivi pour dépression.",
    "Que esto no quede apuntado en ninguna parte: estoy en terapia.",
    "Everyone forgets my name. I'm seeing a therapist, but that had better not end up in whatever file you have on me.",
    "My name's Xanthe, people never remember it. I was diagnosed with gout. I'd rather you kept no record of that.",
    "Niemand merkt sich meinen Namen. Ich trinke seit Weihnachten wieder, aber das brauchst du dir nicht aufzuheben.",
    "这件事你听过就算了，别往心里记：我在吃抗抑郁药。",
    "これはどこにも残さないでほしいんですが、実はうつ病で通院しています。",
]
OF_BEFORE = [
    ("I'm a nurse in Leeds and I owe my brother money.", "never mind that. Don't keep it."),
    ("Ich schulde meinem Bruder Geld und wohne in Ulm.", "egal. Merk dir das nicht."),
    ("I failed the bar exam twice.", "what I told you about the exam, please let it vanish from your notes"),
    (
        "Ich bin zweimal durchs Examen gefallen.",
        "das mit dem Examen eben streich bitte wieder aus deinem Gedächtnis",
    ),
    (
        "J'ai raté deux fois le concours.",
        "ce que je viens de te dire sur le concours, efface-le de ta mémoire s'il te plaît",
    ),
]
ABOUT_SOMETHING_ELSE = [
    ("I'm allergic to nuts. Our server must not keep any logs.", "nuts"),
    ("I have a son called Ben. He told me to keep the party secret from his sister.", "Ben"),
    ("I work at Argos. The old landlord kept no record of the rent.", "Argos"),
    ("I'm a nurse. People never remember that. Never mind, what goes with leeks?", "nurse"),
    ("Ich bin Imker. Der Drucker speichert meine Scans nicht, was tun?", "Imker"),
    ("Je suis apiculteur. Mon téléphone n'enregistre plus mes contacts, que faire ?", "apiculteur"),
    ("Soy apicultora. Mi hija no recuerda las tablas de multiplicar, ¿algún truco?", "apicultora"),
]


def test_what_is_told_with_a_request_not_to_keep_it_is_not_learned(tell):
    assert {one: known for one in IN_OTHER_WORDS if (known := tell(one).known)} == {}


def test_what_was_told_before_a_request_not_to_keep_it_is_not_learned(tell):
    assert {told: known for told, request in OF_BEFORE if (known := tell([told, request]).known)} == {}


def test_a_message_that_only_speaks_of_keeping_and_forgetting_is_learned(tell):
    lost = [text for text, fact in ABOUT_SOMETHING_ELSE if fact not in " ".join(tell(text).known)]
    assert lost == []


def test_a_session_that_is_not_to_be_kept_leaves_nothing_said_in_it_later_either(memory):
    say(
        memory,
        "Nothing from this whole conversation goes into your memory, please.",
        "My landlord is called Ottokar Bruhns.",
        "I owe him three months of rent.",
    )

    assert contents(memory.entries()) == []
    with memory.session() as later:
        assert "Bruhns" not in str(later.on_prompt("What is my landlord called?"))


TO_FORGET = [
    (
        "I was arrested in 2011 for shoplifting.",
        "I don't want you to know about my arrest any more, take it out please",
        "arrested",
    ),
    (
        "Je suis suivi pour une dépression.",
        "j'aimerais que ma dépression disparaisse de ta mémoire",
        "dépression",
    ),
]


def test_a_request_to_forget_in_words_of_its_own_puts_away_what_it_speaks_of_and_nothing_else(tell):
    wrong = {}
    for fact, request, word in TO_FORGET:
        story = tell(fact, "My name is Ines.", request)
        learned, recalled = story.shown("What do you know about me?")
        if word in learned.casefold() + recalled.casefold() or "Ines" not in learned:
            wrong[request] = learned
    assert wrong == {}
