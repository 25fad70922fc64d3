"""A later statement keeps what it does not change of an earlier one: the day of a flight when its time moves."""

from __future__ import annotations

import pytest

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.endings import likely_overtaken
from tiermem.engine.comparison.statement import Statement
from tiermem.engine.reading.lasting import apart
from tiermem.engine.statements.amendments.moves import moves_named
from tiermem.engine.statements.parts import with_value, without_part

REMAINS = [
    (
        "My flight to Oslo is on 12 December at 7:40.",
        "They moved the flight to 9:15.",
        "My flight to Oslo is on 12 December",
    ),
    ("The dentist is on Tuesday at 3 pm.", "The dentist moved me to 4:30 pm.", "The dentist is on Tuesday"),
    (
        "Der Zahnarzttermin ist am Dienstag um 15 Uhr.",
        "Der Zahnarzttermin ist jetzt um 16 Uhr.",
        "Der Zahnarzttermin ist am Dienstag",
    ),
    (
        "Mon rendez-vous chez le dentiste est mardi à 15h.",
        "Le rendez-vous chez le dentiste est décalé à 16h.",
        "Mon rendez-vous chez le dentiste est mardi",
    ),
    (
        "Mi cita con el dentista es el martes a las 15:00.",
        "La cita con el dentista pasa a las 16:30.",
        "Mi cita con el dentista es el martes",
    ),
    (
        "Soy enfermera en el hospital La Paz, turno de noche.",
        "Me han pasado al turno de mañana.",
        "Soy enfermera en el hospital La Paz",
    ),
    ("I live in Leeds, flat 3B.", "We moved to flat 5.", "I live in Leeds"),
    (
        "We have a daughter, Nell, who plays the harp.",
        "Nell gave up the harp, she plays the drums now.",
        "We have a daughter, Nell",
    ),
]
GOES = [
    ("I'm a nurse at St Mary's, night shift.", "I left St Mary's, I work at a school now."),
    ("I live in Leeds, flat 3B.", "I moved to York."),
    ("We have a dog, Rex.", "Rex died last month."),
    ("The meeting is on Tuesday at 3pm.", "The meeting moved to Wednesday."),
    ("Our wedding is on 12 June at 2pm.", "The wedding is now on 19 June at 3pm."),
    ("My yoga class is on Fridays at 18:00.", "I quit yoga."),
]
PARTS = [
    ("I use kitty and fish on Gentoo.", "Switched from Gentoo to Debian.", "I use kitty and fish"),
    ("We use Trello and Miro at work.", "We moved from Trello to Asana.", "We use Miro at work"),
    (
        "I play cello and viola in the Elm Quartet.",
        "I've swapped the viola for bass.",
        "I play cello in the Elm Quartet",
    ),
    ("My son Amir plays chess and rugby.", "Amir quit rugby.", "My son Amir plays chess"),
    ("I have a cat called Pip and a dog called Oats.", "Oats died last week.", "I have a cat called Pip"),
    ("Ich lerne Dänisch und Harfe.", "Mit der Harfe habe ich aufgehört.", "Ich lerne Dänisch"),
    ("Je fais du yoga et de la danse à Metz.", "J'ai arrêté le yoga.", "Je fais de la danse à Metz"),
    ("Juego al tenis y al ajedrez.", "He dejado el tenis.", "Juego al ajedrez"),
    ("我喜欢喝茶和喝咖啡。", "我不喝咖啡了。", "我喜欢喝茶"),
    ("我养了两只猫和一只狗。", "狗死了。", "我养了两只猫"),
    ("我养了两只猫和一只狗。", "猫都死了。", "我养了一只狗"),
    ("ピアノとギターを習っています。", "ギターはやめました。", "ピアノを習っています"),
    ("ピアノとギターを習っています。", "ピアノはやめました。", "ギターを習っています"),
    ("We have two cats, Ash and Elm.", "Elm died in May.", ""),
    ("I work at a bakery.", "I left the bakery.", ""),
    ("User runs a wool shop and uses an Epos till.", "We use a Zettle at the wool shop now.", ""),
    ("はい、もちろん、私はベジタリアンです。", "はいはい、うちには猫が三匹います。", ""),
]
VALUES = [
    (
        "tengo cita con el dentista el 15 de abril a las 10",
        "la cita del dentista se ha movido al 17 a las 12",
        "tengo cita con el dentista el 17 de abril a las 12",
    ),
    ("Zahnarzt am 15. April um 10", "der Zahnarzt ist jetzt am 17. um 12", "Zahnarzt am 17. April um 12"),
    (
        "j'ai dentiste le 15 avril à 10h",
        "le dentiste est décalé au 17 à 12h",
        "j'ai dentiste le 17 avril à 12h",
    ),
    (
        "My flight to Oslo is on the 7th of May",
        "They moved my flight to the 9th.",
        "My flight to Oslo is on the 9th of May",
    ),
    (
        "Die Hochzeit von Jana ist am 12. Juni",
        "Die Hochzeit ist jetzt am 19. Juni.",
        "Die Hochzeit von Jana ist am 19. Juni",
    ),
    ("我女儿3月8号做手术", "手术推迟到3月20号了。", "我女儿3月20号做手术"),
    (
        "My dentist is Dr Amara Singh",
        "Her first name is Amrita, not Amara.",
        "My dentist is Dr Amrita Singh",
    ),
    ("My dentist is Dr Amara Singh", "Her dog is Tom, not Amara.", ""),
    ("The talk is on 12 March", "The talk is on 14 March now.", ""),
]
ATTRIBUTES = [
    ("My daughter Isla has type 1 diabetes.", "Isla moved to Glasgow for uni."),
    ("Mi hija Sara es alérgica al huevo.", "Sara se ha ido a vivir a Vigo."),
    ("My partner Gwen is a potter.", "Gwen and I got married on Saturday."),
    ("Mein Freund Emre ist Zahnarzt.", "Emre und ich haben geheiratet."),
    ("My dad Ron has Parkinson's.", "Dad moved in with us."),
    ("夫は消防士です。", "夫の転勤で旭川に引っ越しました。"),
]


