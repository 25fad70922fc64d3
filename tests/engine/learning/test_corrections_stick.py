"""Corrected and removed statements leave entries and profile at once, and nothing brings them back."""

from __future__ import annotations

import pytest
from tests.engine.opening import contents
from tests.stories import say

PROFILES = {"enabled": True, "interval_s": 86_400}
WRONG, RIGHT = "My manager is Bob.", "My manager is Alice."
DECIDED = "We decided to use Postgres for the billing service."


def entry_of(memory, content):
    (entry,) = [entry for entry in memory.entries().list()[0] if entry.content == content]
    return entry


def told(memory):
    """All words of the profile."""
    profile = memory.profile().current
    return (
        f"{profile.text} {profile.scaffold} {[line.text for line in profile.learned]} {dict(profile.marks)}"
    )


@pytest.fixture
def memory(open_memory):
    """A memory with the profile of three statements."""
    memory = open_memory(consolidation=PROFILES)
    say(memory, WRONG, DECIDED, "My wife Anna works at Siemens.")
    with memory.session() as session:
        session.observations.update_user_context({}, ["Reads mail at seven"])
    memory.maintenance.work()
    assert all(word in told(memory) for word in ("Bob", "Postgres", "Siemens", "seven"))
    return memory


def replayed(memory):
    """The old statements said again in a later session, and worked through."""
    say(memory, WRONG, DECIDED, "My wife Anna works at Siemens.")
    memory.observations().autonomous_cycle({"persistent_info_additions": ["Reads mail at seven"]})
    memory.maintenance.work()
    return told(memory)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (WRONG, "Bob"),
        (DECIDED, "Postgres"),
        ("My wife Anna works at Siemens.", "Siemens"),
        ("Reads mail at seven", "seven"),
    ],
)
@pytest.mark.parametrize("by", ["person", "agent"])
def test_what_is_removed_leaves_the_profile_at_once_and_does_not_come_back(memory, content, word, by):
    entry = entry_of(memory, content)
    entries = memory.entries() if by == "person" else memory.session().entries

    entries.remove(entry.id)

    assert word not in told(memory)
    assert word not in replayed(memory)
    assert memory.maintenance.doctor() == []


def test_a_correction_by_a_person_stands_where_the_wrong_statement_stood(memory):
    memory.entries().correct(entry_of(memory, WRONG).id, RIGHT)
    memory.entries().correct(
        entry_of(memory, DECIDED).id, "We decided to use SQLite for the billing service."
    )

    profile = memory.profile().current
    assert profile.scaffold["Work"] == {"manager": "Alice"}
    assert profile.text == "We decided to use SQLite for the billing service."
    after = replayed(memory)
    assert "Bob" not in after
    assert "Postgres" not in after
    assert "Alice" in after


def test_a_correction_in_conversation_takes_the_wrong_value_out_before_the_profile_is_made_again(memory):
    say(memory, "No, my manager is Alice, not Bob.")
    assert "Bob" not in told(memory)

    memory.maintenance.work()

    assert memory.profile().current.scaffold["Work"] == {"manager": "Alice"}
    assert "Bob" not in replayed(memory)


def test_an_entry_with_another_content_takes_its_old_one_along(memory):
    entries = memory.entries()
    entries.update(entry_of(memory, DECIDED).id, entries.draft("We decided to use SQLite for the billing."))

    assert memory.profile().current.text == "We decided to use SQLite for the billing."


def test_a_staged_correction_that_is_accepted_does_the_same(memory):
    wrong = entry_of(memory, WRONG)
    entries = memory.entries()
    entries.update(wrong.id, entries.draft("My manager is Bob!"))  # now a person wrote it
    say(memory, "No, my manager is Alice, not Bob.")
    memory.maintenance.work()
    ((staged, _, _),) = memory.entries().pending()
    assert "Bob" in told(memory)

    memory.entries().accept(staged.id)

    assert memory.profile().current.scaffold["Work"] == {"manager": "Alice"}
    assert "Bob" not in replayed(memory)


def test_what_was_corrected_before_it_was_in_the_profile_never_gets_there(open_memory):
    memory = open_memory(consolidation=PROFILES)
    say(memory, WRONG)
    memory.entries().correct(entry_of(memory, WRONG).id, RIGHT)

    memory.maintenance.work()

    assert "Bob" not in told(memory)
    assert "Bob" not in replayed(memory)


def test_what_is_erased_leaves_the_profile_with_its_marks(memory):
    memory.entries().erase(entry_of(memory, WRONG).id)

    assert "Bob" not in told(memory)
    assert "Work/manager" not in memory.profile().current.marks
    memory.maintenance.work()
    assert "Bob" not in told(memory)
    assert memory.maintenance.doctor() == []


