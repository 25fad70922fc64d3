"""A user's request to forget proposes a removal, and a person's decision removes the entry."""

from __future__ import annotations

import pytest
from tests.engine.opening import add, contents
from tests.stories import say

from tiermem import Draft, Turn
from tiermem_hooks.forgetting import extract_observations
from tiermem_hooks.memory_requests.to_forget import forgotten

PHONE = "The user's phone number is 555 0199"


@pytest.mark.parametrize("extractor", ["rules", "model"])
def test_a_request_to_forget_is_a_proposal_that_a_person_accepts(open_memory, extractor):
    memory = open_memory(gap_fill={"extractor": extractor}, disable=["model_gap_fill"])
    add(memory.entries(), PHONE, tier="user")
    add(memory.entries(), "The user's phone is made by Fairphone", tier="user", layer="L1")

    say(memory, "Thanks. Please forget my phone number.")

    [(staged, operation, reason)] = memory.entries().pending()
    assert (operation, staged.content) == ("remove", PHONE)
    assert reason == "the user asked to forget it: Please forget my phone number."
    assert PHONE in contents(memory.entries())
    memory.entries().accept(staged.id)
    assert contents(memory.entries()) == ["The user's phone is made by Fairphone"]
    decision = memory.entries().history(staged.supersedes).events[-1]
    assert decision.reason == f"proposal {staged.id}: the user asked to forget it"  # without the user's words


def test_the_session_that_asks_is_told_that_its_blocks_still_show_it(memory):
    add(memory.entries(), PHONE, tier="user")
    session = memory.session()

    assert PHONE in session.system_prompt
    assert "asks to have something forgotten" in session.context("Please forget my phone number.")
    assert "forgotten" not in session.context("Don't forget the dentist on Monday.")


def test_it_takes_the_statement_out_of_the_profile_too_and_is_no_line_of_it(open_memory):
    memory = open_memory(consolidation={"enabled": True, "interval_s": 86_400})
    say(memory, "My manager is Bob.")
    memory.maintenance.work()
    say(memory, "Forget that my manager is Bob, please.")
    memory.maintenance.work()
    assert memory.profile().current.scaffold == {"Work": {"manager": "Bob"}}

    (proposal,) = memory.entries().pending()
    memory.entries().accept(proposal[0].id)

    assert memory.profile().current.scaffold == {}
    assert "forget" not in memory.profile().current.text.lower()


def test_nothing_known_is_nothing_proposed_and_what_belongs_to_others_stays(open_memory):
    memory = open_memory()
    add(memory.entries("ben"), PHONE, tier="user")

    say(memory, "Forget my phone number.")

    assert memory.entries().pending() == ()
    assert memory.entries("ben").pending() == ()
    assert memory.timeline.stats()["waiting"] == 0