@pytest.mark.parametrize(("old", "new", "left"), PARTS)
def test_of_two_things_in_a_statement_the_one_that_did_not_end_stays(old, new, left):
    assert without_part(old, new) == left


@pytest.mark.parametrize(("old", "new", "right"), VALUES)
def test_a_value_goes_into_the_statement_that_says_what_it_is_of(old, new, right):
    assert with_value(old, new) == right


@pytest.mark.parametrize(("old", "new"), ATTRIBUTES)
def test_news_of_a_person_ends_nothing_else_that_is_known_of_them(old, new):
    assert compare(Statement(old), Statement(new)).relation == "unrelated"
    assert not likely_overtaken([old], new)


@pytest.mark.parametrize(("old", "new", "left"), REMAINS)
def test_what_a_later_statement_leaves_of_an_earlier_one_stays(old, new, left):
    found = compare(Statement(old), Statement(new))

    assert (found.relation, found.rest) == ("updates", left)


@pytest.mark.parametrize(("old", "new"), GOES)
def test_nothing_stays_of_a_statement_that_ends_as_a_whole(old, new):
    found = compare(Statement(old), Statement(new))

    assert (found.relation, found.rest) == ("updates", "")


def test_the_day_of_a_flight_is_known_after_its_time_moved(tell):
    told = (
        "my flight to Oslo is on 12 December at 7:40",
        "they moved the flight to 9:15",
        "they moved the flight again, to 10:05",
    )

    known = tell(*told, prompted=True).known

    assert "My flight to Oslo is on 12 December. They moved the flight again, to 10:05." in known
    assert not any("9:15" in content or "7:40" in content for content in known)