def test_what_a_person_decided_is_not_overruled_by_the_autonomous_path(memory):
    for role in ("CTO", "CEO"):
        memory.observations().autonomous_cycle({"scaffold_updates": {"Role": role}})
    memory.maintenance.work()
    memory.profile().settle("Role", "value")

    for _ in range(2):
        memory.observations().autonomous_cycle({"scaffold_updates": {"Role": "CFO"}})
        memory.maintenance.work()

    assert memory.profile().current.scaffold["Role"] == "CTO"
    assert memory.profile().rivals() == []
    assert contents(memory.entries()) != []


def test_what_is_left_of_a_note_when_one_of_its_facts_ends_stays_the_agents(open_memory):
    memory = open_memory()
    with memory.session() as session:
        session.call_tool(
            "add_memory", {"content": "The user lives in Leeds and works at Shell.", "target": "user"}
        )

    say(memory, "I quit Shell.")

    left = entry_of(memory, "The user lives in Leeds.")
    assert (left.source, left.speaker, left.version) == ("agent", None, 2)


def test_what_changed_and_what_it_is_now_are_one_statement(tell):
    story = tell("My boss is Petra.", "my boss changed, it's Karl now")

    assert story.known == ["My boss changed, it's Karl now."]


def test_a_wrong_value_is_found_in_another_form_of_its_word(tell):
    assert tell("Ich bin Veganer.", "nicht vegan, vegetarisch").known == ["Nicht vegan, vegetarisch."]


def test_what_is_right_takes_the_place_of_what_is_wrong(tell):
    rows = [
        (
            "I work at the clinic in Stroud.",
            "actually it's the hospital, not the clinic",
            "the hospital in Stroud",
        ),
        ("My bedroom is 4 by 6 feet.", "metres, not feet, obviously", "4 by 6 metres"),
        (
            "Meine Frau hat am 3. Mai Geburtstag.",
            "ups, am 5. Mai, sonst gibt's Ärger",
            "am 5. Mai Geburtstag",
        ),
        (
            "Mi marido trabaja en una clínica en Elche.",
            "perdona, en el hospital, no en una clínica",
            "el hospital en",
        ),
        (
            "Je travaille à l'hôpital de Millau.",
            "en fait c'est la clinique, pas l'hôpital",
            "la clinique de Millau",
        ),
        ("取引先の担当は斎藤さんです。", "違う違う、斎藤じゃなくて佐伯さんね", "担当は佐伯さん"),
        ("I'm allergic to ibuprofen.", "saw the doctor, not ibuprofen, it's aspirin", "allergic to aspirin"),
        ("Ich bin gegen Nüsse allergisch.", "nicht Nüsse, es ist Soja", "gegen Soja allergisch"),
        (
            "Je suis allergique au lait.",
            "j'ai vu le médecin, pas le lait, c'est le soja",
            "allergique au soja",
        ),
        (
            "Ich bin gegen Nüsse allergisch.",
            "war beim Arzt, nicht Nüsse, es ist Soja",
            "gegen Soja allergisch",
        ),
        (
            "Mein Sohn ist gegen Milch allergisch.",
            "der Arzt sagt, nicht Milch, sondern Ei",
            "gegen Ei allergisch",
        ),
        ("I'm allergic to nuts.", "my doctor says, not nuts, it's soy", "allergic to soy"),
        ("Je suis allergique au lait.", "pas le lait, c'est l'œuf", "allergique à l'œuf"),
        ("Je suis allergique à l'œuf.", "pas l'œuf, c'est le lait", "allergique au lait"),
        ("Soy alérgica a las nueces.", "no son las nueces, es el polen", "alérgica al polen"),
        ("我对牛奶过敏。", "去看了医生，不是牛奶，是鸡蛋", "我对鸡蛋过敏"),
        ("Soy alérgica al polen.", "he ido al médico, no es polen, es moho", "alérgica al moho"),
        (
            "Mi suegra vive en Cádiz.",
            "mi suegra no vive en Cádiz, vive en Jerez, te lo dije mal",
            "suegra vive en Jerez",
        ),
        ("My boss is called Karen.", "correct it from Karen to Carina", "is called Carina"),
        ("My boss is called Karen.", "Karen -> Carina", "is called Carina"),
        ("My rent is 900 pounds.", "900 => 950, sorry", "is 950 pounds"),
        ("I play chess.", "you noted that I play chess and that's not true, I play go", "I play go"),
        ("Meine Tante wohnt in Köln.", "Köln war ein Tippfehler, es muss Bonn heißen", "wohnt in Bonn."),
        ("Meine Tante wohnt in Köln.", "ich sagte Köln, es ist aber Bonn", "wohnt in Bonn."),
        ("Meine Miete ist 900 Euro.", "ich sagte 900, aber im Vertrag steht 950", "ist 950 Euro"),
        ("Mein Termin ist am 3. Mai.", "ich habe vom 3. Mai gesagt, es ist der 5. Mai", "ist am 5. Mai"),
        (
            "Meine Chefin heißt Karen.",
            "ich hab dir was von Karen geschrieben, gemeint war Carina",
            "heißt Carina",
        ),
        ("Meine Chefin heißt Karen.", "Karen -> Carina", "heißt Carina"),
        ("Ma tante vit à Pau.", "non, pas Pau, Dax", "vit à Dax"),
        ("Ma tante vit à Pau.", "Pau -> Dax", "vit à Dax"),
        ("Je joue aux échecs.", "tu dis que je joue aux échecs mais c'est faux, je joue au go", "joue au go"),
        ("Mi tía vive en Cádiz.", "corrige Cádiz por Jerez", "vive en Jerez"),
        ("Mi tía vive en Cádiz.", "cuando escribí Cádiz quise decir Jerez", "vive en Jerez"),
        ("我姑姑住在南京。", "我把苏州说成了南京", "住在苏州"),
        ("我姐姐叫小丽。", "小丽 -> 小莉", "叫小莉"),
        ("叔母は神戸に住んでいます。", "神戸って言ったけど、大阪の間違いでした", "大阪に住んでいます"),
        ("叔母は神戸に住んでいます。", "神戸と伝えましたが、正しくは大阪です", "大阪に住んでいます"),
        ("叔母は神戸に住んでいます。", "神戸を大阪に訂正してください", "大阪に住んでいます"),
        ("叔母は神戸に住んでいます。", "大阪を神戸と間違えました", "大阪に住んでいます"),
        ("家賃は9万円です。", "9万円と言いましたが契約書では10万円でした", "家賃は10万円です"),
    ]
    wrong = {}
    for said, corrected, right in rows:
        kept = tell((said, corrected)).known
        if not any(right in one for one in kept) or any(said.rstrip(".。") in one for one in kept):
            wrong[corrected] = kept
    assert not wrong