def test_asking_twice_proposes_once(memory):
    add(memory.entries(), PHONE, tier="user")

    say(memory, "Forget my phone number.")
    say(memory, "Could you forget my phone number?")

    assert len(memory.entries().pending()) == 1


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        ("Forget my phone number.", "my phone number"),
        ("Can you please forget that I live in Vienna?", "that I live in Vienna"),
        ("Forget everything you know about Sarah.", "Sarah"),
        ("Bitte vergiss meine Telefonnummer.", "meine Telefonnummer"),
        ("Oublie mon adresse.", "mon adresse"),
        ("Por favor, olvida mi número de teléfono.", "mi número de teléfono"),
        ("请忘记我的电话号码。", "我的电话号码"),
        ("私の電話番号を忘れてください。", "私の電話番号"),
        ("delete my phone number", "my phone number"),
        ("Please remove my phone number from your memory.", "my phone number"),
        ("You don't need to remember that I like tea.", "that I like tea"),
        ("forget where I live", "where I live"),
        ("Bitte lösche meine Telefonnummer aus deinem Gedächtnis.", "meine Telefonnummer"),
        ("Du musst dir nicht merken, dass ich Tee mag.", "dass ich Tee mag"),
        ("Vergiss, wo ich wohne.", "wo ich wohne"),
        ("Supprime mon numéro de téléphone de ta mémoire.", "mon numéro de téléphone"),
        ("Borra mi número de teléfono de tu memoria.", "mi número de teléfono"),
        ("请从你的记忆中删除我的电话号码。", "我的电话号码"),
        ("私の電話番号を削除してください。", "私の電話番号"),
        ("you can forget Bruno, he moved away", "Bruno"),
        ("Forget that Greta is my boss.", "that Greta is my boss"),
        ("forget that Greta loves tea", "that Greta loves tea"),
        ("forget about the Volvo please", "Volvo"),
        ("oh, and don't keep my salary anywhere", "my salary"),
        ("Could you stop remembering that I'm divorced?", "that I'm divorced"),
        ("You can drop the thing about the boat.", "the boat"),
        ("Wipe everything about the audition from your notes", "the audition"),
        ("Please take my ex out of your memory", "my ex"),
        ("I don't want you to remember Dr Lind", "Dr Lind"),
        ("Vergiss, dass Greta meine Chefin ist.", "dass Greta meine Chefin ist"),
        ("Vergiss, dass Greta Tee liebt.", "dass Greta Tee liebt"),
        ("Lösch bitte alles, was du über mein Knie weißt.", "mein Knie"),
        ("Das mit dem Boot kannst du streichen, es ist verkauft.", "dem Boot"),
        ("Mein Gehalt bitte nicht speichern.", "Mein Gehalt"),
        ("Oublie que Greta est ma cheffe.", "que Greta est ma cheffe"),
        ("Oublie qu'Inès adore le thé.", "qu'Inès adore le thé"),
        ("Ne garde pas mon salaire en mémoire.", "mon salaire"),
        ("Tu peux oublier Bruno.", "Bruno"),
        ("Borra lo que sepas de mi rodilla.", "mi rodilla"),
        ("Puedes olvidar a Bruno, ya no vive aquí.", "Bruno"),
        ("y no guardes mi sueldo", "mi sueldo"),
        ("把我的地址删掉", "我的地址"),
        ("别保存我的工资。", "我的工资"),
        ("请忘记小佩。", "小佩"),
        ("グレタさんが上司だということは忘れてください。", "グレタさんが上司だ"),
        ("私の膝について知っていることを消してください", "私の膝"),
        ("私の給料は保存しないで", "私の給料"),
        ("forget what we said about Max", "Max"),
        ("forget what I told you about Max yesterday", "Max"),
        ("vergiss das, was ich zu Max gesagt hatte", "Max"),
        ("oublie ce que j'ai dit sur Hugo", "Hugo"),
        ("Efface tout ce que j'ai raconté au sujet d'Hugo.", "Hugo"),
        ("olvida lo que dije sobre Hugo", "Hugo"),
        ("Borra lo que he dicho de Hugo", "Hugo"),
        ("忘掉我说过的关于小明的话", "小明"),
        ("请忘记我关于小明说的话", "小明"),
        ("私がユウトについて言ったことを忘れて", "ユウト"),
        ("ユウトに関して言ったことを消して", "ユウト"),
        ("forget the marathon please, I don't want that stored", "the marathon"),
        ("vergiss den Marathon bitte, das soll nicht gespeichert werden", "den Marathon"),
        ("oublie le marathon, je ne veux pas que ce soit enregistré", "le marathon"),
        ("that thing about the loan, just forget it ok?", "the loan"),
        ("My overdraft, could you please erase that?", "My overdraft"),
        ("what I told you about Ana, drop it please", "Ana"),
        ("das mit dem Kredit vergiss bitte wieder, ist erledigt", "dem Kredit"),
        ("die Sache mit meiner Tante lösch mal bitte", "meiner Tante"),
        ("die affäre meines onkels streich bitte aus deinem gedächtnis", "die affäre meines onkels"),
        ("Meine Kur brauchst du dir nicht zu merken", "Meine Kur"),
        ("l'histoire de ma tante, efface-la stp", "ma tante"),
        ("Mon crédit, oublie ça", "Mon crédit"),
        ("lo del préstamo bórralo, porfa", "préstamo"),
        ("Mi préstamo no lo guardes", "Mi préstamo"),
        ("贷款那件事别记了", "贷款"),
        ("我贷款的事情你忘了吧", "我贷款"),
        ("ローンのことは消しといて", "ローン"),
        ("母の件、記録から消しておいてください", "母"),
        ("Anything you have on Marc can go.", "Marc"),
        ("Everything you know about my ex can go.", "my ex"),
        ("Alles, was du über Marc hast, kann weg.", "Marc"),
        ("Tout ce que tu as sur Marc peut partir.", "Marc"),
        ("Lo que tengas de Marc puede irse.", "Marc"),
        ("关于马克的都可以删了。", "马克"),
    ],
)
def test_what_is_to_be_forgotten_is_told_in_six_languages(sentence, what):
    assert forgotten(sentence) == what


