"""What is said later of a relative or a pet does not end who they are: "Tom turned 7", "I have a son called Tom"."""

from __future__ import annotations

import pytest

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.endings import likely_overtaken
from tiermem.engine.comparison.statement import Statement

STAYS = {
    "en": {
        "We have a dog called Rex.": [
            "Rex turned 3 last week.",
            "Rex is at the vet until Friday.",
            "Rex is allergic to chicken.",
            "Rex now sleeps in the kitchen.",
            "Rex is 4 now.",
            "Rex got a new collar.",
            "Rex weighs 20 kilos now.",
            "Rex moved into my parents' garden for the summer.",
            "My dog turned 3 yesterday.",
            "Rex started agility classes.",
            "Rex just got neutered.",
            "Our dog lost a tooth.",
            "Rex lost weight.",
            "Rex stopped chewing shoes.",
            "Our dog no longer sleeps in our bed.",
        ],
        "I have a son called Tom.": [
            "Tom turned 7 yesterday.",
            "Tom started school in September.",
            "Tom now plays the drums.",
            "Tom is off sugar now.",
            "Tom moved to Leeds.",
            "My son just turned 7.",
            "Tom has switched to the red group at swimming.",
            "Tom is in year 3 now.",
            "Tom broke his arm.",
            "Tom's birthday is on 3 May.",
            "Tom no longer needs a nap.",
        ],
        "We've got twins, Lou and Ike.": [
            "Lou and Ike turned 7 yesterday!",
            "The twins are 8 now.",
            "Lou started judo.",
            "Ike has switched schools, he's at Park Lane now.",
            "Lou is vegetarian now.",
            "The kids turned 7.",
        ],
        "My wife is called Nora.": [
            "Nora turned 40 on Sunday.",
            "Nora works at Bosch now.",
            "Nora has a new job.",
            "My wife just turned 40.",
            "Nora is pregnant!",
            "Nora started at the hospital last week.",
            "My wife quit her job.",
            "Nora left Siemens.",
            "Nora sold her bike.",
            "My wife stopped eating meat.",
        ],
        "My manager is Marta.": [
            "Marta is on leave until May.",
            "Marta moved to Berlin.",
            "Marta turned 50 yesterday.",
            "Marta now wants reports on Mondays.",
        ],
        "We have a cat named Miso.": [
            "Miso is 12 now.",
            "Miso has switched to wet food.",
            "Miso lost a tooth.",
            "Miso is on a diet now.",
        ],
        "I drive a Skoda.": [
            "The Skoda has 200,000 km on it now.",
            "My Skoda is 10 years old now.",
            "The Skoda got new tyres.",
        ],
        "I work at Siemens.": [
            "Siemens moved its office to Erlangen.",
            "Siemens now pays for my train ticket.",
        ],
        "My sister Eva lives in Rome.": [
            "Eva turned 30 yesterday.",
            "Eva had a baby.",
            "Eva started a new job at the Vatican.",
        ],
        "I play in a band called Rust.": [
            "Rust got a new singer.",
            "Rust turned 5 this week.",
        ],
        "I have a brother called Sam.": [
            "My brother quit smoking.",
            "My brother left Siemens.",
            "My brother sold his car.",
            "Sam quit his job.",
            "My brother got divorced.",
            "Sam gave up meat.",
            "My brother no longer drinks.",
            "My brother lost his wallet.",
        ],
    },
    "de": {
        "Wir haben einen Hund namens Rex.": [
            "Rex ist letzte Woche 3 geworden.",
            "Rex ist jetzt 4.",
            "Rex schläft jetzt in der Küche.",
            "Rex frisst jetzt nur noch Nassfutter.",
        ],
        "Ich habe einen Sohn namens Tom.": [
            "Tom ist gestern 7 geworden.",
            "Tom geht jetzt in die Schule.",
            "Mein Sohn ist gerade 7 geworden.",
            "Tom spielt jetzt Schlagzeug.",
        ],
        "Wir haben Zwillinge, Lou und Ike.": [
            "Lou und Ike sind gestern 7 geworden!",
            "Die Zwillinge sind jetzt 8.",
        ],
        "Meine Frau heißt Nora.": [
            "Nora ist am Sonntag 40 geworden.",
            "Nora arbeitet jetzt bei Bosch.",
        ],
        "Ich habe einen Bruder namens Sam.": [
            "Mein Bruder hat gekündigt.",
            "Mein Bruder raucht nicht mehr.",
            "Sam hat sein Auto verkauft.",
            "Sam ist ausgezogen.",
        ],
    },
    "fr": {
        "On a un chien qui s'appelle Rex.": [
            "Rex a eu 3 ans la semaine dernière.",
            "Rex a 4 ans maintenant.",
            "Rex dort maintenant dans la cuisine.",
        ],
        "J'ai un fils qui s'appelle Tom.": [
            "Tom a eu 7 ans hier.",
            "Tom vient d'entrer à l'école.",
            "Mon fils vient d'avoir 7 ans.",
        ],
        "On a des jumeaux, Lou et Ike.": [
            "Lou et Ike ont eu 7 ans hier !",
            "Les jumeaux ont 8 ans maintenant.",
        ],
        "Ma femme s'appelle Nora.": [
            "Nora a eu 40 ans dimanche.",
            "Nora travaille maintenant chez Bosch.",
        ],
        "J'ai un frère qui s'appelle Sam.": [
            "Mon frère a arrêté de fumer.",
            "Sam a vendu sa voiture.",
            "Sam a quitté Siemens.",
        ],
    },
    "es": {
        "Tenemos un perro que se llama Rex.": [
            "Rex cumplió 3 años la semana pasada.",
            "Rex ya tiene 4 años.",
            "Rex ahora duerme en la cocina.",
        ],
        "Tengo un hijo que se llama Tom.": [
            "Tom cumplió 7 años ayer.",
            "Tom acaba de empezar el colegio.",
            "Mi hijo acaba de cumplir 7.",
        ],
        "Tenemos gemelos, Lou e Ike.": [
            "¡Lou e Ike cumplieron 7 ayer!",
            "Los gemelos ya tienen 8 años.",
        ],
        "Mi mujer se llama Nora.": [
            "Nora cumplió 40 el domingo.",
            "Nora trabaja ahora en Bosch.",
        ],
        "Tengo un hermano que se llama Sam.": [
            "Mi hermano dejó de fumar.",
            "Sam vendió su coche.",
            "Sam ya no come carne.",
        ],
    },
    "ja": {
        "レックスという犬を飼っています。": [
            "レックスは先週3歳になりました。",
            "レックスはもう4歳です。",
            "レックスは今キッチンで寝ています。",
        ],
        "トムという息子がいます。": [
            "トムは昨日7歳になりました。",
            "トムは学校に通い始めました。",
            "息子が7歳になりました。",
        ],
        "ルーとアイクという双子がいます。": [
            "ルーとアイクは昨日7歳になりました！",
            "双子はもう8歳です。",
        ],
        "妻の名前はノラです。": [
            "ノラは日曜日に40歳になりました。",
            "ノラは今ボッシュで働いています。",
        ],
        "サムという兄がいます。": [
            "兄はタバコをやめました。",
            "サムは会社を辞めました。",
        ],
    },
    "zh": {
        "我们养了一只叫Rex的狗。": [
            "Rex上周满3岁了。",
            "Rex现在4岁了。",
            "Rex现在睡在厨房。",
        ],
        "我有个儿子叫小明。": [
            "小明昨天满7岁了。",
            "小明开始上学了。",
            "我儿子刚满7岁。",
        ],
        "我们有一对双胞胎，小露和小艾。": [
            "小露和小艾昨天满7岁了！",
            "双胞胎现在8岁了。",
        ],
        "我妻子叫诺拉。": [
            "诺拉星期天满40岁了。",
            "诺拉现在在博世工作。",
        ],
        "我有个哥哥叫小山。": [
            "我哥哥戒烟了。",
            "小山辞职了。",
            "我哥离婚了。",
        ],
    },
}