def test_what_somebody_is_by_now_has_not_been_so_for_as_long_as_what_they_were(tell):
    rows = [
        ("I've been a teacher since 2011.", "I'm not a teacher anymore, I'm a social worker", "since"),
        (
            "My brother has been married to Eve for 20 years.",
            "he's not married to Eve any more, he's with Dot",
            "20",
        ),
        ("I've lived in Hull for ten years.", "I don't live in Hull any more, I'm in York", "ten"),
        ("Ich bin seit 2011 Lehrerin.", "ich bin keine Lehrerin mehr, sondern Coach", "2011"),
        ("我当老师十年了。", "我不是老师了，是律师", "十年"),
        ("I smoke about 10 a day.", "day 40 without a cigarette!!", "a day"),
        ("I drink 3 cups of coffee a day.", "20 days without coffee now", "cups"),
        ("Ich rauche 15 Zigaretten am Tag.", "seit 30 Tagen keine Zigarette mehr", "Tag."),
        ("Je fume 10 cigarettes par jour.", "30 jours sans cigarette !", "fume"),
        ("我每天抽20支烟。", "已经40天没抽烟了", "支"),
    ]
    wrong = {}
    for known, said, gone in rows:
        shown = tell(known, said).shown()
        if gone in shown:
            wrong[said] = shown
    assert not wrong
    assert tell(*rows[1][:2]).known[1:] == ["My brother's not married to Eve any more, he's with Dot."]


def test_what_is_counted_anew_takes_the_place_of_what_was_counted(tell):
    rows = [
        ("Ich hab zwei Brüder.", "falsch, ich hab einen Bruder und eine Schwester", "Schwester"),
        ("J'ai deux frères.", "c'est faux, j'ai un frère et une sœur", "sœur"),
        ("Tengo dos gatos.", "eso está mal, tengo un gato y un perro", "perro"),
        ("兄が二人います。", "違います、兄と姉が一人ずつです", "姉"),
        ("我有一个孩子。", "不对，我有两个孩子", "两个"),
        ("I have two children.", "your notes say two children but I've got three", "three children"),
        ("Ich habe zwei Kinder.", "in deinen Notizen stehen zwei Kinder, ich hab aber drei", "drei"),
    ]
    wrong = {}
    for known, said, right in rows:
        kept = tell(known, said).known
        if len(kept) != 1 or right not in kept[0]:
            wrong[said] = kept
    assert not wrong