def test_a_typographic_apostrophe_is_one():
    assert forgotten("Please don’t remember my birthday.") == "my birthday"
    assert forgotten("Oublie l’histoire de ma tante.") == forgotten("Oublie l'histoire de ma tante.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Don't forget my birthday.",
        "You never remember my name.",
        "You didn't remember my birthday.",
        "Don't know my blood type.",
        "Don't know what I should cook tonight.",
        "No recuerdo mi contraseña.",
        "Forget it.",
        "I will never forget my first bike.",
        "Did I forget my keys?",
        "I always forget my password.",
        "Vergiss nicht meine Termine.",
        "N'oublie pas mon rendez-vous.",
        "No olvides mi cita.",
        "别忘记我的生日。",
        "私の誕生日を忘れないでください。",
        "Forget everything.",
        "Delete the branch.",
        "Forget the second paragraph.",
        "忘了带伞",
        "傘を忘れてしまった",
        "Remove the comments from the code.",
        "Remove the header from the notes.",
        "Lösche die Überschrift aus den Notizen.",
        "Supprime l'en-tête des notes.",
        "You don't need to remember the details.",
        "Lösche die Datei.",
        "Supprime le fichier.",
        "Borra el archivo.",
        "删除这个文件。",
        "Don't forget to call Petra.",
        "Help me forget him.",
        "Forget Paris, show me Rome.",
        "forget about the red one, show me blue",
        "You can forget the red one.",
        "delete the file foo.py",
        "don't keep me waiting",
        "Nicht vergessen, Petra anzurufen!",
        "Vergiss das rote, zeig mir das blaue.",
        "hilf mir, ihn zu vergessen",
        "N'oublie pas d'appeler Petra.",
        "oublie le rouge, montre-moi le bleu",
        "No olvides llamar a Petra.",
        "olvida la roja, enséñame la azul",
        "别忘了给小佩打电话",
        "红色的算了,忘了吧",
        "美咲に電話するのを忘れないで",
        "赤いのは忘れて、青いのを見せて",
        "Forget the header, don't keep the old one.",
        "Vergiss den zweiten Absatz.",
        "oublie le deuxième paragraphe",
        "olvida el segundo párrafo",
        "Don't take notes on the meeting.",
        "Merk dir nichts, das war nur ein Test.",
        "ne note rien pour l'instant",
        "no anotes nada todavía",
        "别记恨我的事",
        "メモしないで大丈夫",
    ],
)
def test_what_asks_for_the_contrary_or_names_nothing_is_no_request(sentence):
    assert forgotten(sentence) is None


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("My phone number is 555 0199.", "delete my phone number"),
        ("I live in Kiel.", "forget where I live"),
        ("I like tea.", "You don't need to remember that I like tea."),
        ("My salary is 84000.", "forget everything about me"),
        ("Ich wohne in Köln.", "Vergiss, wo ich wohne."),
        ("J'habite à Lyon.", "Oublie tout sur moi."),
        ("我的电话号码是138。", "请删除我的电话号码。"),
        ("私の電話番号は090です。", "私の電話番号を削除してください。"),
        ("Our rent is 1200 euros.", "forget what i told you about the rent pls"),
        ("I'm allergic to penicillin.", "forget the allergy thing, the test was negative"),
        ("Unser Budget ist 1600.", "vergiss bitte unser budget für die miete, das ist erledigt"),
        ("Je paie 900 euros de loyer.", "oublie ce que je t'ai dit sur le loyer stp"),
        ("Soy celiaca.", "olvida lo de la celiaquía, el médico dice que era un error"),
        ("我对芒果过敏。", "忘了我对芒果过敏那件事吧,检查说没有过敏"),
        ("引っ越しの予算は20万円です。", "予算の話は忘れて"),
        ("I have diabetes.", "please forget what I said about my health"),
        ("I'm adopting a child.", "What I told you about the adoption: please delete that from your memory."),
        ("Ich habe Diabetes.", "Was ich dir über meinen Diabetes erzählt habe: bitte vergiss das."),
        ("Je paie 900 euros de loyer.", "Ce que je t'ai dit sur le loyer : oublie-le."),
        ("Soy celíaca.", "Lo que te dije de la celiaquía: olvídalo."),
        ("I owe my brother 4000 quid.", "pls forget what i said about the money i owe my brother"),
        ("I earn 61,200 a year.", "please don't keep my salary"),
        ("J'habite 14 rue des Carrières à Dole.", "Efface mon adresse."),
        ("我的月薪是12800元。", "别保存我的工资。"),
        ("J'ai une dépression.", "oublie ce que je t'ai dit hier sur ma santé, je veux pas que ça reste"),
        ("mon copain Hugo est allergique aux noix", "oublie ce que j'ai dit sur Hugo"),
        ("Mi vecino Hugo es alérgico a las nueces.", "olvida lo que dije sobre Hugo"),
        ("I'm training for the porto half marathon in november", "forget the marathon"),
        ("I'm training for the porto half marathon", "forget the marathon please, I don't want that stored"),
        ("Ich trainiere für den Marathon in Porto.", "Vergiss den Marathon."),
        ("Je m'entraîne pour le marathon de Porto.", "oublie le marathon"),
        ("Me he apuntado al maratón de Oporto.", "olvida el maratón"),
        ("我在为波尔图马拉松训练。", "忘掉马拉松"),
        (
            "I drive a Fiat Panda.",
            "You can drop the thing about the car, I sold it and it's nobody's business.",
        ),
        ("I drive a Fiat Panda.", "Please forget my car."),
        ("夫の名前は健太です。", "夫のことは忘れてください。"),
        ("I earn 3200 a month.", "don't remember my money stuff"),
        ("I have asthma.", "no need to keep notes on my health"),
        ("Ich verdiene 3200 im Monat.", "merk dir nichts über meine Finanzen"),
        ("Ich verdiene 3200 im Monat.", "Geldsachen bitte nicht speichern"),
        ("Je gagne 3200 euros par mois.", "ne retiens pas mes histoires d'argent"),
        ("J'ai de l'asthme.", "ne note rien sur ma santé"),
        ("Gano 3200 euros al mes.", "no guardes mis cosas de dinero"),
        ("Tengo asma.", "no anotes nada sobre mi salud"),
        ("我月薪一万二。", "别记我的财务情况"),
        ("給料は月30万円です。", "お金のことは覚えないで"),
    ],
)
def test_however_it_is_asked_the_entry_waits_to_be_removed_and_the_request_becomes_none(memory, said, asked):
    say(memory, said)
    [known] = memory.entries().list()[0]
    say(memory, asked)

    assert [operation for _, operation, _ in memory.entries().pending()] == ["remove"]
    assert [entry.content for entry in memory.entries().list()[0]] == [known.content]
    assert not memory.review().doubts()