ENDS = {
    "en": {
        "We have a dog called Rex.": [
            "Rex died last month.",
            "We had to put Rex down.",
            "Rex passed away on Sunday.",
            "We gave Rex to my parents.",
            "Rex ran away.",
            "We no longer have Rex.",
            "We don't have Rex anymore.",
            "Our dog died.",
            "Rex is gone now.",
            "We lost Rex in March.",
            "Our dog was run over.",
        ],
        "Mimer is my cat.": ["Mimer died yesterday.", "We had to put Mimer down yesterday."],
        "I have a son called Tom.": [
            "Tom passed away.",
            "My son is called Tim, not Tom.",
            "Sorry, my son's name is Tim.",
        ],
        "My wife is called Nora.": [
            "Nora and I split up.",
            "Nora and I are divorced.",
            "My wife's name is Nora Beth, not Nora.",
            "Nora left me.",
            "My wife is called Norah, I misspelled it.",
        ],
        "My manager is Marta.": [
            "Marta left the company.",
            "My manager is Paul now.",
            "Marta isn't my manager anymore.",
            "Marta got replaced by Paul.",
            "I report to Paul now.",
            "Marta retired last week.",
        ],
        "We have a cat named Miso.": [
            "Miso got run over.",
            "We had to rehome Miso.",
            "Miso didn't make it.",
        ],
        "I have a girlfriend called Lea.": [
            "Lea broke up with me.",
            "Lea and I are no longer together.",
            "Lea and I got married.",
        ],
    },
    "de": {
        "Ich habe einen Sohn namens Tom.": [
            "Tom ist letztes Jahr gestorben.",
            "Mein Sohn heißt Tim, nicht Tom.",
        ],
        "Wir haben einen Hund namens Rex.": [
            "Rex ist letzte Woche gestorben.",
            "Wir mussten Rex einschläfern lassen.",
            "Wir haben Rex nicht mehr.",
            "Rex ist weggelaufen.",
        ],
        "Meine Frau heißt Nora.": [
            "Nora und ich haben uns getrennt.",
            "Nora und ich sind geschieden.",
        ],
    },
    "fr": {
        "On a un chien qui s'appelle Rex.": [
            "Rex est mort la semaine dernière.",
            "On n'a plus Rex.",
        ],
    },
    "es": {
        "Tenemos un perro que se llama Rex.": [
            "Rex murió la semana pasada.",
            "Ya no tenemos a Rex.",
            "Rex se escapó.",
        ],
    },
    "ja": {
        "レックスという犬を飼っています。": [
            "レックスは先週亡くなりました。",
            "レックスはもういません。",
            "レックスが死んでしまいました。",
        ],
    },
    "zh": {
        "我们养了一只叫Rex的狗。": [
            "Rex上周去世了。",
            "Rex走丢了。",
        ],
        "我妻子叫诺拉。": [
            "我和诺拉离婚了。",
        ],
    },
}