def test_what_is_right_in_a_sentence_behind_a_denial_takes_the_place_of_what_is_denied(tell):
    rows = [
        ("I live in Leeds.", "I don't live in Leeds and never have. It's Bradford.", "I live in Bradford."),
        ("My son is allergic to bees.", "He's not allergic to bees. It's wasps.", "allergic to wasps."),
        ("I drive a Golf.", "I've never driven a Golf. It's a Polo.", "I drive a Polo."),
        ("Ich wohne in Köln.", "Ich wohne nicht in Köln. Es ist Bonn.", "Ich wohne in Bonn."),
        ("J'habite à Nantes.", "Je n'habite pas à Nantes. C'est Angers.", "J'habite à Angers."),
        (
            "Mon fils fait son stage à Nancy.",
            "mon fils n'est pas à Nancy, il est à Metz, j'avais confondu",
            "stage à Metz",
        ),
        ("Vivo en Burgos.", "No vivo en Burgos ni he vivido nunca. Es Soria.", "Vivo en Soria."),
        ("我住在南京。", "我不住南京，从来没住过。是扬州。", "我住在扬州。"),
        ("大阪に住んでいます。", "大阪には住んでいません。神戸です。", "神戸に住んでいます。"),
    ]
    wrong = {}
    for known, said, right in rows:
        kept = tell(known, said).known
        if known in kept or not any(right in one for one in kept):
            wrong[said] = kept
    assert not wrong


@pytest.mark.parametrize(
    ("said", "hint", "right"),
    [
        ("Our cat is named Mo.", "his name is Moe with an e", "Our cat is named Moe."),
        ("My teacher is called Katherine.", "Catherine with a C", "My teacher is called Catherine."),
        ("I live at 4 Mill Lane.", "it's Mills Lane, with an s", "I live at 4 Mills Lane."),
        ("Mein Chef heißt Maier.", "Mayer mit y", "Mein Chef heißt Mayer."),
        ("Mi hija se llama Elena.", "se llama Helena, con hache", "Mi hija se llama Helena."),
        ("我老板叫张伟。", "是章伟，立早章", "我老板叫章伟。"),
        ("我同事叫李建。", "是李健，健康的健", "我同事叫李健。"),
        ("娘の名前は裕子です。", "祐子です。しめすへんの方です", "娘の名前は祐子です。"),
    ],
)
def test_a_hint_at_the_spelling_puts_a_name_of_an_earlier_session_right(tell, said, hint, right):
    assert tell(said, hint).known == [right]


@pytest.mark.parametrize(
    ("known", "said", "right"),
    [
        ("I'm diabetic, type 1.", "small correction: it's type 2 diabetes", "I'm diabetic, type 2."),
        (
            "I take ibuprofen every day.",
            "I mean paracetamol, I always confuse them",
            "I take paracetamol every day.",
        ),
        ("I was born in Madrid.", "not Madrid. Murcia.", "I was born in Murcia."),
        ("Ich bin in Kiel geboren.", "nicht Kiel. Lübeck.", "Ich bin in Lübeck geboren."),
        ("I have a dog named Bo.", "where did you get Bo from? I don't have a dog", "I don't have a dog."),
    ],
)
def test_what_only_puts_right_leaves_one_statement(tell, known, said, right):
    assert tell((known, said)).known == [right]


def test_who_goes_without_something_is_still_allergic_to_it(tell):
    rows = [
        ("Soy alérgico a las nueces.", "No como nueces."),
        ("我对花生过敏。", "我不吃花生。"),
        ("ピーナッツアレルギーです。", "ピーナッツは食べません。"),
        ("I have type 1 diabetes.", "I don't have type 2 diabetes."),
    ]

    assert [known for known, said in rows if known not in tell(known, said).known] == []


@pytest.mark.parametrize(
    ("known", "denied", "left"),
    [
        ("I'm allergic to nuts and eggs.", "I'm not allergic to eggs.", "I'm allergic to nuts."),
        (
            "Ich bin gegen Nüsse und Eier allergisch.",
            "Ich bin nicht gegen Eier allergisch.",
            "Ich bin gegen Nüsse allergisch.",
        ),
        (
            "Je suis allergique aux noix et aux œufs.",
            "Je ne suis pas allergique aux œufs.",
            "Je suis allergique aux noix.",
        ),
        ("Tengo alergia al polen y a los gatos.", "No tengo alergia a los gatos.", "Tengo alergia al polen."),
        ("我对花生和鸡蛋过敏。", "我对鸡蛋不过敏。", "我对花生过敏。"),
    ],
)
def test_of_two_allergies_the_one_that_is_not_denied_is_left(tell, known, denied, left):
    known = tell(known, denied).known

    assert left in known


@pytest.mark.parametrize("correction", ["no, it's Lena, not Lina", "her name is Lena, not Lina"])
def test_a_name_is_put_right_in_all_that_is_known_of_a_person(tell, correction):
    known = tell("My sister's called Lina, she plays the cello.", correction).known

    assert sorted(known) == ["My sister Lena plays the cello.", "My sister's called Lena."]


