"""A later word of the user's takes the place of an earlier one about the same thing, and of nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.clocks import Ticking
from tests.engine.opening import add, contents, opened
from tests.shares import every
from tests.stories import say

from tiermem import Draft, EntryFilter, Memory
from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.statements.amendments import amended
from tiermem.engine.statements.amendments.persons import introduced

LEARNED = EntryFilter(layers=("L1",))

RENEWED = [
    ("Wir ziehen in die Große Bergstraße 12.", "ne quatsch, Große Brunnenstraße 12"),
    ("I live in Leeds.", "I live in York now."),
    ("Keep your answers short.", "You can write longer answers again."),
    ("Antworte immer kurz.", "Du kannst ruhig ausführlicher antworten."),
    ("Always add sources.", "No need for sources any more."),
    ("Always end with a joke.", "Stop with the jokes."),
    ("Always start with a one line summary.", "Skip the summary from now on."),
    ("Always use British spelling.", "American spelling from now on please"),
    ("Call me Doc.", "Just Peter is fine."),
    ("Bitte duze mich immer.", "Doch lieber Sie."),
    ("Be brutally honest with me, always.", "You don't have to be so harsh anymore."),
    ("No uses emojis nunca.", "Ya puedes usar emojis."),
    ("Never give me code comments.", "Comments in code are welcome again."),
    ("Address me as Your Majesty.", "You can just call me Ben."),
    ("Answer in Spanish from now on.", "English again please"),
    ("Answer in Spanish from now on.", "ok, back to English pls"),
    ("Always answer in German.", "Why are you answering in German? English please"),
    ("Antworte ab jetzt auf Englisch.", "Doch wieder Deutsch bitte"),
    ("Responde en inglés a partir de ahora.", "Mejor volvamos al español"),
    ("Réponds toujours en anglais.", "On repasse au français stp"),
    ("请用英文回答我。", "还是用中文回答吧"),
    ("英語で答えて。", "やっぱり日本語でお願い"),
    ("I'm unemployed at the moment.", "I got the job, starting at Spotify as a data analyst."),
    ("Vouvoyez-moi, je vous prie.", "Allez, on se connaît, tutoie-moi."),
    (
        "Bin Kellnerin im Café Lindgrün.",
        "Übrigens hab ich im Café aufgehört, ich mach jetzt eine Ausbildung.",
    ),
    ("I live in Leeds.", "I moved to York."),
    ("My manager is Sarah.", "My manager is Priya now."),
    ("My manager is Sarah.", "No, my manager isn't Sarah anymore, it's Priya now."),
    ("My favourite colour is blue.", "My favourite colour is green, not blue."),
    ("I'm allergic to nuts.", "I'm not allergic to nuts any more."),
    ("Ich wohne in Köln.", "Ich wohne jetzt in Bonn."),
    ("Meine Chefin ist Frau Schulz.", "Meine Chefin ist jetzt Frau Klein."),
    ("Unser Standup ist um 9:30.", "Nein, unser Standup ist um 10 Uhr, nicht um 9:30."),
    ("J'habite à Lyon.", "J'habite maintenant à Nice."),
    ("Mon chef est Marc.", "Mon chef n'est plus Marc, c'est Sophie."),
    ("Vivo en Madrid.", "Ahora vivo en Sevilla."),
    ("我住在上海。", "我现在住在北京。"),
    ("上司は佐藤さんです", "いいえ、上司は佐藤さんではなく鈴木さんです"),
    ("The staging database is pg-stg-1.", "No, the staging database is pg-stg-2, not pg-stg-1."),
    ("Our standup is at 9:30.", "Our standup is now at 10:00."),
    ("Our standup is at 9:30.", "No, our standup is at 10:00."),
    ("Our standup is at 9:30.", "The standup moved to 10:00."),
    ("The invoices run at 6am.", "No, the invoices run at 7am, not at 6am."),
    ("The invoices run at 6am.", "The invoices run at 7am now."),
    ("I work at Acme.", "I left Acme, I work at Globex now."),
    ("I work at Acme.", "I work for Globex now"),
    ("My phone number is 0170 123456.", "My new phone number is 0171 654321."),
    ("The standup is at 9:30.", "The standup has moved to 10:00."),
    ("The standup is at 9:30.", "From now on the standup is at 10:00."),
    ("The standup is at 9:30.", "no, standup is at 10 now"),
    ("I'm vegetarian.", "I eat meat again, I'm no longer vegetarian."),
    ("The deadline is May 3.", "The deadline was pushed to May 10."),
    ("The deadline is May 3.", "The deadline is May 10, not May 3."),
    ("We use Jenkins for CI.", "We no longer use Jenkins, we use GitHub Actions."),
    ("We deploy on Tuesdays.", "We now deploy on Thursdays instead of Tuesdays."),
    ("I prefer tabs over spaces.", "Actually, I prefer spaces over tabs."),
    (
        "Unsere Staging-Datenbank ist pg-stg-1.",
        "Nein, unsere Staging-Datenbank ist pg-stg-2, nicht pg-stg-1.",
    ),
    ("Unser Standup ist um 9:30.", "Das Standup wurde auf 10:00 verschoben."),
    ("Unser Standup ist um 9:30.", "Nein, unser Standup ist um 10:00."),
    ("Wir nutzen Jenkins für CI.", "Wir nutzen Jenkins nicht mehr, wir nutzen GitHub Actions."),
    ("Meine Telefonnummer ist 0170 123456.", "Meine neue Telefonnummer ist 0171 654321."),
    ("Unser Release ist am Dienstag.", "Unser Release ist jetzt am Mittwoch."),
    (
        "Unsere Klassenfahrt geht nach Prag.",
        "Unsere Klassenfahrt geht jetzt doch nach Krakau, Prag war zu teuer.",
    ),
    ("Mon dentiste est le docteur Petit.", "Petit a pris sa retraite, maintenant c'est la docteure Roy."),
    ("Notre base de données est pg-1.", "Non, notre base de données est pg-2, pas pg-1."),
    ("Notre réunion est à 9h30.", "La réunion a été déplacée à 10h."),
    ("Notre réunion est à 9h30.", "Non, notre réunion est à 10h."),
    ("Nous utilisons Jenkins pour la CI.", "Nous n'utilisons plus Jenkins, nous utilisons GitHub Actions."),
    ("Mon numéro de téléphone est le 06 12 34.", "Mon nouveau numéro de téléphone est le 07 65 43."),
    ("Nuestra base de datos es pg-1.", "No, nuestra base de datos es pg-2, no pg-1."),
    ("Nuestra reunión es a las 9:30.", "La reunión se ha movido a las 10:00."),
    ("Nuestra reunión es a las 9:30.", "No, nuestra reunión es a las 10:00."),
    ("Mi número de teléfono es 600 111.", "Mi nuevo número de teléfono es 700 222."),
    ("我们的数据库是pg-1。", "不对，我们的数据库是pg-2，不是pg-1。"),
    ("我们的站会是9点半。", "站会改到10点了。"),
    ("我们的站会是9点半。", "不对，我们的站会是10点。"),
    ("我的电话号码是13800001111。", "我的新电话号码是13900002222。"),
    ("うちのデータベースはpg-1です。", "いいえ、うちのデータベースはpg-2です、pg-1ではありません。"),
    ("朝会は9時半です。", "朝会は10時に変更されました。"),
    ("朝会は9時半です。", "いいえ、朝会は10時です。"),
    ("私の電話番号は090-1111です。", "私の新しい電話番号は080-2222です。"),
]
LEFT = [
    ("I live in Leeds.", "I live in a flat with two cats."),
    ("My sister likes tea.", "My sister leads the team."),
    ("I like tea.", "I don't like coffee."),
    ("My dog is called Rex.", "My dog is brown."),
    ("The standup is at 9:30.", "The retro has moved to 10:00."),
    ("The staging database is pg-stg-1.", "No, the production database is pg-prd-2, not pg-prd-1."),
    ("The staging database is pg-stg-1.", "No, the staging database is pg-stg-2, not pg-stg-3."),
    ("We use Jenkins for CI.", "We no longer use Jenkins for the docs, we use Hugo."),
    ("I use Vim and Emacs.", "I no longer use Vim."),
    ("We use Jenkins for CI.", "Our customers no longer use Jenkins, they use GitHub Actions."),
    ("My phone number is 0170 123456.", "My office number is 0171 654321 now."),
    ("We use Python for the backend.", "We now use Redis for the cache."),
    ("I'm allergic to peanuts.", "I changed my mind about Friday, let's do Thursday."),
    (
        "We've got twins, Ottilie and Fred.",
        "We moved the workshops to Thursdays, Tuesday clashes with Fred's swimming.",
    ),
    ("On peut se tutoyer.", "Mon prénom s'écrit Camille mais appelle-moi Cam."),
    ("Trabajo con PHP.", "He cambiado de gimnasio, ahora voy al de la plaza."),
    ("El proveedor de cubiertas es Michelin, pido siempre los martes.", "Ahora tengo terapia los jueves."),
]


BESIDE = [
    ("My friend is Tom.", "My new friend is Bob."),
    ("Our new colleague is Anna.", "Our new colleague is Tom."),
    ("Unser Kunde ist Acme.", "Unser neuer Kunde ist Globex."),
    ("Mon collègue est Tom.", "Mon nouveau collègue est Bob."),
    ("Mi colega es Tom.", "Mi nuevo colega es Bob."),
    ("我们的客户是腾讯。", "我们的新客户是阿里。"),
    ("私の猫はミミです。", "私の新しい猫はレオです。"),
    ("Server 1 is in Berlin.", "Server 2 is in Berlin now."),
    ("Server 1 has 16 GB of RAM.", "No, server 2 has 16 GB of RAM."),
    ("My son Tom has his exam on May 3.", "My son Ben has his exam on May 3 now."),
    ("My cat is called Mia and is 3.", "My cat is called Leo and is 5."),
    ("I take my pills at 8am.", "I now take my pills at 8pm too."),
    ("We use Jenkins for CI.", "Our sister team no longer uses Jenkins for CI."),
    ("I live in Berlin during the week.", "I live in Hamburg at the weekend."),
]


@pytest.fixture
def clock():
    return Ticking()


@pytest.fixture
def memory(open_memory, clock):
    return open_memory(clock=clock)


def known(memory, user=None):
    return contents(memory.entries(user), layers=("L1",))


def say_each(memory, clock, rows):
    """Say the statements of each row, each row as a user of its own, and yield what is known then."""
    for number, (old, new) in enumerate(rows):
        user = f"user {number}"
        say(memory, old, clock=clock, user=user)
        first = memory.entries(user).list(LEARNED)[0]
        say(memory, new, clock=clock, user=user)
        yield old, memory.entries(user), first, known(memory, user)


@pytest.mark.parametrize("rows", every(2, [RENEWED[::4], RENEWED]), ids=["some", "all"])
def test_the_later_word_stands_and_the_earlier_one_is_kept_as_history(memory, clock, rows):
    failures = []
    for old, entries, [before], after in say_each(memory, clock, rows):
        earlier = entries.get(before.id)
        is_history = (earlier.status, earlier.valid_to is not None) == ("inactive", True)
        if not (len(after) == 1 and after != [before.content] and is_history and entries.pending() == ()):
            failures.append(old)

    assert failures == []
    assert memory.maintenance.doctor() == []


@pytest.mark.parametrize("rows", every(2, [RENEWED[1::6], RENEWED]), ids=["some", "all"])
def test_the_earlier_word_is_gone_from_the_profile_too(tmp_path, clock, rows):
    failures = []
    with opened(tmp_path, clock=clock, consolidation={"enabled": True}) as memory:
        for number, (old, new) in enumerate(rows):
            user = f"user {number}"
            for text in (old, new):
                say(memory, text, clock=clock, user=user)
                memory.maintenance.work(user)
            profile = memory.profile(user)
            lines = [line.text for line in profile.current.learned]
            if old in profile.current.text or old in lines or profile.rivals():
                failures.append(old)

    assert failures == []


def test_what_merely_shares_a_subject_is_left_alone(memory, clock):
    rows = [(old, after) for old, _, _, after in say_each(memory, clock, LEFT)]

    assert [old for old, after in rows if not any(old.rstrip(".") in text for text in after)] == []


def test_what_is_said_of_another_thing_is_known_beside_the_earlier_word(memory, clock):
    rows = [(old, entries.pending(), after) for old, entries, _, after in say_each(memory, clock, BESIDE)]

    assert [row for row in rows if len(row[2]) != 2 or row[0] not in row[2] or row[1]] == []


@pytest.mark.parametrize("layer", ["L0", "L1"])
def test_what_the_agent_wrote_of_one_thing_stays_when_another_is_put_right(memory, clock, layer):
    with memory.session() as session:
        add(session.entries, "The invoices of team 1 run at 6am.", layer=layer, tier="memory")
    clock.pass_days(1)
    say(memory, "No, the invoices of team 2 run at 6am.", clock=clock)

    assert "The invoices of team 1 run at 6am." in contents(memory.entries())


def test_what_holds_in_one_project_takes_the_place_of_nothing_that_holds_in_all(memory, clock):
    say(memory, "Our standup is at 9:30.", clock=clock)
    with memory.session(project="alpha") as session:
        session.on_turn_end("Our standup is at 10:00 now.", "All right.")

    assert sorted(known(memory)) == ["Our standup is at 10:00 now.", "Our standup is at 9:30."]


def test_what_holds_in_all_projects_takes_the_place_of_what_holds_in_one(memory, clock):
    with memory.session(project="alpha") as session:
        session.on_turn_end("Our standup is at 9:30.", "All right.")
    clock.pass_days(1)
    say(memory, "Our standup is at 10:00 now.", clock=clock)

    assert known(memory) == ["Our standup is at 10:00 now."]


def test_an_earlier_word_is_renewed_however_much_else_was_said_of_the_subject_since(memory, clock):
    say(memory, "I live in Leeds.", clock=clock)
    for place in (
        "in a flat",
        "near the river",
        "with my brother",
        "close to a tram stop",
        "in a noisy street",
    ):
        say(memory, f"I live {place} with two cats.", clock=clock)
        say(memory, f"I live {place} without any garden.", clock=clock)
    say(memory, "I live in York.", clock=clock)

    assert "I live in Leeds." not in known(memory)
    assert "I live in York." in known(memory)


def test_the_sentences_of_one_message_stand_beside_each_other(memory, clock):
    say(
        memory,
        "J'ai quitté l'éducation nationale ! depuis lundi je bosse au musée des Beaux-Arts.",
        clock=clock,
    )

    assert "Depuis lundi je bosse au musée des Beaux-Arts." in known(memory)
    assert memory.entries().pending() == ()


def test_what_changed_twice_stands_as_it_was_said_last(memory, clock):
    for said in (
        "Our standup is at 9:30.",
        "The standup has moved to 10:00.",
        "Our standup is at 10:30 now.",
    ):
        say(memory, said, clock=clock)

    assert known(memory) == ["Our standup is at 10:30 now."]


def test_what_changed_may_be_put_back(memory, clock):
    say(memory, "Our standup is at 9:30.", clock=clock)
    [before] = memory.entries().list(LEARNED)[0]
    say(memory, "The standup has moved to 10:00.", clock=clock)
    [after] = memory.entries().list(LEARNED)[0]
    memory.entries().remove(after.id)
    memory.entries().restore(before.id)

    assert known(memory) == ["Our standup is at 9:30."]


def test_a_change_of_nothing_that_is_known_is_kept_nowhere(memory, clock):
    say(memory, "I'm running the tests now.", clock=clock)

    assert known(memory) == []
    assert memory.timeline.stats()["waiting"] == 0


def test_a_denial_that_says_what_is_right_and_what_is_wrong_is_kept_though_nothing_is_known_of_it(
    memory, clock
):
    say(memory, "No, the staging database is pg-stg-2, not pg-stg-1.", clock=clock)

    assert known(memory) == ["The staging database is pg-stg-2, not pg-stg-1."]


def test_an_earlier_word_that_is_extracted_late_changes_nothing(memory, clock):
    say(memory, "I live in York now.", clock=clock)
    clock.now -= timedelta(days=30)
    say(memory, "I live in Leeds.", clock=clock)

    assert "I live in York now." in known(memory)


def test_what_a_person_wrote_or_put_right_is_never_renewed_by_itself(memory, clock):
    add(memory.entries(), "My manager is Sarah.", layer="L1", tier="user", subject="Sarah", category="person")
    say(memory, "My manager is Priya now.", clock=clock)

    assert "My manager is Sarah." in known(memory)


def test_one_users_word_renews_nothing_of_another(memory, clock):
    say(memory, "I live in Leeds.", user="ann", clock=clock)
    say(memory, "I live in York now.", user="ben", clock=clock)

    assert known(memory, "ann") == ["I live in Leeds."]


def test_what_a_person_wrote_stays_until_a_person_agrees_that_it_has_ended(memory, clock):
    entries = memory.entries("ana")
    entries.add(Draft(content="I live in Leeds.", layer="L1", tier="user"))
    clock.pass_days(1)

    say(memory, "We moved, I live in York now.", clock=clock, user="ana")
    [(staged, operation, reason)] = entries.pending()

    assert (operation, "York" in reason) == ("remove", True)
    assert {"I live in Leeds.", "We moved, I live in York now."} <= {*known(memory, "ana")}
    entries.accept(staged.id)
    assert known(memory, "ana") == ["We moved, I live in York now."]


def test_what_a_person_pinned_stays_until_a_person_agrees_that_it_has_ended(memory, clock):
    entries = memory.entries("ana")
    say(memory, "I live in Leeds.", clock=clock, user="ana")
    entries.pin(entries.list(LEARNED)[0][0].id)
    clock.pass_days(1)

    say(memory, "We moved, I live in York now.", clock=clock, user="ana")

    assert "I live in Leeds." in known(memory, "ana")
    assert [operation for _, operation, _ in entries.pending()] == ["remove"]


UNRELATED = [
    ("Keep it short.", "I can write longer answers now."),
    ("Keep it short.", "I can send longer answers now."),
    ("Responde breve.", "Ahora puedo mandar respuestas más largas."),
    ("Use tabs.", "You can also use spaces."),
    ("Always add sources.", "No sources for questions about code."),
    ("Always add a summary.", "I left the summary at home."),
    ("Always reply in Spanish.", "Please reply in English to Mark's email."),
    ("Always reply in Spanish.", "Answer in English just this once."),
    ("Always reply in Spanish.", "I switched back to English breakfast tea."),
    ("Réponds toujours en anglais.", "Je repasse l'examen d'anglais mardi."),
    ("My name's Jo.", "Tiree's cancelled, we'll go to Skye in August."),
    ("Always answer in French.", "I've left the bank, I'm a baker now."),
    ("I have two kids.", "I've started running again."),
    ("I bank with HSBC.", "I quit smoking last month."),
    ("Bitte duze mich immer und antworte kurz.", "Wir sind umgezogen, wir wohnen jetzt in Emmendingen."),
    (
        "Je suis allergique aux crevettes.",
        "J'ai quitté la boulangerie, maintenant je suis formatrice à Rennes.",
    ),
    ("My daughter Fien can't eat hazelnuts.", "Fien turned 8 yesterday!"),
    ("Fien can't eat hazelnuts, ideas for her birthday cake on 14 March.", "Fien turned 8 yesterday!"),
    ("My birthday is on 14 March.", "I turned 35 yesterday."),
    ("My exam is on 18 June.", "I can only study on Monday and Thursday evenings."),
    ("Meine Prüfung ist am 18. Juni.", "Ich kann nur montags und donnerstags lernen."),
    (
        "I'm in a 2 bed flat in Bristol with my daughter Ivy.",
        "Need thank you notes for 6 kids, max 2 sentences.",
    ),
    ("Im in a 2 bed flat in Bristol with my daughter Ivy (shes 7).", "ivy turned 8 yesterday!!"),
    ("Háblame siempre de tú y sin emojis.", "Me he mudado, ahora vivo en Cádiz con mi madre."),
]


def test_a_change_ends_nothing_that_it_is_not_about():
    ending = ("updates", "contradicts")
    assert [row for row in UNRELATED if compare(*map(Statement, row)).relation in ending] == []


AMENDED = [
    (
        "My contact's now Jan Riemer.",
        "actually its Jan Rimmer not Riemer, typo",
        "My contact's now Jan Rimmer.",
    ),
    ("My boss is Anna Smit.", "its Smith not Smit, sorry", "My boss is Anna Smith."),
    ("Meine Chefin heißt Anna Smit.", "sie heißt Smith, nicht Smit", "Meine Chefin heißt Anna Smith."),
    ("Mon chef est Paul Martin.", "c'est Paul Martel, pas Martin", "Mon chef est Paul Martel."),
    (
        "Wir ziehen in die Große Bergstraße 12.",
        "ne quatsch, Große Brunnenstraße 12",
        "Wir ziehen in die Große Brunnenstraße 12.",
    ),
    ("Our standup is at 9:30.", "the standup is at 10, not 9:30", "Our standup is at 10."),
    ("上司は佐藤さんです。", "佐藤じゃなくて斎藤です", "上司は斎藤さんです。"),
    ("横浜の会社でデザイナーをしてます。", "これからは敬語じゃなくてタメ口で話して。", None),
]


def test_a_correction_puts_the_right_value_alone_in_the_place_of_the_wrong_one():
    found = [amended(wrong, said) for wrong, said, _ in AMENDED]

    assert [one and one.content for one in found] == [right for _, _, right in AMENDED]


def test_a_correction_puts_the_right_value_in_the_place_of_the_wrong_one_and_nowhere_else():
    rows = [
        (
            "My dentist appointment is on the 12th of May.",
            "Sorry, the dentist is on the 14th of May, not the 12th.",
            "My dentist appointment is on the 14th of May.",
        ),
        (
            "The accountant is Mr. Peters.",
            "It's Mrs. Claes, not Mr. Peters.",
            "The accountant is Mrs. Claes.",
        ),
        ("I'm allergic to peanuts.", "sorry, I meant hazelnuts, not peanuts", "I'm allergic to hazelnuts."),
        ("On a déménagé à Rennes.", "Inès a 7 ans, pas 6.", None),
        ("My daughter Mia is 6.", "Mia is 7, not 6.", "My daughter Mia is 7."),
    ]
    found = [
        (wrong, said, right and right.content)
        for wrong, said, right in ((wrong, said, amended(wrong, said)) for wrong, said, _ in rows)
    ]
    assert found == rows


INTRODUCED = [
    ("My son Max is 4.", "Max turned 5 today.", "My son Max turned 5 today."),
    ("Mein Sohn Max ist 4.", "Max ist 5 geworden.", "Mein Sohn Max ist 5 geworden."),
    ("Ma fille Léa a 7 ans.", "Léa a eu 8 ans.", "Ma fille Léa a eu 8 ans."),
    ("Mi hija Ana tiene 7 años.", "Ana cumplió 8.", "Mi hija Ana cumplió 8."),
    ("息子の蓮は4歳です。", "蓮は5歳になった。", "息子の蓮は5歳になった。"),
    ("My son Max is 4.", "My Max turned 5.", "My Max turned 5."),
    ("I live in Leeds.", "Leeds is behind us.", "Leeds is behind us."),
]


def test_what_changed_of_a_person_still_says_who_that_is():
    found = [introduced(old, new) for old, new, _ in INTRODUCED]

    assert found == [right for _, _, right in INTRODUCED]


@pytest.mark.parametrize(
    ("said", "later", "stays"),
    [
        (
            "I live in Leipzig with my husband Jonas and our daughter Mia.",
            "I moved to Dresden last week.",
            "I live with my husband Jonas and our daughter Mia.",
        ),
        (
            "I live in Leipzig with my husband Jonas and our daughter Mia.",
            "We moved last weekend: we live in Dresden now.",
            "I live with my husband Jonas and our daughter Mia.",
        ),
        (
            "Ich wohne mit meinem Mann Jonas und unserer Tochter Mia in Leipzig.",
            "Ich bin letzte Woche nach Dresden gezogen.",
            "Ich wohne mit meinem Mann Jonas und unserer Tochter Mia.",
        ),
        (
            "Vivo en Sevilla con mi marido Luis.",
            "Me mudé a Granada la semana pasada.",
            "Vivo con mi marido Luis.",
        ),
    ],
)
def test_a_move_leaves_the_family(tmp_path, said, later, stays):
    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        for text in (said, later):
            with memory.session() as session:
                session.on_turn_end(text, "Noted.")
        contents = [one.content for one in memory.entries().list()[0] if one.layer == "L1"]

    assert stays in contents
    assert not any("Leipzig" in one or "Sevilla" in one for one in contents)


@pytest.mark.parametrize(
    ("before", "after", "role"),
    [
        ("My girlfriend Dana is a vet.", "Dana and I broke up. I'm single now.", "girlfriend"),
        ("Mi novio Iker ama la montaña.", "Iker y yo lo hemos dejado.", "novio"),
        ("彼氏の蓮は登山が好きです。", "蓮とは別れました。", "彼氏"),
    ],
)
def test_who_somebody_was_is_not_said_of_them_when_that_ended(memory, clock, before, after, role):
    for text in (before, after):
        say(memory, text, clock=clock)
        clock.pass_days(1)

    assert known(memory)
    assert not any(role in text for text in known(memory))