ANEW = [
    ("My girlfriend is Anna.", "My girlfriend is Lea now."),
    ("My partner is Sam.", "My partner is Kim now."),
    ("Meine Freundin heißt Anna.", "Meine Freundin heißt jetzt Lea."),
    ("Ma copine est Anna.", "Ma copine est Lea maintenant."),
    ("Mi novia es Ana.", "Mi novia ahora es Lea."),
    ("My girlfriend is Anna.", "Anna is my wife now."),
    ("My fiancé is Bob.", "Bob is my husband now."),
    ("We have a dog called Rex.", "Rex was put down yesterday."),
    ("Wir haben einen Hund namens Rex.", "Wir haben Rex ins Tierheim gebracht."),
]
AGES = [
    # earlier, later, the relation, what is kept
    ("My wife works at Bosch.", "My wife just turned 41.", "unrelated", ()),
    ("My son goes to Park Lane school.", "My son turned 9 today.", "unrelated", ()),
    ("Nora is a nurse.", "Nora turned 40 yesterday.", "unrelated", ()),
    ("Our dog Rex is 3.", "Rex turned the corner after his operation.", "unrelated", ()),
    ("My son Tom is 6.", "Tom turned down the trip.", "unrelated", ()),
    ("I live in Ghent with my twins.", "The twins turned 7.", "unrelated", ()),
    (
        "I have two kids, Tom (6) and Lea (4).",
        "Tom turned 7 yesterday.",
        "updates",
        ("I have two kids, Tom (7) and Lea (4)",),
    ),
    ("Mein Sohn spielt Klavier.", "Mein Sohn ist 8 geworden.", "unrelated", ()),
    ("I'm 40.", "I turned 41 yesterday.", "updates", ("I'm 41",)),
    ("My son Tom is 6.", "Tom turned 7 yesterday.", "updates", ("My son Tom is 7",)),
    ("My daughter is 3.", "My daughter turned 4 last week.", "updates", ("My daughter is 4",)),
    (
        "My son Tom is 6 and plays the drums.",
        "Tom turned 7 yesterday.",
        "updates",
        ("My son Tom is 7 and plays the drums",),
    ),
    (
        "We've got twins, Lou and Ike, they're 6.",
        "Lou and Ike turned 7 yesterday!",
        "updates",
        ("We've got twins, Lou and Ike",),
    ),
    (
        "Wir haben Zwillinge, Lou und Ike, sie sind 6.",
        "Lou und Ike sind gestern 7 geworden!",
        "updates",
        ("Wir haben Zwillinge, Lou und Ike",),
    ),
    ("We have a dog, Rex, he's 3.", "Rex turned 4 last week!", "updates", ("We have a dog, Rex",)),
    ("We have a dog, Rex, he's 3.", "Rex died last month.", "updates", ()),
]
TOLD = [
    # what is said in one session after the other, what is known then
    (["I have a son called Tom.", "Tom turned 7 yesterday!"], ["a son called Tom", "Tom turned 7"]),
    (["we've got twins, Lou and Ike, they're 6.", "Lou and Ike turned 7 yesterday!"], ["twins", "turned 7"]),
    (
        ["Quick one: my sister Eva lives in Rome.", "Eva moved to Milan last week."],
        ["My sister Eva moved to Milan"],
    ),
    (["Nora left Bosch, she's at Siemens now."], ["Nora left Bosch, she's at Siemens now"]),
    (["Small update: Nora got the job, she starts on Monday."], ["Nora starts on Monday"]),
]
OPENINGS = [
    ("Quick one - we moved to Lyon", "We moved to Lyon."),
    ("Random fact: I hate cilantro.", "I hate cilantro."),
    ("Ganz kurz: ich wohne in Bonn.", "Ich wohne in Bonn."),
    ("Petite info : ma sœur Eva vit à Rome.", "Ma sœur Eva vit à Rome."),
    ("Una cosita: soy alérgica a las nueces.", "Soy alérgica a las nueces."),
    ("一つだけ、私は左利きです。", "私は左利きです。"),
    ("最后一点：我对花生过敏。", "我对花生过敏。"),
]


