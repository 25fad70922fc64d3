"""Statements that the user declined to have remembered are not recalled."""

from __future__ import annotations

import pytest
from tests.stories import say

from tiermem import EntryFilter

INACTIVE = EntryFilter(statuses=("inactive",))

DECLINED = [
    (
        "Don't remember this, but my colleague Tom is about to be fired.",
        "What did we say about my colleague Tom?",
    ),
    ("Please don’t store my salary, it is 84000 euros.", "What did we say about my salary?"),
    (
        "Merk dir bitte nicht, dass mein Kollege Tom entlassen wird.",
        "Was haben wir über meinen Kollegen Tom gesagt?",
    ),
    ("Ne retiens pas que mon collègue Tom va être viré.", "Qu'avons-nous dit de mon collègue Tom ?"),
    ("No guardes esto: mi compañero Tom será despedido.", "¿Qué dijimos de mi compañero Tom?"),
    (
        "Que esto no salga de aquí: mi compañero Tom será despedido.",
        "¿Qué dijimos de mi compañero Tom?",
    ),
    (
        "Das muss nicht in die Akten: mein Kollege Tom wird entlassen.",
        "Was haben wir über meinen Kollegen Tom gesagt?",
    ),
    ("别记这个：我的同事汤姆要被开除了。", "我们上次说过我的同事汤姆什么？"),
    ("これは覚えないでください：同僚のトムは解雇されます。", "前に同僚のトムについて何を話しましたか？"),
]


def recalled(memory, prompt):
    with memory.session(id="later") as session:
        session.on_prompt(prompt)
        return [passage.text for passage in session.recalled.passages]


@pytest.mark.parametrize(
    ("said", "asked"), DECLINED, ids=["en", "en ’", "de", "fr", "es", "es 2", "de 2", "zh", "ja"]
)
def test_a_turn_that_declines_stays_in_the_journal_and_out_of_recall(memory, said, asked):
    with memory.session(id="first") as session:
        session.on_turn_end(said)
        assert [turn.content for turn in session.turns()] == [said]

    assert recalled(memory, asked) == []


@pytest.mark.parametrize(
    "said",
    [
        "Remember that my colleague Tom is about to be fired.",
        "My colleague Tom never keeps the record of his hours.",
        "My colleague Tom did not save the file.",
        "Do not store images of colleague Tom in git; the bucket is gs://tom.",
    ],
)
def test_a_turn_that_only_uses_such_words_is_recalled(open_memory, said):
    memory = open_memory(gap_fill={"enabled": False})
    with memory.session(id="first") as session:
        session.on_turn_end(said)

    assert recalled(memory, "What did we say about my colleague Tom?") == [said]


LATER = [
    ("I see a therapist on Mondays.", "Please forget what I just said.", "What did I say about my therapist?"),
    ("I see a therapist on Mondays.", "That was off the record.", "What did I say about my therapist?"),
    ("Ich bin in Therapie bei Frau Kern.", "Merk dir das bitte nicht.", "Was habe ich über meine Therapie gesagt?"),
    ("Je vois un psy le lundi.", "Oublie ce que je viens de dire.", "Qu'est-ce que j'ai dit de mon psy ?"),
    ("Voy a terapia los lunes.", "No lo guardes.", "¿Qué dije de mi terapia?"),
    ("我最近在看心理医生。", "忘了我刚才说的。", "我说过心理医生什么？"),
    ("今カウンセリングに通っています。", "今言ったことは忘れてください。", "カウンセリングについて何を話しましたか？"),
]  # fmt: skip


def test_a_later_turn_takes_the_turn_before_out_of_recall_block_and_summary(open_memory):
    shown = {}
    for said, decline, asked in LATER:
        memory = open_memory(store=f"sqlite:///{len(shown)}.db")
        say(memory, "My sister is called Mireia.", said, decline, id="first")
        with memory.session(id="later") as session:
            everything = session.system_prompt + session.on_prompt(asked).removesuffix(asked)
            found = session.call_tool("search_memories", {"query": said, "archive": True})
        texts = [everything, *(turn["text"] for turn in found["turns"]), str(found["entries"])]
        shown[said] = any(said.rstrip(".。") in text for text in texts)
        journal = [turn.content for turn in memory.session(id="first").turns()]
        assert said in journal

    assert [said for said, is_shown in shown.items() if is_shown] == []