@pytest.mark.parametrize(
    ("wish", "later", "holds"),
    [
        ("回答我时请用繁体字", "不用繁体了，用简体就行", "回答我时请用简体字。"),
        ("返事は関西弁でお願いします", "関西弁じゃなくて、標準語でいいよ", "返事は標準語でお願いします。"),
    ],
)
def test_what_says_that_something_will_do_is_no_part_of_it(tell, wish, later, holds):
    assert tell(wish, later).known == [holds]


@pytest.mark.parametrize(
    ("wish", "later", "holds"),
    [
        ("fais des réponses courtes stp", "tu peux refaire des réponses longues", False),
        (
            "donne-moi toujours une seule étape à la fois",
            "t'as plus besoin de faire une étape à la fois",
            False,
        ),
        ("fais toujours des réponses courtes", "tu peux refaire le plan", True),
    ],
)
def test_what_the_listener_may_do_again_is_no_question(tell, wish, later, holds):
    known = tell(wish, later).known

    assert any("ourtes" in one or "seule" in one for one in known) == holds


def test_a_correction_of_another_subject_leaves_what_is_known(tell):
    rows = [
        ("I'm allergic to nuts.", "my guest is allergic to milk, not nuts"),
        ("I live in Bergen.", "the header is wrong, it should say Oslo, not Bergen"),
        ("I work at Google.", "open it with Bing, not Google"),
        ("I'm 45.", "make him 50, not 45"),
        ("I'm a nurse.", "make the heroine a pilot instead of a nurse"),
        ("Ich wohne in Köln.", "die Handlung spielt in Bonn, nicht in Köln"),
        ("J'habite à Nantes.", "remplace Nantes par Rennes dans le texte"),
        ("Vivo en Sevilla.", "el cuento pasa en Cádiz, no en Sevilla"),
        ("我是医生。", "主角是律师，不是医生"),
        ("横浜に住んでいます。", "主人公は横浜じゃなくて神戸に住んでいます"),
        ("小説をWordで書いています。", "パスを間違えました"),
    ]
    wrong = {}
    for known, said in rows:
        kept = tell((known, said)).known
        if known not in kept:
            wrong[said] = kept
    assert not wrong


@pytest.mark.parametrize(
    "turns",
    [
        ("I have 2 dogs.", "suggest 6 names for my band", "sorry, 4"),
        ("We have a budget of 5000 euros.", "set the oven to 180?", "sorry 200"),
        ("J'ai 3 enfants.", "donne-moi 5 idées de menu", "plutôt 4"),
        ("El piso cuesta 145.000.", "haz una tabla", "a 25 años", "no, a 30"),
    ],
)
def test_another_value_for_a_task_is_no_correction_of_a_fact_and_is_not_kept(tell, turns):
    assert tell(turns).known == [turns[0]]


def test_a_change_is_kept_with_what_holds_now(open_memory):
    memory = open_memory()
    say(memory, "Ich fahre einen Golf.")
    say(memory, "Den Golf habe ich verkauft, jetzt hab ich einen Enyaq.")
    kept = " ".join(contents(memory.entries(), layers=("L0", "L1")))
    assert "Enyaq" in kept
    assert "Ich fahre einen Golf" not in kept


def test_a_correction_respells_names_and_no_word_that_only_looks_like_one_of_its_own(open_memory):
    memory = open_memory()
    kept = ["My cat is called Collection.", "My cactus is called Placebo.", "I study Dona Flor."]
    say(memory, *kept, "My tutor is Jonathon.")

    say(memory, "Correction: my tutor is called Jonathan, please note that down at last.")

    assert {*kept, "My tutor is Jonathan."} <= set(contents(memory.entries()))


@pytest.mark.parametrize(
    ("turns", "right", "wrong"),
    [
        (
            (
                ("We're pinned to Python 3.9 here. Can I use match?", "Not in 3.9; it came in 3.10."),
                ("hang on, just looked at the lockfile, it's 3.12 that we're pinned to", "Noted."),
            ),
            "3.12",
            "3.9",
        ),
        (
            (
                ("My daughter's allergic to cashews.", "Many jarred pestos contain cashews."),
                ("Sorry, I got that wrong, it's pistachios she's allergic to, cashews are fine", "Noted."),
            ),
            "pistachios",
            "allergic to cashews",
        ),
        ((("落款写张文静", "已署名:张文静。"), ("打错了,是张雯静", "好的。")), "张雯静", "张文静"),
        (
            (("sign it from Mrs Katherine Bryce", "Done."), ("argh its Catherine with a C. typo", "Sorry!")),
            "Catherine",
            "Katherine",
        ),
        (
            (("我们结婚纪念日是6月8号,送什么好", "可以送一条项链。"), ("哎呀记错了,9号才对", "好的。")),
            "6月9号",
            "6月8号",
        ),
    ],
)
def test_a_slip_is_corrected_in_the_users_own_words(tell, turns, right, wrong):
    kept = tell(turns).known
    assert any(right in one for one in kept), kept
    assert not any(wrong in one for one in kept), kept