def related(rows, *relations):
    """The pairs of which the later statement has one of these relations to the earlier one."""
    return [
        (earlier, later)
        for earlier, those in rows.items()
        for later in those
        if compare(Statement(earlier), Statement(later)).relation in relations
    ]


@pytest.mark.parametrize("language", STAYS)
def test_what_is_said_later_of_somebody_does_not_end_who_they_are(language):
    assert related(STAYS[language], "updates", "contradicts") == []


@pytest.mark.parametrize("language", ENDS)
def test_a_loss_a_separation_or_another_name_ends_who_somebody_was(language):
    assert related(ENDS[language], "unrelated", "same", "contradicts") == []


def test_another_name_or_relation_ends_the_earlier_one():
    left = [(old, new) for old, new in ANEW if compare(Statement(old), Statement(new)).relation != "updates"]

    assert left == []


OF_OTHERS = [
    ("I live in Leeds.", "hugo moved, he lives in York now"),
    ("I work as a designer at Acme.", "hugo switched jobs, he works at Bosch now"),
    ("I take 50 mg of sertraline.", "hugo takes 20 mg of sertraline now"),
    ("Ich wohne in Kiel.", "Malte ist umgezogen, er wohnt jetzt in Hamburg"),
    ("Ich arbeite als Grafiker bei Acme.", "hugo hat nen neuen job, er arbeitet jetzt bei Bosch"),
    ("J'habite à Nantes.", "Inès a déménagé, elle habite maintenant à Lyon"),
    ("Vivo en Valencia.", "Lucía se ha mudado, ahora vive en Bilbao"),
    ("Andrés ahora es jefe de estudios.", "ahora soy supervisora de planta en La Fe"),
    ("我住在杭州。", "小琳搬家了，现在住在成都"),
    ("我在网易做产品经理。", "李强换工作了，现在在华为做销售"),
    ("横浜に住んでいます。", "健太くんは大阪に引っ越しました。"),
    ("I'm engaged to Tom.", "My landlord Tom broke up with his wife."),
    ("My cat Bella is diabetic.", "My aunt Bella passed away on Sunday."),
    ("My son is called Leo.", "My boss Leo retired."),
    ("My dog Nacho is a beagle.", "My neighbour's dog died yesterday, her name was Nacho too."),
    ("Meine Katze heißt Mimi.", "Meine Oma Mimi ist gestorben."),
    ("Mon chat s'appelle Léo.", "Le chien de ma voisine, Léo aussi, est mort."),
    ("Mi gata se llama Luna.", "La perra de mi vecina, Luna, murió ayer."),
    ("我家猫叫球球。", "邻居家的狗球球昨天死了。"),
    ("I've got two kids, Sam and Ellie.", "Ellie moved to Leeds for uni."),
    ("We have a boy and a girl, Theo and Isla.", "Theo moved out last week."),
    ("Wir haben zwei Kinder, Nele und Finn.", "Neles Freundin ist nach Ulm gezogen, sie ist traurig."),
    ("J'ai deux filles, Lou et Inès.", "Lou a déménagé à Nantes."),
    ("Tengo dos hermanas, Rosa y Pilar.", "Pilar se ha mudado a Sevilla."),
    ("子どもは健太と美咲の二人です。", "美咲は大阪に引っ越しました。"),
    ("I use VS Code.", "A colleague uses Vim now instead of VS Code."),
    ("I play chess.", "A friend of mine stopped playing chess."),
    ("Tengo un perro, Rufo.", "Ahora tenemos otro perro, Toby."),
    ("Tengo una moto, una Vespa.", "Me compré otra moto, una Honda."),
    ("I live with my partner Jo in Hastings.", "Jo's away in Canada until May, so it's just me."),
    ("I'm married to Tom.", "For tax I'm single."),
    ("I live in Hull with my wife Jo.", "I'm divorced and remarried."),
    ("My partner is Tom.", "We broke up, in 2003, and he came back in 2005."),
    ("My wife is called Jo.", "We split up in Tesco to be faster."),
    ("My girlfriend is Ana.", "Our band is history, we broke up."),
    ("I live with my husband Ed.", "My ex and I split up in 2010."),
    ("Ich bin mit Tom verheiratet.", "Ich bin geschieden und wieder verheiratet."),
    ("Mein Freund heißt Jan.", "Wir haben uns im Supermarkt getrennt."),
    ("Je suis mariée avec Paul.", "Je suis divorcée et remariée."),
    ("Estoy casada con Pablo.", "Estoy divorciada y vuelta a casar."),
    ("我老公叫大伟。", "他们离婚了。"),
    ("我女朋友叫小雨。", "我爸妈离婚了。"),
    ("彼氏はケンです。", "今はフリーです。"),
    ("夫は健です。", "離婚した友達がいます。"),
]
OF_THE_SAME = [
    ("My dog Max is 3.", "Max died last week."),
    ("My mum has a cat, Momo.", "My mum's cat died."),
    ("I'm married to Greg.", "Greg and I got divorced."),
    ("My boyfriend is Tom.", "We broke up yesterday, in the car."),
    ("I'm single.", "My ex and I are back together."),
    ("My boyfriend is Tom.", "We broke up last week, luckily my friends are great."),
    ("My boyfriend is Tom.", "We split up but we're still friends."),
    ("Mein Freund heißt Jan.", "Jan und ich haben uns getrennt, ich wohne jetzt bei meinen Eltern."),
    ("Mon copain s'appelle Luc.", "On a rompu, on reste amis."),
    ("Mi novio se llama Luis.", "Hemos roto, estoy en casa de mis padres."),
    ("我男朋友叫小杰。", "我们分手了，现在住朋友家。"),
    ("彼氏はケンです。", "ケンと別れました。今は友達の家にいます。"),
    ("My sister's dog Rex is 12.", "Rex died on Monday."),
    ("I live with my partner Jo in Hastings.", "Jo moved out last week."),
    ("Trabajo en una empresa de software.", "Me cambié a otra empresa, Indra."),
]