def test_what_waits_to_be_forgotten_is_shown_no_more_unless_a_person_says_so(memory):
    say(memory, "Our rent is 1450 a month. My dog is called Rex.")
    add(memory.entries(), "The rent is due on the 3rd", tier="user")
    say(memory, "forget what i told you about the rent pls")

    def shown():
        with memory.session() as session:
            asked = (
                session.on_prompt(text) or ""
                for text in ("how much is my rent?", "what do you know about me?")
            )
            return "\n".join((session.system_prompt or "", *asked))

    assert ("1450" in shown(), "the 3rd" in shown(), "Rex" in shown()) == (False, False, True)
    for staged, _, _ in memory.entries().pending():
        memory.entries().reject(staged.id)
    assert ("1450" in shown(), "the 3rd" in shown()) == (True, True)


def test_a_topic_to_forget_means_what_is_mostly_of_it(memory):
    for said in ("I earn 3200 a month.", "I rent a flat in Bath.", "My oboe cost me a fortune in love."):
        say(memory, said)
    say(memory, "please don't store my money matters")

    assert [memory.entries().get(one.supersedes).content for one, _, _ in memory.entries().pending()] == [
        "I earn 3200 a month."
    ]


def test_where_i_live_is_not_where_somebody_else_does(memory):
    say(memory, "My sister lives in Graz.")
    say(memory, "Forget where I live.")

    assert memory.entries().pending() == ()