@pytest.mark.parametrize(
    ("said", "repair", "right"),
    [
        ("We fly from Stansted on 9 May.", "oops, from Luton", "We fly from Luton on 9 May."),
        ("I live in Leeds.", "York*", "I live in York."),
        ("Mein Zug nach Kassel geht um 6:48.", "Korrektur: 6:58", "Mein Zug nach Kassel geht um 6:58."),
        ("Ma soutenance est salle 207.", "pardon, salle 270", "Ma soutenance est salle 270."),
        ("Mi tren a Zamora sale a las 7:40.", "corrección: 7:04", "Mi tren a Zamora sale a las 7:04."),
        ("我在采购部上班。", "*销售部", "我在销售部上班。"),
        ("看護師になって9年です。", "正確には10年だった", "看護師になって10年です。"),
    ],
)
def test_a_fragment_that_puts_the_last_turn_right_changes_its_statement_alone(tell, said, repair, right):
    assert tell((said, repair)).known == [right]


@pytest.mark.parametrize("fragment", ["oops, from Luton", "oops, Luton"])
@pytest.mark.parametrize("last", ["My dentist is Marta Oller.", "My colleague Anita collects us."])
def test_a_fragment_with_a_place_puts_the_statement_about_a_place_right(tell, fragment, last):
    story = tell(("We fly from Stansted on 9 May.", last, fragment))

    assert story.known == sorted([last, "We fly from Luton on 9 May."])


@pytest.mark.parametrize(
    ("said", "later", "right"),
    [
        (
            "Leo's birthday is on 5 May.",
            "I gave you the wrong day for Leo's birthday, it's 3 May",
            "Leo's birthday is on 3 May.",
        ),
        ("My boss is called Carrigan.", "I misspelled my boss's name. It's Kerrigan.", "Kerrigan"),
        (
            "We use Docker at work.",
            "when I said Docker the other day I meant Podman",
            "We use Podman at work.",
        ),
        ("Our cat is called Misty.", "our cat's called Minty btw, not Misty", "Our cat is called Minty."),
        ("Unser Hund heißt Arko.", "unser Hund heißt übrigens Aiko, nicht Arko", "Unser Hund heißt Aiko."),
        (
            "うちの犬の名前はモモです。",
            "ちなみに犬の名前はモカで、モモじゃないよ",
            "うちの犬の名前はモカです。",
        ),
        ("I take 40mg of it.", "60mg sorry", "I take 60mg of it."),
        ("My viva is on 3 March.", "no the 4th", "My viva is on 4th March."),
        (
            "My son is allergic to figs.",
            "I said figs, but the test says it's dates",
            "My son is allergic to dates.",
        ),
        (
            "My mum lives in Deal.",
            "I told you my mum's in Deal but she lives in Hythe",
            "My mum lives in Hythe.",
        ),
        ("Ma tante vit à Pau.", "j'ai dit que ma tante vit à Pau mais elle vit à Dax", "Ma tante vit à Dax."),
        ("Our vet is called Geoffrey.", "turns out he spells it Jeffrey", "Our vet is called Jeffrey."),
        ("Toco el oboe.", "Tienes apuntado que toco la tuba y no es así, toco el oboe.", "Toco el oboe."),
        ("我的新同事叫陈晓雯。", "上次把我同事的名字打错了，她叫陈晓文", "我的新同事叫陈晓文。"),
        ("新しい同僚は斉藤真由さんです。", "この前同僚の名字を間違えて書いてました。斎木さんです。", "斎木"),
    ],
)
def test_who_looks_back_at_a_slip_puts_it_right(tell, said, later, right):
    assert right in tell(said, later).known[0]


def test_what_the_listener_is_said_to_say_puts_nothing_in_its_place(tell):
    story = tell("I have two kids, Arlo and Wren.", "you keep saying three. I have two children.")

    assert not any("three" in one for one in story.known)


def test_a_wish_of_what_the_listener_says_or_writes_is_no_claim(tell):
    story = tell(("从现在起，你写给我的代码注释全用英文", "From now on you call me Jo please."))

    assert story.known == ["You call me Jo.", "你写给我的代码注释全用英文。"]