LIVING_TOGETHER = [
    (
        "I live in Hackney with my husband Sam and our twins Asha and Ravi, they're 3.",
        "twins turned 4 on Sunday",
        ["I live in Hackney", "I live with my husband Sam and our twins Asha and Ravi"],
    ),
    (
        "Ich wohne in Graz mit meiner Frau Petra und den Kindern Emil (9) und Lotte (6).",
        "wir sind nach Leibnitz gezogen",
        ["Ich wohne mit meiner Frau Petra und den Kindern Emil (9) und Lotte (6)"],
    ),
    ("I live in Leeds with my dog Rex", "Rex died and I'm off to live in Spain", ["I live in Leeds"]),
    ("I live in Leeds with Tom", "Tom moved out", ["I live in Leeds"]),
    ("I share a flat with Priya in Hackney", "Priya's moved out", ["I share a flat in Hackney"]),
    (
        "I live in Leeds with Tom, Priya and Ann",
        "Tom moved out",
        ["I live in Leeds with Priya and Ann"],
    ),
    ("ich wohne in Linz mit Tom", "Tom ist ausgezogen", ["ich wohne in Linz"]),
    ("j'habite à Lyon avec Tom", "Tom a déménagé", ["j'habite à Lyon"]),
    ("vivo en Rosario con Tito", "Tito se mudó", ["vivo en Rosario"]),
    ("我和小美住在上海", "小美搬走了", ["我住在上海"]),
    ("トムと大阪に住んでいます", "トムが引っ越しました", ["大阪に住んでいます"]),
    ("I live with Tom", "Tom moved out", []),
    ("I live in Leeds with Tom", "I moved to York", ["I live with Tom"]),
    ("I live in Leeds with my missus Karen", "we moved to York", ["I live with my missus Karen"]),
    (
        "I live with my girlfriend Jana and our two cats in a flat in Altona",
        "we moved to Kiel",
        ["I live with my girlfriend Jana and our two cats"],
    ),
    (
        "ich wohn mit meiner Freundin Jana und zwei Katzen in Altona",
        "wir sind nach Kiel gezogen",
        ["ich wohn mit meiner Freundin Jana und zwei Katzen"],
    ),
    (
        "j'habite avec ma copine Jana et nos deux chats dans un appart à Lyon",
        "on a déménagé à Nantes",
        ["j'habite avec ma copine Jana et nos deux chats"],
    ),
    ("Vivo en Rosario con mi señora Graciela", "nos mudamos a Roldán", ["Vivo con mi señora Graciela"]),
    ("我和女朋友小美还有两只猫住在上海", "我们搬到杭州了", ["我和女朋友小美还有两只猫一起住"]),
    ("大阪でトムと暮らしています", "京都に引っ越しました", ["トムと一緒に住んでいます"]),
    ("I live in Leeds with Parkinson's", "I moved to York", []),
    ("I live in Leeds with my Steam Deck", "I moved to York", []),
    ("ich wohne in Linz mit Blick auf die Donau", "ich bin nach Wien gezogen", []),
    ("我和小美住在上海", "我和小美分手了", ["我住在上海"]),
    ("I live in Leeds with my boyfriend", "I'm single now", ["I live in Leeds"]),
    ("I live in Leeds with my boyfriend Tom", "we broke up last week", ["I live in Leeds"]),
    (
        "I live with my wife and our two kids in Bath",
        "I'm divorced now",
        ["I live in Bath", "I live with our two kids"],
    ),
    ("I live with my boyfriend", "I'm single again", []),
    ("Ich wohne mit meinem Freund in Köln", "ich bin jetzt single", ["Ich wohne in Köln"]),
    ("Ich wohne mit meinem Freund in Köln", "wir haben uns getrennt", ["Ich wohne in Köln"]),
    ("J'habite à Lyon avec mon copain", "je suis célibataire maintenant", ["J'habite à Lyon"]),
    ("Vivo en Sevilla con mi novio", "ahora estoy soltera", ["Vivo en Sevilla"]),
    ("我和男朋友住在上海。", "我现在单身了", ["我住在上海"]),
    ("妻と娘と大阪に住んでいます。", "離婚しました", ["大阪に住んでいます", "娘と一緒に住んでいます"]),
]
STILL_TOGETHER = [
    ("I live in Leeds with Tom", "Tom got a new job"),
    ("I live in Leeds with Tom", "Tom is ill"),
    ("我和小美住在上海", "小美换工作了"),
    ("トムと大阪に住んでいます", "トムが転職しました"),
    ("I live in Leeds with my sister", "I'm single now"),
    ("I live in Leeds with my boyfriend", "we split up the chores"),
    ("I live in Leeds with my boyfriend", "my sister is single now"),
    ("Ich wohne mit meinem Freund in Köln", "meine Schwester ist jetzt single"),
    ("J'habite à Lyon avec mon copain", "ma sœur est célibataire"),
    ("Vivo en Sevilla con mi novio", "mi hermana está soltera"),
    ("我和男朋友住在上海。", "我姐姐离婚了"),
    ("彼氏と大阪に住んでいます。", "姉が離婚しました"),
]


