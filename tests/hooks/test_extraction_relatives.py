"""What is said of "she" or "him" behind a sentence about a relative is kept with who that is."""

from __future__ import annotations

import pytest

from tiermem import Memory, Turn
from tiermem.values import EntryFilter
from tiermem_hooks.extraction.extract import extract

SAID = [
    ("My wife is from Ghent. She works at Bosch. She's 40.", ["My wife works at Bosch.", "My wife is 40."]),
    ("My mum's 70th is on March 14, help me plan. She loves gardening.", ["My mum loves gardening."]),
    ("my brother lives in Rome, he's a chef", ["My brother is a chef."]),
    ("Our daughter Mia is 3. She's allergic to eggs.", ["Our daughter Mia is allergic to eggs."]),
    ("My dog is 12. He's diabetic.", ["My dog is diabetic."]),
    ("my son Ivo is 9. he's diabetic", ["My son Ivo is 9.", "My son Ivo is diabetic."]),
    ("My kids are in Leeds. They're vegan.", ["My kids are vegan."]),
    ("My manager is Alec. He reads all our release notes.", ["Alec reads all our release notes."]),
    ("My dog is called Rex. He's diabetic.", ["My dog Rex is diabetic."]),
    ("My landlord is called Mr. Orr and he lives upstairs.", ["My landlord Mr. Orr lives upstairs."]),
    ("Mein Chef heißt Dr. Koch. Er hasst Meetings.", ["Mein Chef Dr. Koch hasst Meetings."]),
    ("Mon patron s'appelle M. Roux. Il déteste l'avion.", ["Mon patron M. Roux déteste l'avion."]),
    ("my boss is called Dr. Reed, he's nice", ["My boss is called Dr. Reed."]),
    ("my dentist is called Mrs. Orr, she's from Leeds", ["My dentist Mrs. Orr is from Leeds."]),
    ("mein Chef heißt Dr. Aigner, er ist nett", ["Mein Chef heißt Dr. Aigner, er ist nett."]),
    ("mi jefe se llama Dr. Ruiz, es de Cádiz", ["Mi jefe se llama Dr. Ruiz, es de Cádiz."]),
    ("My wife is French. She works at Bosch.", ["My wife works at Bosch."]),
    ("Mein Mann ist Arzt. Er arbeitet im Klinikum Bonn.", ["Mein Mann ist Arzt."]),
    ("Nora is my boss. She hates long emails.", ["Nora hates long emails."]),
    ("Meine Schwester wohnt in Rom. Sie arbeitet als Köchin.", ["Meine Schwester arbeitet als Köchin."]),
    ("Ma sœur habite à Rome. Elle est cuisinière.", ["Ma sœur est cuisinière."]),
    ("我妹妹住在上海。她是医生。", ["我妹妹是医生。"]),
    ("Petra's husband is a vegan. She loves lamb.", ["Petra loves lamb."]),
    ("Dan's got a new job and he's moved to York.", ["Dan has moved to York."]),
    ("My sister Jo is in Leeds. She's veggie so bear that in mind", ["My sister Jo is veggie."]),
    ("she's veggie so bear that in mind for recipes", ["She's veggie so bear that in mind for recipes."]),
    ("We have a new neighbour. His name is Fergus.", ["Our new neighbour is called Fergus."]),
    (
        "I have a daughter. She's called Mia. She's 7.",
        ["My daughter is called Mia.", "My daughter Mia is 7."],
    ),
    ("my brother lives in Rome. his name is Karl", ["My brother is called Karl."]),
    ("My wife is a nurse. Her name's Nora.", ["My wife is called Nora."]),
    ("Mein Bruder wohnt in Rom. Sein Name ist Karl.", ["Mein Bruder heißt Karl."]),
    ("Mon frère habite à Rome. Son nom est Karl.", ["Mon frère s'appelle Karl."]),
    ("Mi hija vive en Funes. Su nombre es Paula.", ["Mi hija se llama Paula."]),
    ("Don can't have dairy. thats my husband.", ["Don can't have dairy.", "Don is my husband."]),
    ("Wir haben eine Tochter, Mia. Sie ist 7.", ["Unsere Tochter Mia ist 7."]),
    ("Don verträgt keine Milch. Das ist mein Mann.", ["Don ist mein Mann."]),
    ("J'ai une fille. Elle s'appelle Mia.", ["Ma fille s'appelle Mia."]),
    ("Lina est ma fille, elle a 7 ans", ["Lina est ma fille.", "Lina a 7 ans."]),
    ("Don no puede comer queso. Es mi marido.", ["Don es mi marido."]),
    ("Tengo una hija. Su nombre es Mia.", ["Mi hija se llama Mia."]),
    ("我有一个女儿。她叫小美。她七岁。", ["我的女儿叫小美。", "我的女儿小美七岁。"]),
    ("娘がいます。名前は花です。", ["娘の名前は花です。"]),
]
ASKED = [
    ("what should I cook for my girlfriend Ida, she's coeliac", ["My girlfriend Ida is coeliac."]),
    ("what can I give my dad, he's 70 and he loves trains?", ["My dad is 70.", "My dad loves trains."]),
    ("recommend a restaurant for my wife, she's vegan", ["My wife is vegan."]),
    ("any gift ideas for my sister, she's into pottery", ["My sister is into pottery."]),
    ("my sister Ida is vegan, write her a note", ["My sister Ida is vegan."]),
    ("what should I cook for Ida, she's coeliac?", ["Ida is coeliac."]),
    ("was schenke ich meiner Tante, sie wird 70", ["Meine Tante wird 70."]),
    ("was koche ich für meinen Bruder Jan, er hat Zöliakie?", ["Mein Bruder Jan hat Zöliakie."]),
    ("qu'est-ce que je cuisine pour mon beau-père, il est diabétique", ["Mon beau-père est diabétique."]),
    ("qué le cocino a mi madre, tiene alzheimer", ["Mi madre tiene alzheimer."]),
    ("qué le regalo a mi novio, él es celíaco", ["Mi novio es celíaco."]),
    ("给我女朋友做什么菜好，她对麸质过敏", ["我女朋友对麸质过敏。"]),
    (
        "looking for a gift for my grandson Tom, he's 6",
        ["My grandson Tom is 6."],
    ),
    ("a gift for my niece, she's 12", ["My niece is 12."]),
    (
        "I work with my brother Tom, he's a welder",
        ["I work with my brother Tom.", "My brother Tom is a welder."],
    ),
    ("Geschenkidee für meinen Opa, er ist 80", ["Mein Opa ist 80."]),
    ("un cadeau pour mon beau-père, il est diabétique", ["Mon beau-père est diabétique."]),
    ("un regalo para mi abuelo, tiene 80 años", ["Mi abuelo tiene 80 años."]),
    ("给我爸推荐个礼物，他喜欢钓鱼", ["我爸喜欢钓鱼。"]),
    ("I need a gift for my wife she's 40", ["My wife is 40."]),
    ("brauche einen Spruch für meine Tochter Mia sie wird 9", ["Meine Tochter Mia wird 9."]),
    ("il me faut une idée pour mon fils Hugo il a 9 ans", ["Mon fils Hugo a 9 ans."]),
    ("need a card text for my grandson Tyler", ["My grandson is called Tyler."]),
    ("can you ask my dad if he's coming", []),
    ("does my brother think he's funny", []),
    ("brauche einen Text für meinen Chef", []),
    ("what did my dad and my brother say, he is mad", []),
    ("what can I cook for my dad, he likes what?", []),
    ("is the shop open, he is waiting", []),
    ("Was schenke ich der Schwester meiner Frau, sie wird 40?", []),
    ("¿Qué cocino para la hermana de mi mujer, es celíaca?", []),
]
LATER = [
    ("My daughter Mia is 7", "Nice!", "she's allergic to bees", "My daughter Mia is allergic to bees."),
    ("My dog's called Max", "Nice!", "They moved the exam to the 10th", None),
    ("What can I cook for Ida?", "A risotto.", "She's coeliac.", "Ida is coeliac."),
    ("Mein Sohn Ben ist 12", "Schön.", "er hat Asthma", "Mein Sohn Ben hat Asthma."),
    ("Mon fils Hugo a 5 ans", "Super.", "il est asthmatique", "Mon fils Hugo est asthmatique."),
    ("我妹妹住在上海", "好的。", "她是医生", "我妹妹是医生。"),
    ("My wife hates trains", "And your sister?", "She loves trains.", None),
    ("My wife hates trains", "OK.", "He loves trains.", None),
    ("we've got a cat", "Nice!", "she's called Mishi", "Our cat is called Mishi."),
    ("we've got a cat flap", "OK.", "she's called Mishi", None),
    ("got a dog, Buster.", "OK.", "he's a beagle", "My dog Buster is a beagle."),
    ("got a dog, Buster.", "OK.", "he's a pain", None),
    ("on a un chien, Rex", "OK.", "il est un beagle", "Notre chien Rex est un beagle."),
    ("Don cant have dairy", "OK.", "thats my husband", "Don is my husband."),
    ("I got a dog bed", "OK.", "he's called Rex", None),
    ("wir haben eine Katze", "Schön.", "sie heißt Mimi", "Unsere Katze heißt Mimi."),
    ("ich hab nen Hund", "Schön.", "sein Name ist Rex", "Mein Hund heißt Rex."),
    ("ich hab eine Wohnung", "Schön.", "sie heißt Mimi", None),
    ("on a adopté un chat", "Super.", "il s'appelle Biscotte", "Notre chat s'appelle Biscotte."),
    ("j'ai une voiture", "Super.", "elle s'appelle Titine", None),
    ("Lina est malade", "Oh.", "c'est ma fille", "Lina est ma fille."),
    ("adoptamos una gata", "Vale.", "se llama Mishi", "Nuestra gata se llama Mishi."),
    ("mi hija vive en Funes", "Vale.", "se llama Paula", "Mi hija se llama Paula."),
    ("mi hija trabaja en una empresa nueva", "Vale.", "se llama Globant", None),
    ("我们养了一只猫", "好的。", "名字叫咪咪", "我们的猫叫咪咪。"),
    ("我妹妹买了一辆车", "好的。", "它叫小红", None),
    ("猫を飼っています", "いいですね。", "名前はミミです", "うちの猫の名前はミミです。"),
    ("旅行に行った", "いいですね。", "名前は忘れた", None),
]
BETWEEN = [
    ("my mum is poorly", "what can I cook for her?", "she's called Moira", "My mum is called Moira."),
    ("my mum is poorly", "she's in Leeds", "she's called Moira", "My mum is called Moira."),
    ("meine Mutter ist krank", "was kann ich ihr kochen?", "sie heißt Ilse", "Meine Mutter heißt Ilse."),
    ("mi madre está mala", "qué le puedo cocinar yo?", "se llama Ana", "Mi madre se llama Ana."),
    ("my dad lives in Rome", "how old is the pope?", "he's called Francis", None),
    ("my dad lives in Rome", "what do I give my brother?", "he's called Karl", "My brother is called Karl."),
    ("my mum is poorly", "what do I say to the nurse?", "she's called Ana", None),
    ("my mum is poorly", "I bought a boat", "she's called Marlin", None),
    ("my dad is poorly", "I met a man at the bus stop", "he's called Tom", None),
    ("mein Vater ist krank", "ich hab einen Mann getroffen", "er heißt Tom", None),
    ("ma mère est malade", "j'ai acheté un bateau", "elle s'appelle Marlin", None),
]
ALLERGIC = [
    (
        "ich wollt fragen ob du rezepte ohne nüsse hast, hannah ist dagegen allergisch",
        "Hannah ist gegen nüsse allergisch.",
    ),
    ("Hast du Rezepte ohne Nüsse? Hannah ist allergisch.", "Hannah ist allergisch gegen Nüsse."),
    ("do you have any recipes without nuts, Hannah's allergic", "Hannah's allergic to nuts."),
    ("any recipes without nuts? I'm allergic to them", "I'm allergic to nuts."),
    ("recommend a cake with no eggs, my daughter is allergic", "My daughter is allergic to eggs."),
    ("t'as des recettes sans noix ? Hannah est allergique", "Hannah est allergique aux noix."),
    ("tienes recetas sin nueces? mi hija es alérgica", "Mi hija es alérgica a nueces."),
    ("有没有不放花生的菜谱？我女儿过敏", "我女儿对花生过敏。"),
    ("ナッツ抜きのレシピある？娘はアレルギーがあります", "娘はナッツアレルギーがあります。"),
    ("A cake for ten, without eggs? My daughter is allergic.", "My daughter is allergic to eggs."),
    ("Any painkiller without ibuprofen? I'm allergic.", "I'm allergic to ibuprofen."),
    ("tienes recetas sin frutos secos? mi hija es alérgica", "Mi hija es alérgica a frutos secos."),
    (
        "t'as des recettes sans fruits à coque ? Hannah est allergique",
        "Hannah est allergique aux fruits à coque.",
    ),
    ("有没有不放鸡蛋的蛋糕？我女儿过敏", "我女儿对鸡蛋过敏。"),
    ("卵なしのケーキある？娘はアレルギーがあります。", "娘は卵アレルギーがあります。"),
    ("No worries, can you give me a recipe? My son Tom is allergic.", "My son Tom is allergic."),
    ("There's no milk left, any quick recipes? My wife is allergic.", "My wife is allergic."),
    ("Is there a flight without stopover? I'm allergic.", "I'm allergic."),
    ("How do I get through summer without meds? I'm allergic.", "I'm allergic."),
    ("Hast du ein Rezept ohne Aufwand? Meine Tochter ist allergisch.", "Meine Tochter ist allergisch."),
    ("Tienes recetas sin horno? Mi hija es alérgica.", "Mi hija es alérgica."),
    ("T'as des recettes sans problèmes ? Hannah est allergique.", "Hannah est allergique."),
    ("有没有不用烤箱的菜谱？我女儿过敏。", "我女儿过敏。"),
    ("火なしのレシピある？娘はアレルギーがあります。", "娘はアレルギーがあります。"),
    ("We cook without salt. Tom is allergic.", "Tom is allergic."),
    ("what's a good gift without plastic, I'm allergic to dust", "I'm allergic to dust."),
    ("Any recipes without nuts and without eggs? My son is allergic.", "My son is allergic."),
]
UNKNOWN = [
    "My brother and my sister live in Rome. She works at Bosch.",
    "My wife's brother lives in Rome. He works at Bosch.",
    "My brother met my boss. He works at Bosch.",
    "My brother lives in Rome. She works at Bosch.",
    "My doctor called Anna. She is 40.",
    "Nora baked a cake for my sister. She is 40.",
    "My wife's car broke down. She is leaking oil.",
    "Meine Mutter hat eine neue Wohnung. Sie ist 80 qm groß.",
    "Ma mère a une nouvelle voiture. Elle est rouge.",
    "我同事认识一个律师。他在北京。",
    "Mon frère habite à Rome. Il faut réserver le train.",
    "Dan's brother is a plumber as well but he's just retired.",
    "Ulla's husband is from Graz too, and he's a vegan.",
    "Karim's boss quit and he's going to Bosch.",
    "Karim works with my sister, she's a teacher",
    "My brother got a dog. He's called Rex.",
    "My brother had a baby. His name is Rex.",
    "My mum is pregnant with a girl. Her name will be Zoe.",
    "My sister is expecting a girl. Her name is Mia.",
    "My brother is dating someone. His name is Joe.",
    "My brother applied for the job. His name is on the list.",
    "My boss Kim called. Her name's mud now.",
    "Mein Bruder hat jemanden kennengelernt. Er heißt Joe.",
    "Meine Schwester bekommt ein Mädchen. Sie heißt Mia.",
    "Mein Bruder hat sich beworben. Sein Name ist auf der Liste.",
    "Mon frère a rencontré quelqu'un. Il s'appelle Joe.",
    "Mon frère a postulé. Son nom est sur la liste.",
    "Mi hijo tiene novia. Se llama Ana.",
    "Mi jefe tiene un problema. Su nombre es conocido.",
    "我姐姐生了宝宝。她叫米娅。",
    "妹に赤ちゃんが生まれました。名前は花です。",
    "I met a manager from Acme. She lives in York.",
    "I found a dog in the park. He's called Bo, and his owner picked him up.",
    "Ich hab einen Hund gefunden. Er heißt Bo.",
]