@pytest.mark.parametrize(
    ("said", "learned"),
    [
        ("we don't live in Bonn, we live in Brühl", "We live in Brühl."),
        ("I told you my sister is in Leeds but she's in Hull", "My sister is in Hull."),
        ("ich hab gesagt, dass meine Oma in Jena wohnt, aber sie wohnt in Gera", "Meine Oma wohnt in Gera."),
    ],
)
def test_what_is_put_right_is_learned_where_nothing_was_known(tell, said, learned):
    assert learned in tell(said).known


def test_that_something_was_said_is_no_fact(tell):
    assert tell("j'ai dit 820, je voulais dire 850").known == []


def test_a_number_in_a_request_repairs_nothing_that_is_known(tell):
    story = tell("Our holiday lasts 10 days.", ("plan a 3 day trip to Rome", "no, 5 days"))

    assert "Our holiday lasts 10 days." in story.known


def test_a_fragment_of_another_session_changes_nothing(tell):
    story = tell("We fly from Stansted on 9 May.", ("Write a poem about the sea.", "oops, from the moon"))

    assert "We fly from Stansted on 9 May." in story.known


def test_what_the_user_says_instead_of_an_unconfirmed_note_is_not_held_back(open_memory):
    memory = open_memory()
    with memory.session() as session:
        session.call_tool("add_memory", {"content": "User's phone number: 0151 234 567.", "target": "user"})
    (note,) = memory.entries().list()[0]
    assert "recalled only" in note.tags

    say(memory, "My number changed, it's 0160 998 877 now.")

    (entry,) = [one for one in memory.entries().list()[0] if "0160 998 877" in one.content]
    assert entry.supersedes == note.id
    assert "recalled only" not in entry.tags


@pytest.mark.parametrize(
    ("message", "right"),
    [
        ("My daughter turns 8 on Friday. Wait, no, Saturday.", "My daughter turns 8 on Saturday."),
        (
            "my dentist appointment is on June 12th. wait, no, the 21st",
            "My dentist appointment is on June 21st.",
        ),
    ],
)
def test_a_value_is_put_right_in_the_message_that_gave_it(tell, message, right):
    assert tell(message).known == [right]


@pytest.mark.parametrize(
    ("said", "here"),
    [
        ("any good bakeries in Perth? we've been living here since spring", "living in Perth"),
        ("kennst du Bäcker in Erfurt? Wir wohnen jetzt hier", "in Erfurt"),
        ("une boulangerie à Vannes ? on habite ici depuis mai", "habite à Vannes"),
        ("alguna panadería en Teruel? vivimos aquí desde mayo", "Vivimos en Teruel"),
        ("芜湖有什么好吃的早点？我们刚搬过来住", "搬到芜湖"),
        ("函館で美味しいパン屋は？ここに引っ越しました", "函館に引っ越し"),
    ],
)
def test_here_is_the_place_that_the_sentence_before_asks_about(tell, said, here):
    assert any(here in one for one in tell(said).known)


@pytest.mark.parametrize(
    ("note", "said", "later", "asked"),
    [
        ("用户在西门子工作。", "我在西门子工作", "我这周入职博世了。", "我在哪里工作"),
        (
            "User works as a nurse.",
            "i work as a nurse at the county",
            "I quit nursing, I'm a baker now",
            "nurse",
        ),
    ],
)
def test_what_a_note_told_is_recalled_no_more_when_it_is_overtaken(open_memory, note, said, later, asked):
    memory = open_memory()
    with memory.session() as session:
        session.call_tool("add_memory", {"content": note, "target": "user"})
        session.on_turn_end(said, "OK.")
    say(memory, later)

    with memory.session() as session:
        shown = session.on_prompt(asked)

    assert f"] {said}" not in shown


@pytest.mark.parametrize(
    ("said", "following"),
    [
        ("We meet on Tuesdays at 6.", "Thanks, see you Tuesday"),
        ("I work in sales.", "sorry, lunch break over"),
        ("Je travaille chez Orange.", "désolé, je dois y aller"),
        ("My name is Anna.", "Hannah is my sister"),
        ("We deploy on Tuesdays.", "and standup is on Thursdays"),
        ("I run 5 km on Mondays.", "10 km on Sundays"),
        ("My rent is 900.", "bills are 150"),
        ("I have two kids.", "sorry for the delay"),
    ],
)
def test_what_follows_a_statement_is_seldom_meant_to_repair_it(tell, said, following):
    assert said in tell((said, following)).known