NAMES = [
    ("My landlord is Petrov. My landlord lives upstairs.", "Please forget my landlord's name.", "Petrov"),
    ("My landlord is called Petrov.", "forget what my landlord is called", "Petrov"),
    ("Our landlord is Mr Petrov.", "can you forget the name of our landlord?", "Petrov"),
    ("Mein Vermieter heißt Petrov.", "Vergiss bitte, wie mein Vermieter heißt.", "Petrov"),
    ("Meine Zahnärztin ist Frau Kowalski.", "vergiss den namen von meiner zahnärztin", "Kowalski"),
    (
        "Mein Vermieter ist Herr Petrov.",
        "Kannst du bitte den Namen meines Vermieters vergessen?",
        "Petrov",
    ),
    ("Mon propriétaire s'appelle Petrov.", "oublie le nom de mon propriétaire", "Petrov"),
    ("Ma dentiste, c'est Mme Kowalski.", "Oublie comment s'appelle ma dentiste stp.", "Kowalski"),
    ("Mi casero se llama Petrov.", "olvida cómo se llama mi casero", "Petrov"),
    ("Mi dentista es la doctora Kowalski.", "¿Puedes olvidar el nombre de mi dentista?", "Kowalski"),
    ("我房东叫彼得罗夫。", "把房东的名字忘了吧", "彼得罗夫"),
    ("我的牙医姓科瓦尔。", "请忘记我牙医的名字。", "科瓦尔"),
    ("大家さんはペトロフさんです。", "大家さんの名前は忘れてください。", "ペトロフ"),
    ("私の歯医者はコワルさんです。", "歯医者の名前、忘れてね", "コワル"),
]


def test_a_name_is_forgotten_by_the_person_whose_it_is_and_hidden_meanwhile(open_memory):
    wrong = []
    for number, (said, asked, name) in enumerate(NAMES):
        memory = open_memory(store=f"sqlite:///{number}.db")
        say(memory, said)
        add(memory.entries(), "The user plays the oboe", tier="user", layer="L1")
        say(memory, asked)
        with memory.session() as session:
            shown = session.system_prompt or ""
        pending = [staged.content for staged, _, _ in memory.entries().pending()]
        known = contents(memory.entries())
        if len(pending) != 1 or name not in pending[0] or name in shown or "oboe" not in shown:
            wrong.append((asked, pending, known, shown[-300:]))

    assert wrong == []


def shown(memory, *asked):
    with memory.session() as session:
        return "\n".join([session.system_prompt or "", *(session.on_prompt(one) or "" for one in asked)])


@pytest.mark.parametrize(
    ("said", "asked", "question", "gone"),
    [
        (
            "I tore my left knee skiing, so no squats.",
            "delete what you know about my knee",
            "How is my knee?",
            "skiing",
        ),
        (
            "Bruno borrowed my ladder. Is that theft?",
            "forget about Bruno",
            "Who borrowed my ladder?",
            "ladder.",
        ),
        (
            "my gym locker is 212 and its PIN is 4471.",
            "you can drop the thing about the locker",
            "my locker?",
            "212",
        ),
    ],
)
def test_sentences_of_turns_with_what_is_to_be_forgotten_are_recalled_no_more(
    memory, said, asked, question, gone
):
    say(memory, f"{said} My oboe is a Lorée.")
    assert gone in shown(memory, question)
    say(memory, asked)

    assert gone not in shown(memory, question)
    assert asked not in shown(memory, question, "What did I ask you to forget?")
    assert "Lorée" in shown(memory, "Which oboe do I have?")


def test_what_a_correction_replaced_is_forgotten_with_it(memory):
    say(memory, "My flight to Oslo is on 3 July.")
    say(memory, "Sorry, on 5 July is the flight.")
    say(memory, "Forget my flight, the trip is off.")
    for decided in (False, True):
        for staged, _, _ in memory.entries().pending() if decided else ():
            memory.entries().accept(staged.id)
        assert "July" not in shown(memory, "When is my flight?", "When was my flight to Oslo?")