LASTS = [
    ("I'm a nurse at St Mary's.", "I got promoted to manager at the Royal.", ()),
    ("I'm a nurse at St Mary's.", "I got promoted to ward manager.", ("I work at St Mary's",)),
    (
        "I live in Leeds and work as a nurse at St Mary's.",
        "I got promoted to ward manager.",
        ("I live in Leeds", "I work at St Mary's"),
    ),
    (
        "Ich bin Pfleger im Klinikum Süd.",
        "Ich wurde zum Stationsleiter befördert.",
        ("Ich arbeite im Klinikum Süd",),
    ),
    ("Je suis infirmière à l'hôpital Nord.", "J'ai été promue cadre.", ("Je travaille à l'hôpital Nord",)),
    (
        "Vivo en Valencia y curro de enfermera en el hospital La Fe.",
        "Me han ascendido a supervisora de enfermería.",
        ("Vivo en Valencia", "trabajo en el hospital La Fe"),
    ),
    ("我在华为做工程师。", "我升职了，现在是项目经理。", ("我在华为工作",)),
    ("トヨタでエンジニアとして働いています。", "課長に昇進しました。", ("トヨタで働いています。",)),
    (
        "I take sertraline for depression.",
        "I'm on fluoxetine now instead of sertraline.",
        ("I have been treated for depression",),
    ),
    (
        "The user takes lithium for bipolar disorder.",
        "I'm off lithium, my doctor put me on lamotrigine.",
        ("The user has been treated for bipolar disorder",),
    ),
    (
        "Ich nehme Ramipril gegen Bluthochdruck.",
        "Der Arzt hat mir jetzt Candesartan statt Ramipril verschrieben.",
        ("ich wurde gegen Bluthochdruck behandelt",),
    ),
    (
        "Je prends de la ventoline pour mon asthme.",
        "J'ai arrêté la ventoline, je prends du Symbicort.",
        ("j'ai eu un traitement pour mon asthme",),
    ),
    (
        "Tomo enalapril para la tensión alta.",
        "Ya no tomo enalapril, tomo losartán.",
        ("he tenido tratamiento para la tensión alta",),
    ),
    (
        "I take metformin for my diabetes.",
        "I was taken off metformin.",
        ("I have been treated for my diabetes",),
    ),
    ("我吃二甲双胍治糖尿病。", "我不吃二甲双胍了，改打胰岛素。", ("我在治糖尿病",)),
    ("高血圧でアムロジピンを飲んでいます。", "アムロジピンをやめました。", ("高血圧です",)),
    (
        "The user lives in Oslo with two cats and a dog.",
        "I moved to Bergen.",
        ("The user lives with two cats and a dog",),
    ),
    (
        "Der Nutzer wohnt in Kiel mit seiner Frau Ute.",
        "Wir sind nach Flensburg gezogen.",
        ("Der Nutzer wohnt mit seiner Frau Ute",),
    ),
    (
        "The user is a vegan nurse from Cork living in Leeds.",
        "I'm not vegan any more.",
        ("The user is a nurse from Cork living in Leeds",),
    ),
    ("The user plays bass in a band called Low Tide.", "I left Low Tide.", ("The user plays bass",)),
    (
        "Je suis Nadia, 34 ans, vendeuse à Pau.",
        "Je ne suis plus vendeuse, je suis cheffe de rayon.",
        ("Je suis Nadia", "j'ai 34 ans"),
    ),
    (
        "Soy Vera, celíaca, camarera en Lugo.",
        "Ya no soy camarera, soy florista.",
        ("Soy Vera", "Soy celíaca"),
    ),
    ("美容師をしている真奈美です。", "美容師を辞めました。", ("真奈美です",)),
    (
        "My thesis is on soil fungi, supervisor is Dr Orr.",
        "I've switched supervisors, it's Prof Lind now.",
        ("My thesis is on soil fungi",),
    ),
]
STAYS_WHOLE = [
    ("I'm a nurse with type 1 diabetes.", "I got promoted."),
    ("I'm a patient at Dr Fox.", "I got promoted."),
    ("I'm a member at the gym.", "I got promoted."),
    ("Ich bin Patientin bei Dr. Fox.", "Ich wurde befördert."),
    ("Ich bin Krankenpfleger bei Shell.", "Das Paket wurde befördert."),
    ("我在华为做工程师。", "气温升为30度。"),
    ("The user is a diabetic teacher from Bath.", "I'm not a teacher any more."),
    ("I eat gluten-free bread from Aldi.", "I buy bread from Lidl now."),
]
ENDS_WHOLE = [
    ("I'm vegan.", "I eat meat again."),
    ("I take insulin four times a day.", "I'm off insulin now."),
    ("I'm coeliac, so no wheat.", "I'm not coeliac any more."),
    ("My dog Rex is diabetic.", "Rex died on Monday."),
]
APART = [
    ("I use glasses for reading.", ("I use glasses for reading",)),
    ("I take my dad to the clinic for his diabetes.", ("I take my dad to the clinic for his diabetes",)),
    ("I take the bus for work.", ("I take the bus for work",)),
    ("I'm Paul, 52, a taxi driver in Leeds.", ("I'm Paul", "I'm 52", "I'm a taxi driver in Leeds")),
    ("I am 52 and a taxi driver.", ("I am 52", "I am a taxi driver")),
    ("Ich bin Lehrerin, 34.", ("Ich bin Lehrerin", "Ich bin 34")),
    ("I'm a bus driver, 52, divorced.", ("I'm a bus driver", "I'm 52", "I'm divorced")),
    ("I'm a nurse, 34, with a bad back.", ("I'm a nurse", "I'm 34, with a bad back")),
    (
        "Je suis infirmière, 34 ans, végétarienne.",
        ("Je suis infirmière", "j'ai 34 ans", "Je suis végétarienne"),
    ),
    ("Soy enfermera, 34 años.", ("Soy enfermera", "tengo 34 años")),
    ("I'm a nurse, on nights, 3 kids.", ("I'm a nurse, on nights, 3 kids",)),
    ("I take the 7:12 train with my colleague Kai.", ("I take the 7:12 train with my colleague Kai",)),
]