TO_COME = [
    ("Vivo en Valencia.", "nos mudamos a Gandía en junio"),
    ("J'habite à Lyon.", "on déménage à Villeurbanne le mois prochain"),
    ("我住徐汇区。", "我们下个月搬到浦东"),
    ("天王寺に住んでます。", "来月から神戸に引っ越すことになった、引っ越しのチェックリスト作って"),
    ("I work at Shell.", "I'm starting at BP in June"),
    ("Je travaille chez Shell.", "je commence chez BP en juin"),
    ("Trabajo en Shell.", "en junio empiezo en BP"),
    ("I live in Leeds.", "we're off to live in York, we've already sold the house"),
    ("I live in Leeds.", "we're going to live in York"),
    ("Ich wohne in Linz.", "wir werden im März nach Wien ziehen"),
    ("J'habite à Lyon.", "on va déménager à Nantes, la maison est vendue"),
    ("Vivo en Rosario.", "al final nos vamos a vivir a Roldán, ya vendimos la casa"),
    ("我住在上海。", "我们下个月要搬到杭州"),
    ("大阪に住んでいます。", "来月京都に引っ越します"),
    ("札幌で小学校の先生をしています。", "来月、仙台に引っ越します。"),
]
HAS_COME = [
    ("I work at Shell.", "I left Shell, I'm starting at BP in June"),
    ("J'habite à Lyon.", "on a emménagé à Nantes, je commence au port en juin"),
    ("Ich wohne in Linz.", "Ich bin nach Wien gezogen und werde dort mit Tom wohnen."),
    ("I live in Leeds.", "we moved to York, going to live near my sister"),
    ("J'habite à Lyon.", "on a déménagé à Nantes"),
    ("Vivo en Rosario.", "nos mudamos a Roldán"),
    ("我住在上海。", "我们搬到杭州了"),
    ("大阪に住んでいます。", "京都に引っ越しました"),
    ("札幌で小学校の先生をしています。", "仙台に引っ越しました。"),
]