def test_of_an_entry_with_several_facts_only_what_is_meant_is_proposed_to_go(memory):
    joined = "My flatmate Petra takes my parcels. I live at 8 Canal Street."
    known = add(memory.entries(), joined, tier="user").id
    say(memory, "Please forget Petra.")

    [(staged, operation, _)] = memory.entries().pending()
    assert (operation, staged.content) == ("update", "I live at 8 Canal Street.")
    assert ("Petra" in shown(memory), "Canal Street" in shown(memory)) == (False, True)
    memory.entries().accept(staged.id)
    entry = memory.entries().get(known)
    assert (entry.content, entry.tags) == ("I live at 8 Canal Street.", ())
    assert ("Petra" in shown(memory), "Canal Street" in shown(memory)) == (False, True)


@pytest.mark.parametrize(
    ("said", "asked", "left"),
    [
        ("My son Leo is 12 and bed-wets.", "forget what I said about Leo's bed-wets", "My son Leo is 12"),
        (
            "My son Leo is 12 and has asthma.",
            "please delete Leo's asthma from your memory",
            "My son Leo is 12",
        ),
    ],
)
def test_one_thing_about_a_person_leaves_what_else_is_known_of_them(memory, said, asked, left):
    add(memory.entries(), said, tier="user")
    say(memory, asked)

    [(staged, operation, _)] = memory.entries().pending()
    assert (operation, staged.content.rstrip(".")) == ("update", left)


@pytest.mark.parametrize(
    ("said", "asked", "stays", "goes"),
    [
        (
            ["My friend Phil is a roofer.", "My dentist is Dr Phil Abel."],
            "forget about Phil",
            "Abel",
            "roofer",
        ),
        (["Anna is my sister.", "Anna Schmidt is our landlady."], "forget Anna", "Schmidt", "sister"),
        (["My cousin Tom lives in Ely.", "Prof Tom Reid supervises me."], "forget Tom", "Reid", "Ely"),
        (
            ["Mein Freund Jonas ist Dachdecker.", "Mein Zahnarzt ist Dr. Jonas Abel."],
            "vergiss Jonas",
            "Abel",
            "Freund",
        ),
        (["Mon ami Luc est couvreur.", "Mon dentiste est Luc Morel."], "oublie Luc", "Morel", "couvreur"),
        (["Mi amigo Luis es techador.", "Mi dentista es Luis Pardo."], "olvida a Luis", "Pardo", "techador"),
    ],
)
def test_a_first_name_means_who_is_called_by_it_and_no_namesake(memory, said, asked, stays, goes):
    say(memory, *said)
    say(memory, asked)

    left = shown(memory, "Who is my dentist?", "Wer ist mein Zahnarzt?", asked)
    assert (stays in left, goes in left) == (True, False)


@pytest.mark.parametrize(
    "said",
    [
        ["My dentist is Dr Phil Abel."],
        ["My friend Phil is a roofer.", "Phil Abel is the friend I told you about."],
        ["Phil is on holiday in July.", "Phil Abel is my dentist."],
    ],
)
def test_a_first_name_means_everything_of_one_who_may_be_the_same(memory, said):
    say(memory, *said)
    say(memory, "forget about Phil")

    assert "Phil" not in memory.session().system_prompt


def test_a_compound_is_meant_by_its_last_part(memory):
    add(memory.entries(), "Ich war 2019 in der Privatinsolvenz.", tier="user")
    say(memory, "vergiss bitte meine insolvenz")

    assert len(memory.entries().pending()) == 1


def test_a_request_in_a_project_means_nothing_that_is_known_in_another_one_only(memory):
    there = Draft(content="The staging database is on heron.", layer="L1", project_id="kite")
    entry = memory.entries().add(there).entry
    for project, removals in (("reef", 0), ("kite", 1)):
        with memory.session(project=project) as session:
            session.on_turn_end("forget what I said about the staging database", "All right.")
        assert [one.supersedes for one, _, _ in memory.entries().pending()] == [entry.id] * removals


@pytest.mark.parametrize(
    ("said", "asked", "removals"),
    [
        ("Bruno is my neighbour.", "forget about bruno please", 1),
        ("Lunch is at noon with my team.", "forget lunch", 0),
        ("Mon voisin s'appelle Bruno.", "oublie bruno", 1),
        ("Mi vecino se llama Bruno.", "olvida a bruno", 1),
    ],
)
def test_a_word_in_small_letters_is_asked_to_be_forgotten_if_it_is_known_as_a_name(
    memory, said, asked, removals
):
    say(memory, said)
    say(memory, asked)

    assert len(memory.entries().pending()) == removals