def learned(path, said):
    with Memory.open(store=path) as memory:
        with memory.session(user="ann") as session:
            session.on_prompt(said)
            session.on_turn_end(said, "Alright.")
        return [entry.content for entry in memory.entries("ann").list(EntryFilter(statuses=("active",)))[0]]


@pytest.mark.parametrize(("said", "wanted"), SAID, ids=lambda one: one[:30] if isinstance(one, str) else "")
def test_a_pronoun_is_the_relative_of_the_sentence_before(tmp_path, said, wanted):
    known = learned(tmp_path / "memory.db", said)

    assert [one for one in wanted if one not in known] == []


def test_what_is_said_of_a_person_behind_a_question_about_them_is_kept_with_who_that_is():
    found = [
        (
            said,
            [
                one.draft.content
                for one in extract([Turn(speaker="user", content=said, at="2026-03-02T09:00:00Z")])
            ],
        )
        for said, _ in ASKED
    ]

    assert found == ASKED


@pytest.mark.parametrize(("said", "reply", "behind", "wanted"), LATER)
def test_a_pronoun_that_opens_a_turn_is_the_person_of_the_turn_before(said, reply, behind, wanted):
    spoken = [("user", said), ("assistant", reply), ("user", behind)]
    turns = [Turn(speaker=who, content=what, at="2026-03-02T09:00:00Z") for who, what in spoken]
    found = [one.draft.content for one in extract(turns) if one.quote == behind]

    assert [one for one in found if not one.startswith(behind[:3])] == ([wanted] if wanted else [])