@pytest.mark.parametrize(("earlier", "later", "left"), LASTS)
def test_what_lasts_is_kept_as_a_statement_of_its_own(earlier, later, left):
    found = compare(Statement(earlier), Statement(later))

    assert (found.relation, found.kept) == ("updates", left)


def test_a_statement_of_an_illness_that_cannot_be_taken_apart_stays():
    assert [row for row in STAYS_WHOLE if compare(*map(Statement, row)).relation == "updates"] == []


def test_a_change_of_the_illness_itself_ends_it():
    assert [row for row in ENDS_WHOLE if compare(*map(Statement, row)).relation != "updates"] == []


@pytest.mark.parametrize(("said", "every"), APART)
def test_what_somebody_says_of_themselves_is_taken_apart_where_that_is_sure(said, every):
    assert apart(said).every == every


@pytest.mark.parametrize(
    ("earlier", "later", "left"),
    [
        (
            "meine frau heißt Svenja, sie ist lehrerin",
            "Svenja hat einen neuen job, sie arbeitet jetzt bei der Stadt",
            "Meine frau heißt Svenja.",
        ),
        (
            "ma femme s'appelle Léa, elle est prof",
            "Léa a un nouveau boulot, elle travaille à la mairie maintenant",
            "Ma femme s'appelle Léa.",
        ),
    ],
)
def test_who_is_whose_stays_of_what_is_likely_overtaken(tell, earlier, later, left):
    assert left in tell(earlier, later).shown()[0]


def test_the_name_is_kept_of_an_introduction_that_is_likely_overtaken(tell):
    known = tell("I'm Paul, a taxi driver in Leeds", "I've retired, sold the cab", prompted=True).known

    assert "I'm Paul." in known