def test_what_may_mean_another_thing_than_memory_leaves_turns_as_they_are(memory):
    say(memory, "My parser is written in Rust.")
    for staged, _, _ in memory.entries().pending():
        memory.entries().reject(staged.id)
    before = shown(memory, "What is the parser written in?")
    say(memory, "Delete my parser and my branch.")

    assert "Rust" in before
    assert "Rust" in shown(memory, "What is the parser written in?")
    assert memory.entries().pending() == ()


@pytest.mark.parametrize(
    ("said", "points"),
    [("You can forget the garlic.", True), ("Forget Python.", True), ("Forget my salary.", False)],
)
def test_a_remark_about_a_thing_needs_an_entry_to_be_a_request(memory, said, points):
    turn = Turn(speaker="user", content=said, at="2026-03-02T09:00:00Z", position=9)
    with memory.session() as session:
        [observation] = extract_observations(session.view, [turn])

    assert observation.points is points


@pytest.mark.parametrize(
    ("said", "remark", "question"),
    [
        ("Is the parser in Python slower?", "Forget Python.", "Which parser is slower?"),
        ("Der Parser in Python ist langsam, oder?", "Vergiss Python.", "Welcher Parser ist langsam?"),
        ("The header of the notes has two lines.", "Remove the header from the notes.", "the header?"),
        ("The header of the notes has two lines.", "Forget the header of the page.", "the header?"),
        ("I live above the garage in Leeds.", "Forget the second paragraph.", "Leeds?"),
    ],
)
def test_a_remark_in_a_chat_about_code_withholds_nothing(memory, said, remark, question):
    say(memory, said)
    before = shown(memory, question)
    say(memory, remark)

    assert memory.entries().pending() == ()
    assert [line for line in said.split() if line in before and line not in shown(memory, question)] == []


@pytest.mark.parametrize(
    ("told", "task", "edit"),
    [
        ("I'm allergic to nuts.", "Write me a recipe card for brownies.", "Remove the part about nuts."),
        ("I have asthma.", "Can you draft a letter to my gym?", "Could you take the bit about asthma out?"),
        (
            "Ich bin gegen Nüsse allergisch.",
            "Schreib mir ein Rezept für Brownies.",
            "Streich das mit den Nüssen.",
        ),
        (
            "Je suis allergique aux noix.",
            "Écris-moi une recette de brownies.",
            "Enlève la partie sur les noix.",
        ),
        ("Soy alérgica a las nueces.", "Escríbeme una receta de brownies.", "Quita la parte de las nueces."),
        ("我对花生过敏。", "帮我写一张布朗尼食谱卡。", "把关于花生的部分删掉。"),
        ("ナッツアレルギーです。", "ブラウニーのレシピを書いて。", "ナッツの部分は消して。"),
    ],
)
def test_what_is_to_go_from_a_text_that_the_assistant_wrote_stays_known(memory, told, task, edit):
    say(memory, told)
    say(memory, task, edit)

    assert memory.entries().pending() == ()
    assert told.rstrip(".。") in shown(memory)


def test_what_is_to_go_from_what_the_assistant_knows_is_asked_to_be_forgotten(memory):
    say(memory, "I'm allergic to nuts.")
    say(memory, "Tell me what you know about me.", "Remove the part about nuts.")

    assert "nuts" not in shown(memory)


def test_a_second_request_about_an_entry_brings_back_nothing_of_the_first(memory):
    add(memory.entries(), "My flatmate Petra takes my parcels. I live at 8 Canal Street.", tier="user")
    say(memory, "Please forget Petra.")
    say(memory, "Forget that I live at 8 Canal Street.")

    assert ("Petra" in shown(memory), "Canal Street" in shown(memory)) == (False, False)


def test_everything_about_the_user_is_proposed_to_go_however_much_it_is(memory):
    for number in range(14):
        add(memory.entries(), f"I play instrument {chr(97 + number) * 5}.", tier="user")
    say(memory, "Forget everything about me.")

    assert len(memory.entries().pending()) >= 14


def test_a_message_that_only_tells_something_asks_for_nothing(tell):
    for said in ("我女儿叫小雨，今年五岁。", "我的主管叫邓岚，对截止日期很严格。"):
        story = tell("我住在杭州。", said)
        assert story.waiting == []
        assert len(story.known) > 1