@pytest.mark.parametrize(
    ("said", "repair", "right"),
    [
        ("I do night shifts on Tuesdays.", "no sorry. Thursdays", "I do night shifts on Thursdays."),
        ("We've got 24 hens.", "it's 42 lol", "We've got 42 hens."),
        ("Anna is allergic to cats.", "it's Hannah, with an H at both ends", "Hannah is allergic to cats."),
        ("Ma soeur s'appelle Sofie.", "Sophie avec ph", "Ma soeur s'appelle Sophie."),
        ("El cumple es el 8 de abril.", "el 18!! no el 8", "El cumple es el 18 de abril."),
        ("My niece is called Lea.", "you spell it Leah", "My niece is called Leah."),
        ("Meine Nichte heißt Mia.", "man schreibt sie Mya", "Meine Nichte heißt Mya."),
        ("娘の名前は真由です。", "漢字は真優でした", "娘の名前は真優です。"),
        ("我妹妹叫林小雨。", "是林晓雨，春晓的晓", "我妹妹叫林晓雨。"),
        (
            "My niece Zoe turns 5 on Friday.",
            "sorry my head, she turns 6 not 5",
            "My niece Zoe turns 6 on Friday.",
        ),
        ("We meet at the Swan.", "the Swan?? I meant the Crown. rest is fine", "We meet at the Crown."),
        (
            "Meine Eltern wohnen in Husum.",
            "ach ich dussel, die sind in Heide",
            "Meine Eltern wohnen in Heide.",
        ),
    ],
)
def test_a_bare_value_or_a_hint_at_the_spelling_puts_the_turn_before_right(tell, said, repair, right):
    known = tell((said, repair)).known

    assert right in known
    assert said not in known


def test_a_number_of_another_thing_or_the_news_of_another_person_changes_no_fact(tell):
    phone = tell("My phone is an iPhone 12.", "Swapped it for a Pixel 9.").known
    assert "My phone is an iPhone 9." not in phone
    rows = [
        ("我用的手机是华为P40。", "换了小米15。", "小米15"),
        ("我用的相机是佳能R6。", "相机换成索尼A7了。", "索尼A7"),
        ("スマホはiPhone 12です。", "Pixel 9に買い替えました。", "Pixel 9"),
        ("車はマツダ3です。", "先月プリウス5に乗り換えました。", "プリウス5"),
        ("パソコンはThinkPad X1です。", "Surface 7に買い替えました。", "Surface 7"),
        ("毎朝6時に起きます。", "昨日は10時に会議でした。", "6時に起きます"),
        ("毎朝6時に起きます。", "昨日は10時に寝ました。", "6時に起きます"),
    ]
    for known, said, right in rows:
        every = tell(known, said).known
        assert [one for one in every if right in one]
        assert not [one for one in every if one[:4] == known[:4] and one[:-1] != known[:-1]]
    home = tell(
        "I live in Alfama, Lisbon.", "I went hiking with my sister Elin last week. She moved to Porto in May."
    )
    assert "I live in Alfama, Lisbon." in home.known
    assert tell("我住在3号楼。", "不对，是5号楼").known == ["我住在5号楼。"]


OTHER_MATTERS = (
    ("家賃は8万円です。", "訂正、予算は9万円です。"),
    ("体重は70キロです。", "訂正、身長は175です。"),
    ("飛行機は7時20分です。", "間違えた、会議は8時です。"),
    ("5階に住んでいます。", "訂正、事務所は6階です。"),
    ("面接は3月5日です。", "訂正、歯医者は3月6日です。"),
    ("房租每月780元。", "不对，会员费是900元。"),
    ("房租每月780元。", "不对，会员费900元。"),
    ("我住在5楼。", "说错了，办公室在6楼。"),
    ("面试是3月5号。", "说错了，牙医是3月6号。"),
)
SAME_MATTERS = (
    ("家賃は8万円です。", "訂正、家賃は9万円です。", "家賃は9万円です。"),
    ("面接は3月5日です。", "訂正、3月6日です。", "面接は3月6日です。"),
    ("我的门牌号是12号。", "说错了，门牌号是15号。", "我的门牌号是15号。"),
    ("面试是3月5号。", "不对，大概3月6号。", "面试是3月6号。"),
)


@pytest.mark.parametrize(("known", "said"), OTHER_MATTERS)
def test_a_corrected_number_goes_into_no_other_matter(tell, known, said):
    assert known in tell(known, said).known


@pytest.mark.parametrize(("known", "said", "right"), SAME_MATTERS)
def test_a_corrected_number_goes_into_the_matter_that_it_is_of(tell, known, said, right):
    assert tell((known, said)).known == [right]


def test_what_others_no_longer_sell_is_still_used(tell):
    rows = [
        ("I take warfarin.", "The pharmacy stopped selling warfarin near me, annoying"),
        ("Ich nehme Marcumar.", "Die Apotheke verkauft kein Marcumar mehr"),
        ("Je prends du Préviscan.", "La pharmacie ne vend plus de Préviscan"),
        ("Tomo Sintrom.", "La farmacia dejó de vender Sintrom"),
    ]
    assert [fact for fact, news in rows if fact not in tell(fact, news).known] == []