@pytest.mark.parametrize(("said", "wanted"), ALLERGIC)
def test_what_a_request_leaves_out_is_what_somebody_is_allergic_to(said, wanted):
    found = extract([Turn(speaker="user", content=said, at="2026-03-02T09:00:00Z")])

    assert [one.draft.content for one in found][-1:] == [wanted]


@pytest.mark.parametrize(("said", "between", "behind", "wanted"), BETWEEN)
def test_what_the_user_asks_for_themselves_in_between_leaves_the_person_of_a_pronoun(
    said, between, behind, wanted
):
    spoken = [one for what in (said, between, behind) for one in (("user", what), ("assistant", "OK."))]
    turns = [Turn(speaker=who, content=what, at="2026-03-02T09:00:00Z") for who, what in spoken]
    found = [one.draft.content for one in extract(turns) if one.quote == behind]

    assert [one for one in found if not one.startswith(behind[:3].capitalize())] == (
        [wanted] if wanted else []
    )


@pytest.mark.parametrize("said", UNKNOWN)
def test_a_pronoun_that_may_be_somebody_else_is_given_to_nobody(tmp_path, said):
    known = learned(tmp_path / "memory.db", said)
    persons = (
        "My brother works",
        "My sister works",
        "My wife works",
        "My boss works",
        "Mon frère faut",
        "My doctor is",
        "My wife is",
        "Meine Mutter ist",
        "Ma mère est",
        "我同事在",
        "Dan has",
        "Ulla is",
        "Karim is",
        "My brother is called",
        "My mum name",
        "My sister is called",
        "My boss Kim is",
        "Mein Bruder heißt",
        "Meine Schwester heißt",
        "Mon frère s'appelle",
        "Mi hijo se llama",
        "Mi jefe se llama",
        "我姐姐叫",
        "妹の名前",
        "My manager",
        "My dog",
        "Mein Hund",
    )

    assert known, "the first sentence is kept"
    assert [one for one in known if one.startswith(persons)] == []