SAME = (
    (
        "The wedding is on 6 June in the botanical garden.",
        "Wedding moved to the 20th of June, same place.",
        "The wedding is on 20th of June in the botanical garden.",
    ),
    (
        "My flight to Rome is on 3 December at 7.",
        "The flight got moved to the 5th, same time.",
        "My flight to Rome is on 5th December at 7.",
    ),
    (
        "Die Hochzeit ist am 6. Juni im Botanischen Garten.",
        "Die Hochzeit wurde auf den 20. Juni verschoben, gleicher Ort.",
        "Die Hochzeit ist am 20. Juni im Botanischen Garten.",
    ),
    (
        "Le mariage est le 6 juin au jardin botanique.",
        "Le mariage est déplacé au 20 juin, même endroit.",
        "Le mariage est le 20 juin au jardin botanique.",
    ),
    ("婚礼是6月6日在植物园。", "婚礼改到6月20日了，地点不变。", "婚礼是6月20日在植物园。"),
    (
        "I've got physio on the 3rd at 8:15.",
        "Physio got pushed to the 10th, same time same place.",
        "I've got physio on the 10th at 8:15.",
    ),
    (
        "The report goes out on Wednesdays at 10.",
        "report goes out thursdays now, same time",
        "thursdays at 10.",
    ),
    (
        "Chorprobe ist dienstags um 19 Uhr.",
        "Chorprobe ist jetzt mittwochs, zur selben Zeit.",
        "mittwochs um 19 Uhr.",
    ),
    (
        "Tengo dentista el 14 a las 9:30.",
        "Me han cambiado el dentista al 21, misma hora.",
        "el 21 a las 9:30.",
    ),
    (
        "Chorprobe ist dienstags um 19 Uhr.",
        "Chorprobe ist jetzt mittwochs, Uhrzeit bleibt gleich.",
        "mittwochs um 19 Uhr.",
    ),
    ("Le kiné est le 3 à 8h15.", "Le kiné passe au 10, l'heure ne change pas.", "Le kiné est le 10 à 8h15."),
    ("牙医约在14号9点半。", "牙医改到21号了，时间不变。", "牙医约在21号9点半。"),
    (
        "歯医者は14日の9時半です。",
        "歯医者は21日に変わりました、時間は同じです。",
        "歯医者は21日の9時半です。",
    ),
)
SAME_OF_ANOTHER = (
    ("I've got the dentist on the 14th at 9:30.", "They moved the vet to the 21st, same time."),
    ("Physio is on the 3rd at 8:15.", "My sister's physio moved to the 10th, same time."),
    ("Mein Friseurtermin ist am 3. um 8:15.", "Der Tanzkurs ist jetzt am 10., zur selben Zeit."),
    ("牙医约在14号9点半。", "开会改到21号了，时间不变。"),
)