def test_only_the_declined_sentence_of_a_turn_is_left_out_however_often_the_user_declines(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    with memory.session(id="first") as session:
        session.on_turn_end(
            "My sister is called Mireia. My salary is 61,000. Don't save my salary.", "All right."
        )
        session.on_turn_end("I see a therapist on Mondays.", "OK.")
        session.on_turn_end("Please don't remember that.", "Sure.")

    assert "My sister is called Mireia." in recalled(memory, "What did I say about my sister?")
    assert not any("61" in text for text in recalled(memory, "What did I say about my salary?"))


def test_a_reply_that_repeats_what_was_declined_is_in_no_recall_and_no_summary(open_memory):
    memory = open_memory()
    with memory.session(id="first") as session:
        session.on_turn_end("My sister is called Mireia.", "What a nice name.")
        session.on_turn_end("My salary is 61,000 euros.", "Good for you.")
        session.on_turn_end("Please don't save that.", "Sure, I will not save your salary of 61,000 euros.")

    assert not any("61" in text for text in recalled(memory, "What did I say about my salary?"))
    everything = EntryFilter(statuses=("active", "inactive", "staged"))
    assert not any("61" in entry.content for entry in memory.entries().list(everything)[0])


def test_a_declined_sentence_stays_hidden_when_another_of_its_turn_is_erased(open_memory):
    memory = open_memory()
    with memory.session(id="first") as session:
        session.on_turn_end(
            "My sister is called Mireia and lives in a house in Lisbon. My salary is 61,000. Don't save my salary.",
            "All right.",
        )
    entries = memory.entries()
    (known,) = entries.list()[0]
    entries.erase(known.id)

    assert not any("61" in text for text in recalled(memory, "What did I say about my salary?"))


def test_what_only_sounds_like_a_refusal_is_recalled(open_memory):
    lost = []
    for number, (said, asked) in enumerate(
        (
            ("Between us, my favourite colleague is Hanneke.", "Who did I say is my favourite colleague?"),
            ("No joke, my lottery ticket won 100 euros.", "What did I say about my lottery ticket?"),
            (
                "Help me not forget: my membership number is 77-1203.",
                "What did I say about my membership number?",
            ),
            ("Don't let me forget Tom's birthday party.", "What did I say about Tom's birthday party?"),
            (
                "Unter uns gesagt, meine Lieblingskollegin ist Hanneke.",
                "Was habe ich über meine Lieblingskollegin gesagt?",
            ),
            (
                "Entre nous, ma collègue préférée est Hanneke.",
                "Qu'est-ce que j'ai dit de ma collègue préférée ?",
            ),
            ("Entre nosotros, mi compañera favorita es Hanneke.", "¿Qué dije de mi compañera favorita?"),
        )
    ):
        memory = open_memory(store=f"sqlite:///{number}.db", gap_fill={"enabled": False})
        with memory.session(id="first") as session:
            session.on_turn_end(said, "OK.")
        if recalled(memory, asked) != [said]:
            lost.append(said)

    assert lost == []


def test_what_was_learned_before_it_was_declined_is_put_away_and_can_be_restored(open_memory):
    shown = {}
    for number, decline in enumerate(
        (
            "Please forget what I just said.",
            "Don't remember that I'm pregnant, please.",
            "That's off the record.",
        )
    ):
        memory = open_memory(store=f"sqlite:///{number}.db")
        with memory.session(id="first") as session:
            session.on_turn_end("I'm pregnant with twins.", "Congratulations!")
        learned = memory.preview().system_prompt
        with memory.session(id="first") as session:
            session.on_turn_end(decline, "Of course.")
        with memory.session(id="later") as session:
            shown[decline] = ["pregnant" in text for text in (learned, session.system_prompt)]
        [gone] = [one for one in memory.entries().list(INACTIVE)[0] if one.layer == "L1"]
        assert memory.entries().restore(gone.id).entry.status == "active"

    assert set(map(tuple, shown.values())) == {(True, False)}


def test_a_request_to_forget_in_two_breaths_takes_back_the_turn_before(open_memory):
    shown = []
    for number, (said, decline, asked) in enumerate(
        (
            (
                "I see a therapist on Mondays.",
                "right. delete that, dont remember it",
                "When is my therapist?",
            ),
            (
                "Voy a terapia los lunes.",
                "oye, olvida lo que te he dicho de mi salud",
                "¿Cuándo tengo terapia?",
            ),
            ("Je vois un psy le lundi.", "oublie ce que je t'ai dit sur ma santé", "Quand est mon psy ?"),
            (
                "転職活動してるんです",
                "すみません、転職の話は忘れてください。保存もしないで",
                "私の転職活動は？",
            ),
        )
    ):
        memory = open_memory(store=f"sqlite:///{number}.db")
        with memory.session(id="first") as session:
            session.on_turn_end(said, "I see.")
            session.on_turn_end(decline, "Of course.")
        with memory.session(id="later") as session:
            if session.call_tool("search_memories", {"query": said})["entries"]:
                shown.append(said)
        shown += recalled(memory, asked)

    assert shown == []


UNREAL = [
    ("let's do a story. I'm captain Vex and own a cat", "do I own a cat?"),
    ("if I had a million and owned a cat, what would it eat?", "do I own a cat?"),
    ("if i ever won the lotery id buy a castle with a cat", "do i have a cat?"),
    ("Rollenspiel: ich bin ein Zwerg und habe eine Katze", "habe ich eine Katze?"),
    ("on joue : je suis capitaine et j'ai un chat", "ai-je un chat chez moi ?"),
    ("juguemos: soy un capitán y tengo un gato", "¿tengo un gato en mi casa?"),
    ("来玩修仙，我是外门弟子，我养猫", "我养猫吗？"),
    ("もし宝くじが当たったら私は猫を飼う", "私は猫を飼っていますか？"),
]


def test_role_play_and_what_is_only_supposed_answer_no_question_about_the_user(open_memory):
    shown = []
    for number, (said, asked) in enumerate(UNREAL):
        memory = open_memory(store=f"sqlite:///{number}.db")
        say(memory, said, id="first")
        if said in recalled(memory, asked):
            shown.append(said)

    assert shown == []


def test_what_the_user_says_in_a_role_play_is_not_learned_and_what_is_to_be_remembered_is(open_memory):
    memory = open_memory()
    with memory.session(id="first") as session:
        session.on_turn_end("Let's do a story. I'm captain Vex.", "Aye, captain.")
        session.on_turn_end("I have quit the fleet and I live on Ganymede.", "Noted, captain.")
        session.on_turn_end("Remember that I take my coffee black.", "I will.")

    contents = [one.content for one in memory.entries().list()[0] if one.layer == "L1"]
    assert len(contents) == 1
    assert "coffee" in contents[0]


ANSWERED = [
    (
        "between us, don't save this: we are closing the bakery in March. What do I tell the staff?",
        "Understood. Severance is usually two weeks per year. Tell them in person before the landlord hears.",
        "What did you say about severance?",
    ),
    (
        "Bitte nicht speichern: ich habe mich in Bremen beworben. Was ziehe ich an?",
        "Das merke ich mir nicht. Ein dunkler Anzug passt in einer Kanzlei immer.",
        "Was hast du über den Anzug gesagt?",
    ),
    (
        "Ne l'enregistre pas : nous attendons un enfant. Quels aliments éviter ?",
        "Je ne le garde pas. Le fromage au lait cru et le poisson fumé sont à éviter.",
        "Qu'as-tu dit du fromage au lait cru ?",
    ),
    (
        "no guardes esto: el piso está alquilado sin contrato. ¿Qué puede pasar?",
        "No lo guardo. Hacienda puede multarte; declara los ingresos cuanto antes.",
        "¿Qué dijiste de Hacienda?",
    ),
    ("这个别记：我打算辞职。该怎么跟老板说？", "好，不记录。可以先约老板单独谈交接。", "你说过交接什么？"),
    (
        "これは保存しないでください。離婚を考えています。何から始めればいいですか？",
        "承知しました。まず弁護士に相談して財産の一覧を作りましょう。",
        "弁護士について何と言いましたか？",
    ),
]


IN_CONFIDENCE = [
    "Keep this to yourself please: I'm pregnant. What should I take?",
    "I also had an affair, but that stays out of your memory, ok?",
    "behalt das bitte für dich: wir trennen uns. was ist mit der wohnung?",
    "Nicht abspeichern: ich schulde meinem Bruder Geld. Wie sag ich es?",
    "Garde ça pour toi : je vais démissionner. Comment l'annoncer ?",
    "no apuntes esto, estoy embarazada. ¿qué vitaminas tomo?",
    "保密哦，我准备跳槽去字节。怎么准备？",
    "覚えなくていいです：抗うつ薬を飲んでいます。お酒は大丈夫？",
]


def test_however_secrecy_is_asked_the_whole_exchange_is_withheld(open_memory):
    memory = open_memory()
    shown = []
    for number, said in enumerate(IN_CONFIDENCE):
        with memory.session(id=f"s{number}") as session:
            session.on_turn_end(said, "Yes: take the first step on Monday.")
        found = memory.session(id=f"t{number}").call_tool("search_memories", {"query": said, "archive": True})
        shown += [turn["text"] for turn in found["turns"]] + [entry["content"] for entry in found["entries"]]

    assert shown == []


# What was said before, the request about it, and a word that must not be shown any more.
ASKED_LATER = [
    ("My landlord is called Egon.", "Don't remember anything about my landlord.", "Egon"),
    ("Ich gehe zu einer Therapeutin namens Ruth.", "Lösch bitte, was ich gerade geschrieben habe.", "Ruth"),
    ("Mi hermano Pablo está en rehabilitación.", "Guárdatelo para ti.", "Pablo"),
    ("Mi casero se llama Egon.", "No recuerdes nada sobre mi casero.", "Egon"),
    ("我哥哥建国在戒毒所。", "这件事你自己知道就好。", "建国"),
    ("我房东叫艾贡。", "关于我房东的事都不要记。", "艾贡"),
    ("I got fired from Shell.", "Don't put that down anywhere.", "Shell"),
    ("I got fired from Shell.", "don't jot any of this down", "Shell"),
    ("Mir wurde bei Shell gekündigt.", "Trag das bitte nirgends ein.", "Shell"),
    ("J'ai été viré de chez Total.", "Ne mets ça nulle part.", "Total"),
    ("Me despidieron de Repsol.", "No lo pongas en ningún sitio.", "Repsol"),
    ("我被壳牌开除了。", "别写下来。", "壳牌"),
    ("シェルをクビになりました。", "どこにも書かないで。", "シェル"),
    ("", "这事只有我们俩知道，我投了博世的简历。", "博世"),
    ("", "ここだけの話、ボッシュに応募しました。", "ボッシュ"),
]


@pytest.mark.parametrize(("said", "request_", "word"), ASKED_LATER)
def test_however_it_is_asked_to_forget_something_it_is_shown_no_more(open_memory, said, request_, word):
    memory = open_memory()
    say(memory, *filter(None, (said, request_)), id="first")

    assert word not in everything_shown(memory, said or request_)


def test_a_request_may_name_what_it_means_behind_a_comma(open_memory):
    memory = open_memory()
    with memory.session(id="first") as session:
        session.on_turn_end("I have a court case in Leeds.", "I see.")
        session.on_turn_end("My sister Ines lives in Hull.", "Nice.")
        session.on_turn_end("Please don't remember the other thing I said, the court case in Leeds.", "OK.")

    shown = everything_shown(memory, "What do you know about the court case and my sister?")
    assert "Leeds" not in shown
    assert "Hull" in shown


def everything_shown(memory, asked):
    with memory.session(id="later") as session:
        shown = session.system_prompt + session.on_prompt(asked).removesuffix(asked)
        found = session.call_tool("search_memories", {"query": asked, "archive": True})
    texts = [turn["text"] for turn in found["turns"]]
    return " ".join((shown, *texts, *(one.content for one in memory.entries().list()[0])))


def test_the_answer_to_what_is_not_to_be_kept_is_not_kept_either(open_memory):
    shown = []
    for number, (said, answer, asked) in enumerate(ANSWERED):
        memory = open_memory(store=f"sqlite:///{number}.db")
        say(memory, (said, answer), "Thanks, that is all for today.", id="first")
        everything = everything_shown(memory, asked)
        shown += [part for part in answer.replace("。", ".").split(".") if part and part in everything]

    assert shown == []


def test_the_answer_is_withheld_where_it_comes_later_or_holds_a_table(memory):
    with memory.session(id="first") as session:
        session.on_turn_end(user="Don't save this: I owe the bank 40,000. Make me a plan.")
        session.on_turn_end(assistant="| month | instalment |\n| --- | --- |\n| May | 900 |")

    assert "900" not in everything_shown(memory, "What instalment did you compute for May?")


def test_of_an_answer_to_more_than_a_secret_the_rest_is_recalled(open_memory):
    memory = open_memory(gap_fill={"enabled": False})
    with memory.session(id="first") as session:
        session.on_turn_end(
            "My sister Mireia sells tiles in Lisbon. My salary is 61,000. Don't save my salary.",
            "Tiles from Lisbon are lovely. With a salary of 61,000 you are well off. That is plenty.",
        )

    assert "Tiles from Lisbon are lovely." in recalled(memory, "What did we say about tiles from Lisbon?")
    everything = everything_shown(memory, "What did we say about my salary?")
    assert not any(part in everything for part in ("61,000", "plenty"))


@pytest.mark.parametrize(
    ("said", "secret", "word"),
    [
        ("don't keep what I tell you next", "My cousin owes the casino nine grand.", "casino"),
        (
            "Die nächste Nachricht merk dir bitte nicht.",
            "Meine Schwester hatte einen Schlaganfall.",
            "Schlag",
        ),
        ("ne garde pas ce que je te raconte maintenant", "Mon père a rechuté à Nancy.", "Nancy"),
        ("lo próximo que te cuente no lo guardes", "Mi cuñado debe 20 mil a un prestamista.", "prestamista"),
        ("下一条消息不用记", "我表弟欠了二十万高利贷。", "高利贷"),
        ("次のメッセージは記録しないで", "いとこが闇金に200万借りてる。", "闇金"),
        ("please don't save this", "My aunt Ruth lost her job in Hull.", "Hull"),
    ],
)
def test_what_the_user_declines_ahead_is_neither_learned_nor_recalled(open_memory, said, secret, word):
    memory = open_memory()
    with memory.session(id="first") as session:
        session.on_turn_end(said, "OK.")
        session.on_turn_end(secret, "OK.")

    everything = EntryFilter(statuses=("active", "inactive", "staged"))
    assert not any(word in entry.content for entry in memory.entries().list(everything)[0])
    assert not any(word in text for text in recalled(memory, secret))


def test_a_decline_of_the_same_message_leaves_the_next_one(open_memory):
    memory = open_memory()
    with memory.session(id="first") as session:
        session.on_turn_end("I got fired last week, don't save that. How do I claim benefits?", "Online.")
        session.on_turn_end("I live in Hull by the way.", "OK.")

    assert [entry.content for entry in memory.entries().list()[0]] == ["I live in Hull."]