def test_a_move_ends_where_one_lives_and_one_to_come_does_not():
    assert [row for row in TO_COME if compare(*map(Statement, row)).relation != "unrelated"] == []
    assert [row for row in HAS_COME if compare(*map(Statement, row)).relation != "updates"] == []


@pytest.mark.parametrize(("earlier", "later", "left"), LIVING_TOGETHER)
def test_where_and_with_whom_one_lives_end_apart(earlier, later, left):
    found = compare(Statement(earlier), Statement(later))

    assert (found.relation, [*found.left]) == ("updates", left)


def test_other_news_of_somebody_ends_neither():
    assert [row for row in STILL_TOGETHER if compare(*map(Statement, row)).relation != "unrelated"] == []


@pytest.mark.parametrize(("earlier", "later"), OF_OTHERS)
def test_news_of_a_namesake_or_of_another_being_ends_nothing(earlier, later):
    assert compare(Statement(earlier), Statement(later)).relation in ("unrelated", "same")
    assert likely_overtaken([earlier], later) == ()


def test_news_of_the_one_who_is_meant_ends_what_was_said():
    assert [row for row in OF_THE_SAME if compare(*map(Statement, row)).relation != "updates"] == []


def test_a_new_age_ends_the_old_one_and_nothing_else():
    found = [(old, new, compare(Statement(old), Statement(new))) for old, new, _, _ in AGES]

    kept = [(old, new, one.relation, (one.renewed,) if one.renewed else one.kept) for old, new, one in found]
    assert kept == AGES


@pytest.mark.parametrize(("said", "wanted"), TOLD, ids=lambda one: one[0])
def test_a_relative_is_still_known_after_news_of_them(tell, said, wanted):
    entries = tell(*said, prompted=True).known

    assert [one for one in wanted if not any(one in entry for entry in entries)] == []


def test_an_opening_is_not_part_of_what_is_kept(tell):
    kept = [tell(said, prompted=True).known for said, _ in OPENINGS]

    assert kept == [[wanted] for _, wanted in OPENINGS]