SCHEDULES = (
    ("I work nights at the bakery.", "I work days now.", "I work at the bakery."),
    ("I work full time at Tesco.", "I've gone part-time.", "I work at Tesco."),
    ("I work from the office at Siemens.", "I work from home now.", "I work at Siemens."),
    ("I'm a baker at Greggs, early shifts.", "They've put me on lates now.", "I'm a baker at Greggs."),
    ("I do early shifts at the depot.", "I do lates now.", "I work at the depot."),
    ("I work nights at the bakery.", "I'm off nights for good.", "I work at the bakery."),
    ("I work from home for Siemens.", "I don't work from home any more.", "I work for Siemens."),
    ("Ich arbeite nachts in der Bäckerei.", "Ich arbeite jetzt tagsüber.", "Ich arbeite in der Bäckerei."),
    ("Trabajo de noche en la panadería.", "Ya no trabajo de noche.", "Trabajo en la panadería."),
    ("Ich mache Nachtschicht im Klinikum.", "Ich mache jetzt Frühschicht.", "Ich arbeite im Klinikum."),
    (
        "Je travaille à mi-temps à la bibliothèque.",
        "Je travaille à plein temps maintenant.",
        "Je travaille à la bibliothèque.",
    ),
    (
        "Soy camarera en el Bar Pepe, turno de tarde.",
        "Ahora estoy de mañanas.",
        "Soy camarera en el Bar Pepe.",
    ),
    ("我在面包店上夜班。", "我现在上白班。", "我在面包店上班。"),
    ("我在腾讯远程工作。", "我现在在家办公。", "我在腾讯工作。"),
    ("Ich arbeite halbtags bei der Post.", "Arbeite jetzt ganztags.", "Ich arbeite bei der Post."),
    ("図書館でパートで働いています。", "今はフルタイムで働いています。", "図書館で働いています。"),
    ("スーパーで早番です。", "遅番になりました。", "スーパーで働いています。"),
)
NO_SCHEDULES = (
    ("My sister works nights at the hospital.", "I work days now."),
    ("I work nights at the bakery.", "My flatmate works days now."),
    ("I work nights at the bakery.", "I'm working days this week."),
    ("I work nights at the bakery.", "I work from home on Fridays now."),
    ("I'm a nurse at St Mary's.", "I work part-time now."),
    ("I work from home for Siemens.", "I work from home now."),
    ("Ich arbeite bei Bosch.", "Ich arbeite jetzt in Teilzeit."),
    ("I met my wife on the night shift.", "I work days now."),
    ("我在夜班车上认识了她。", "我现在上白班。"),
    ("我在腾讯工作。", "我现在在家办公。"),
    ("I work remotely for Shopify.", "I see my therapist remotely now."),
    ("Ich arbeite 30 Stunden pro Woche bei Bosch.", "Ich lerne jetzt 10 Stunden pro Woche Spanisch."),
    ("Ich arbeite 30 Stunden pro Woche bei Bosch.", "Ich fahre jetzt 2 Stunden zur Arbeit."),
    ("Ich arbeite in Teilzeit bei Bosch.", "Ich bin jetzt Vollzeit-Papa."),
    ("私は東芝で正社員として働いています。", "今はパートタイムで大学に通っています。"),
    ("我在面包店上夜班。", "我现在白班的时候睡觉。"),
)


@pytest.mark.parametrize(("old", "new", "right"), SAME)
def test_what_is_said_to_stay_the_same_stays(tell, old, new, right):
    learned, _ = tell(old, new).shown()

    assert right in learned
    assert old not in learned


@pytest.mark.parametrize(("old", "new"), SAME_OF_ANOTHER)
def test_the_same_time_of_another_matter_leaves_what_is_known(tell, old, new):
    story = tell(old, new)

    assert old in story.known
    assert len(story.known) == 2


@pytest.mark.parametrize(("old", "new", "left"), SCHEDULES)
def test_another_schedule_leaves_the_place_of_work(tell, old, new, left):
    assert set(tell(old, new).known) == {left, new}


@pytest.mark.parametrize(("old", "new"), NO_SCHEDULES)
def test_the_schedule_of_another_or_one_that_was_not_known_leaves_the_statement(tell, old, new):
    assert old in tell(old, new).known


def test_another_shift_told_with_more_than_that_puts_the_known_one_in_doubt(tell):
    known = "我在面包店上夜班。"

    assert tell(known, "我终于调到白班了，作息正常多了。").waiting == [known]


def test_another_place_is_not_the_same(tell):
    told = tell(
        "The wedding is on 6 June in the botanical garden.", "The wedding moved to 20 June, in the town hall."
    )

    assert "botanical" not in told.shown()[0]


MOVED = ["They moved the vet to 21 May.", "They brought the deadline forward to Friday."]
NOT_MOVED = [
    "They moved it to 21 May.",
    "The bus moved the stop to 12 Main Street.",
    "I switched the light on at six.",
]


def test_what_is_moved_by_its_name_is_kept_though_nothing_was_known(tell):
    assert [text for text in MOVED if not tell(text).known] == []
    assert [text for text in NOT_MOVED if moves_named(text)] == []
