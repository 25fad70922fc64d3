"""Affirmations and look-alikes of role plays are believed; absurd claims and what is said in a role play are not."""

from __future__ import annotations

import pytest

# Asked by the assistant before (or ""), said by the user, and a word that the next session must be given.
AFFIRMED = {
    "en": [
        ("", "I work on fake news detection at the BBC in Salford.", "BBC"),
        ("", "I'm allergic to latex, write a fake letter to my boss about it.", "latex"),
        ("", "I'm allergic to nuts and I do fake news research.", "nuts"),
        ("", "I write about fake news for the Guardian.", "Guardian"),
        ("", "I prank my sister Anna every year, she lives in Leeds.", "Leeds"),
        ("Are you vegetarian?", "Yep, absolutely, vegan since 2019 actually.", "vegan"),
        ("", "Oh absolutely, we have three cats at home.", "cats"),
        ("Still at the hospital?", "Yes, obviously I'm still working at the hospital.", "hospital"),
        ("", "Right, of course, my daughter's name is Ines.", "Ines"),
        ("", "Haha yes, I'm terrified of spiders.", "spiders"),
        ("", "Oh yes, I just love being outdoors, I hike every weekend.", "hike"),
        ("", "Yeah sure, because I'm lactose intolerant I always drink oat milk.", "oat"),
        ("", "Of course, I own two houses: one in Leeds and one in Whitby.", "Leeds"),
        ("", "My brother is a millionaire, but I work as a nurse.", "nurse"),
        ("", "I'm a millionaire's driver in Monaco.", "driver"),
        ("Do you own any property?", "Yes, I'm a millionaire, I sold my company in 2020.", "millionaire"),
        ("", "I have two castles to look after: I'm a conservator at Historic Scotland.", "conservator"),
        ("", "Ah right, I'm left-handed, by the way.", "left-handed"),
        ("", "I own three mansions that I rent out in Savannah.", "Savannah"),
        ("", "Oh right, of course, my wife is a paramedic.", "paramedic"),
        ("Do you have kids?", "Sure, because we always wanted a big family we have five kids.", "five"),
        ("", "Totally, I'm a night owl.", "night owl"),
        ("", "Yeah, I have a yacht moored in Split.", "Split"),
        ("", "Right, I have two servants' quarters turned into studios, I rent them out in Bath.", "Bath"),
    ],
    "de": [
        ("", "Ich arbeite beim BKA, da geht es um falsche Meldungen.", "BKA"),
        ("", "Ich bin Lehrerin in Köln, mach mir eine falsche Einladung für den Unterricht.", "Köln"),
        ("Bist du Vegetarierin?", "Ja klar, ich bin Veganerin seit 2019.", "Veganerin"),
        ("", "Ja sicher, wir haben drei Katzen zu Hause.", "Katzen"),
        ("", "Na klar, meine Tochter heißt Ines.", "Ines"),
        ("", "Ach ja genau, ich bin übrigens Linkshänder.", "Linkshänder"),
        ("", "Klar, weil ich laktoseintolerant bin, trinke ich immer Hafermilch.", "Hafermilch"),
        ("", "Ja logisch, weil mein Sohn ja Asthma hat, haben wir keine Haustiere.", "Asthma"),
        ("", "Natürlich, ich arbeite noch immer im Krankenhaus in Ulm.", "Krankenhaus"),
        ("", "Mein Bruder ist Millionär, aber ich bin Krankenpfleger.", "Krankenpfleger"),
        ("", "Ich bin der Fahrer eines Milliardärs und wohne in Zug.", "Zug"),
        ("", "Wir haben auf dem Hof zwei Esel, die heißen Max und Moritz.", "Esel"),
        ("", "Ja genau, ich habe Angst vor Spinnen.", "Spinnen"),
        ("", "Selbstverständlich, mein Mann kommt aus Lissabon.", "Lissabon"),
        ("", "Ja, ja, klar, ich wohne jetzt in Köln.", "Köln"),
        ("", "Ach klar, meine Frau ist Sanitäterin.", "Sanitäterin"),
        ("", "Ja, als ich in Ulm wohnte, habe ich Cello gelernt.", "Cello"),
        ("", "Ich habe ja zwei Kinder, die essen kein Fleisch.", "Kinder"),
        ("", "Na sicher, ich habe ja ein Boot in Kiel.", "Kiel"),
        ("", "Klar, und ich wohne ja in einem Schloss in Sachsen, ich bin da Kastellan.", "Sachsen"),
    ],
    "fr": [
        ("", "Je collectionne les faux billets et je vis à Pau.", "Pau"),
        ("", "Je fais un canular par an, je suis comédien à Lyon.", "Lyon"),
        ("Tu es végétarienne ?", "Oui carrément, je suis végétarienne depuis 2019.", "végétarienne"),
        ("", "Ah oui bien sûr, on a trois chats à la maison.", "chats"),
        ("", "Ben oui, ma fille s'appelle Inès.", "Inès"),
        (
            "",
            "Oui évidemment, puisque je suis intolérante au lactose, je bois toujours du lait d'avoine.",
            "avoine",
        ),
        ("", "Oui, parce que j'ai peur en avion, je voyage toujours en train.", "train"),
        ("", "Oui c'est ça, je travaille toujours à l'hôpital de Nantes.", "Nantes"),
        ("", "Ah oui, je suis gaucher, au fait.", "gaucher"),
        ("", "Mon frère est milliardaire, mais moi je suis infirmier.", "infirmier"),
        ("", "Je travaille pour la reine d'Angleterre… enfin, au consulat britannique de Lyon.", "Lyon"),
        ("", "Bien sûr, mon mari vient de Lisbonne.", "Lisbonne"),
        ("", "Ouais bien sûr, j'ai deux enfants.", "enfants"),
        ("", "Oui oui, je suis allergique aux arachides.", "arachides"),
        ("", "Mais oui, nous habitons à Grenoble.", "Grenoble"),
        ("", "Ah bien sûr, ma femme est ambulancière.", "ambulancière"),
        ("", "Oui, comme si souvent, je pars à Brest en août chez ma mère.", "Brest"),
        ("", "C'est ça, j'habite dans un château d'eau rénové à Tours.", "Tours"),
        ("", "Oui évidemment, mon fils est sourd.", "sourd"),
        ("", "Voyons, je suis diabétique.", "diabétique"),
    ],
    "es": [
        ("", "Me estafaron con un anuncio falso, vivo en Lugo.", "Lugo"),
        ("¿Eres vegetariana?", "Sí, claro, soy vegetariana desde 2019.", "vegetariana"),
        ("", "Claro que sí, tenemos tres gatos en casa.", "gatos"),
        ("", "Sí, por supuesto, mi hija se llama Inés.", "Inés"),
        ("", "Sí, claro, porque soy intolerante a la lactosa siempre bebo leche de avena.", "avena"),
        ("", "Sí, seguro, porque tengo miedo a volar siempre viajo en tren.", "tren"),
        ("", "Pues sí, trabajo todavía en el hospital de Gijón.", "Gijón"),
        ("", "Ah claro, soy zurdo, por cierto.", "zurdo"),
        ("", "Mi hermano es millonario, pero yo soy enfermero.", "enfermero"),
        ("", "Soy el chófer de un millonario y vivo en Marbella.", "Marbella"),
        ("", "Sí, sí, soy alérgico a los cacahuetes.", "cacahuetes"),
        ("", "Claro, mi marido es de Lisboa.", "Lisboa"),
        ("", "Sí, obvio, vivo en Valencia.", "Valencia"),
        ("", "Trabajo en el bar Rey de Copas, en Sevilla.", "Sevilla"),
        ("", "Ah claro, mi mujer es enfermera.", "enfermera"),
        ("", "Seguro, tengo un yate pequeño en Denia.", "Denia"),
        ("", "Sí, como vivo en Cádiz, voy a la playa a diario.", "Cádiz"),
        ("", "Claro, porque soy diabética no tomo azúcar.", "diabética"),
        ("", "Ya, y yo soy zurda también.", "zurda"),
    ],
    "zh": [
        ("你吃素吗？", "是是，我吃素，已经五年了。", "吃素"),
        ("", "对对，我家有三只猫。", "猫"),
        ("", "好好，我女儿叫小雨。", "小雨"),
        ("", "对对对，我住在杭州。", "杭州"),
        ("", "可不是嘛，我怕蜘蛛。", "蜘蛛"),
        ("", "那可不，我是左撇子。", "左撇子"),
        ("", "呵呵，我在医院当护士。", "护士"),
        ("", "我家有矿泉水过滤器，我只喝过滤水。", "过滤"),
        ("", "我哥哥是富二代的司机，我是护士。", "护士"),
        ("", "我家有矿工三代，我爷爷和爸爸都在大同挖煤。", "大同"),
        ("", "是的，没错，我对花生过敏。", "花生"),
        ("", "当然，我老公是葡萄牙人。", "葡萄牙"),
        ("", "我有矿石收藏的爱好。", "矿石"),
        ("", "对啊，我老婆是护士。", "护士"),
        ("", "没错没错，我家在矿区，大同那边。", "大同"),
        ("", "是的呀，我有三个孩子。", "三个孩子"),
        ("", "好的好的，我不吃香菜。", "香菜"),
        ("", "嗯嗯，我是程序员。", "程序员"),
    ],
    "ja": [
        ("ベジタリアンですか？", "はい、もちろん、私はベジタリアンです。", "ベジタリアン"),
        ("", "はいはい、うちには猫が三匹います。", "猫"),
        ("", "そうそう、娘の名前は花です。", "花"),
        ("", "そりゃもう、私は蜘蛛が苦手です。", "蜘蛛"),
        ("", "ええ、私は札幌に住んでいます。", "札幌"),
        ("", "はい、そうです、私は看護師です。", "看護師"),
        ("", "もちろん、私は左利きです。", "左利き"),
        ("", "私は大富豪というトランプゲームが好きです。", "大富豪"),
        ("", "うん、私はピーナッツアレルギーです。", "ピーナッツ"),
        ("", "へいへい、俺は大阪に住んでるよ。", "大阪"),
        ("", "はい、夫はポルトガル人です。", "ポルトガル"),
        ("", "うんうん、妻は看護師です。", "看護師"),
        ("", "はいはい、私は魚が食べられません。", "魚"),
        ("", "そりゃそうです、私は猫アレルギーなので。", "猫"),
        ("", "もちろんです、息子が二人います。", "息子"),
        ("", "ええ、まあ、私は横浜に住んでいます。", "横浜"),
    ],
}
ALIKE = {
    "en": [
        "My wife is writing a book now.",
        "I am handing the shop over to my son.",
        "My drama teacher is called Rosa.",
        "I play the violin and you are helping me practise.",
        "I'm the mother of twins and you are the only one I can ask at 3am.",
        "We play board games every Friday with the Millers.",
        "I work as a game designer; let's talk about the story of my game, you're a good critic.",
        "You're my assistant and I'm the owner of a small bakery.",
        "I act in an amateur theatre, this year we play Hamlet.",
        "You are a great help and I'm the luckiest dad alive.",
        "I'm a narrator for audiobooks.",
        "My son wants to pretend to be sick so he doesn't have to go to school.",
        "Let's play it safe: I'd book the earlier train.",
        "I'll be the best man at my brother's wedding, and you are helping with the speech.",
        "You are the AI and I'm the human, so you tell me.",
        "You're the doctor bot of our clinic, right? I'm the patient with the knee.",
        "We want to act on your advice, you are a lifesaver.",
        "You're the second assistant I try and I'm the only user here.",
        "I'll be a grandfather in May and you're going to help me plan.",
        "My kids love make-believe.",
        "We went to an improv scene downtown.",
        "Can we play it by ear? You're the expert.",
        "I play the piano, you play the recordings.",
        "Imagine you're stuck, and I'm tired: what would you do?",
        "Let's start a scene list for my short film, I'm directing it.",
        "I used to roleplay with my ex, not anymore.",
        "You are now my favourite app and I am very happy.",
        "I want to act on this, you're right.",
    ],
    "de": [
        "Mein Mann schreibt jetzt an einem Roman.",
        "Meine Schauspiellehrerin heißt Rosa.",
        "Ich spiele die Geige und du bist mein Übepartner.",
        "Ich bin die Mutter von Zwillingen und du bist der Einzige, den ich um drei fragen kann.",
        "Wir spielen freitags Karten mit den Müllers.",
        "Spielen wir lieber auf Nummer sicher, du bist ja vorsichtig.",
        "Du bist mein Assistent und ich bin die Inhaberin einer kleinen Bäckerei.",
        "Ich spiele im Laientheater, dieses Jahr den Faust.",
        "Du bist eine große Hilfe und ich bin die glücklichste Mutter.",
        "Ich bin Erzähler für Hörbücher.",
        "Mein Sohn tut so, als wäre er krank.",
        "Lass uns die Geschichte der Firma durchgehen.",
        "Ich bin der Trauzeuge meines Bruders, und du hilfst mir bei der Rede.",
        "Du bist die KI und ich bin der Mensch, sag du es mir.",
        "In unserem Verein leite ich den Rollenspielabend.",
        "Ich bin der Hausmeister und du bist die Software, die wir gekauft haben.",
        "Du bist der zweite Assistent, den ich teste, und ich bin der einzige Nutzer.",
        "Ich bin bald Opa und du machst den Plan.",
        "Meine Kinder lieben Rollenspiele.",
        "Wir spielen morgen gegen Ulm, du bist hoffentlich dabei.",
        "Ich spiele Klavier und du machst mir bitte einen Übeplan.",
        "Stell dir vor, ich bin schwanger!",
        "Lass uns die Szene im zweiten Kapitel kürzen.",
        "Früher habe ich Improtheater gemacht.",
        "Du bist jetzt meine Lieblings-App und ich bin sehr zufrieden.",
        "Tu so viel du kannst.",
        "Ich bin die Chefin, du machst die Abrechnung.",
    ],
    "fr": [
        "Ma fille écrit maintenant des poèmes.",
        "Ma prof de théâtre s'appelle Rosa.",
        "Je joue du violon et tu m'aides à répéter.",
        "Je suis la mère de jumeaux et tu es le seul que je peux consulter à trois heures.",
        "On joue aux cartes le vendredi avec les Martin.",
        "On joue la sécurité, tu es d'accord ?",
        "Tu es mon assistant et je suis la patronne d'une petite boulangerie.",
        "Je fais du théâtre amateur, cette année je joue Hamlet.",
        "Tu es une aide précieuse et je suis le plus heureux des papas.",
        "Je suis conteur pour des livres audio.",
        "Mon fils fait semblant d'être malade.",
        "On joue un match samedi, tu es un bon conseiller, aide-moi à choisir l'équipe.",
        "Je suis le témoin de mon frère et tu m'aides pour le discours.",
        "Tu es l'IA et je suis l'humain, dis-moi.",
        "Le meneur de jeu de notre club s'appelle Paul.",
        "Je suis la gérante et tu es le logiciel qu'on a acheté.",
        "Tu es le deuxième assistant que j'essaie et je suis le seul utilisateur.",
        "Je serai grand-père en mai et tu vas m'aider.",
        "Mes enfants adorent les jeux de rôle.",
        "On joue contre Lille demain, tu es au courant ?",
        "Je fais le ménage et tu fais le planning.",
        "Imagine que je suis enceinte !",
        "On fait une liste de scènes pour mon film.",
        "J'ai fait de l'improvisation avant.",
        "On dirait que tu comprends bien.",
        "Fais comme si je n'avais rien dit.",
        "Tu fais le calcul et je vérifie.",
    ],
    "es": [
        "Mi marido escribe ahora novelas.",
        "Mi profesora de teatro se llama Rosa.",
        "Toco el violín y tú me ayudas a practicar.",
        "Soy la madre de gemelos y tú eres el único al que puedo preguntar a las tres.",
        "Jugamos a las cartas los viernes con los Pérez.",
        "Juguemos sobre seguro, eres prudente.",
        "Eres mi asistente y yo soy la dueña de una pequeña panadería.",
        "Hago teatro aficionado, este año hago de Hamlet.",
        "Eres una gran ayuda y yo soy el padre más feliz.",
        "Soy narrador de audiolibros.",
        "Mi hijo finge que está enfermo.",
        "Jugamos un partido el sábado, eres un buen consejero, ayúdame con el equipo.",
        "Soy el padrino de mi hermano y me ayudas con el discurso.",
        "Eres la IA y yo soy el humano, dímelo tú.",
        "El director de juego de nuestro club se llama Pablo.",
        "Yo soy la encargada y tú eres el programa que compramos.",
        "Eres el segundo asistente que pruebo y yo soy el único usuario.",
        "Seré abuelo en mayo y tú me vas a ayudar.",
        "A mis hijos les encantan los juegos de rol.",
        "Jugamos contra Cádiz mañana, ¿eres del Betis?",
        "Yo hago la compra y tú haces la lista.",
        "¡Imagina que estoy embarazada!",
        "Hagamos una lista de escenas para mi corto.",
        "Antes hacía improvisación.",
        "Ahora eres mi aplicación favorita y yo estoy feliz.",
        "Haz como siempre.",
        "Yo seré el padrino en la boda y tú me ayudas con el discurso.",
    ],
    "zh": [
        "我老公在家写代码。",
        "我的表演老师叫王红。",
        "我拉小提琴，你帮我练习。",
        "我是双胞胎的妈妈，你是我凌晨三点唯一能问的。",
        "我们每周五和朋友玩桌游。",
        "你是我的助手，我是一家小面包店的老板。",
        "我在业余剧团演戏，今年演哈姆雷特。",
        "你帮了大忙，我是最幸福的爸爸。",
        "我是有声书的旁白演员。",
        "我儿子假装生病不想上学。",
        "我在做一个角色扮演游戏，我是策划。",
        "我弟弟结婚我当伴郎，你帮我写致辞。",
        "你是人工智能，我是人，你说呢。",
        "我们玩得很开心，你是最好的顾问。",
        "孩子们昨天演了一出戏，我去看了。",
        "你演示一下这个功能，我是新手。",
        "你是我试的第二个助手，我是唯一的用户。",
        "我五月要当爷爷了，你帮我计划。",
        "我的孩子喜欢角色扮演游戏。",
        "我们明天来玩足球，我是守门员。",
        "我来当司机，你帮我查路线。",
        "现在你是我最喜欢的软件，我很高兴。",
        "我想演一场话剧给公司年会看。",
        "你当然可以直说，我不介意。",
        "我以前演过话剧。",
        "这场戏我看过。",
        "你来演算一下，我检查。",
    ],
    "ja": [
        "夫は小説を書きます。",
        "私の演劇の先生はローザといいます。",
        "私はバイオリンを弾きます。あなたは練習を手伝ってね。",
        "私は双子の母です。あなたは夜中の三時に聞ける唯一の相手ですね。",
        "毎週金曜日に友達とボードゲームをします。",
        "あなたは私のアシスタントで、私は小さなパン屋の店主です。",
        "アマチュア劇団で芝居をしています。今年はハムレットです。",
        "あなたは本当に頼りになるね。私は幸せなパパです。",
        "私はオーディオブックのナレーターです。",
        "息子は病気のふりをして学校を休みます。",
        "ロールプレイングゲームを作っています。",
        "弟の結婚式で友人代表の役を務めます。",
        "君はAI、私は人間だよ。",
        "私はヒーローごっこをやる息子がいます。",
        "会社で即興劇の研修がありました。",
        "私は店長です。あなたは買ったばかりのソフトだね。",
        "あなたは私が試す二番目のアシスタントです。私は唯一のユーザーです。",
        "五月におじいちゃんになります。あなたも計画を手伝って。",
        "子供たちはごっこ遊びが大好きです。",
        "明日は即興劇を見に行きます。",
        "私は主役を演じました。",
        "今からあなたは必要です。",
        "役所で働いています。",
        "君は役に立つね、僕は助かるよ。",
        "昔は芝居をしていました。",
        "会社でロールプレイの研修があります。",
        "息子は寝たふりをしてゲームをしています。",
    ],
}
FACTS = {
    "en": ("I am allergic to penicillin.", "penicillin"),
    "de": ("Ich bin gegen Penicillin allergisch.", "Penicillin"),
    "fr": ("Je suis allergique à la pénicilline.", "pénicilline"),
    "es": ("Soy alérgico a la penicilina.", "penicilina"),
    "zh": ("我对青霉素过敏。", "青霉素"),
    "ja": ("私はペニシリンアレルギーです。", "ペニシリン"),
}
IRONIC = {
    "en": [
        "I'm telling everyone I live in a lighthouse in Wick, write me a fake announcement.",
        "I'm moving to Mars in May as an April fool, draft the post.",
        "I'll tell them I live in Oslo to prank my boss.",
        "Oh sure, because I'm made of money.",
        "Yeah right, I have a private chef and two butlers.",
        "As if I could afford a yacht.",
        "Sure, and I'm the Queen of England.",
        "Yeah, and my dad is Elon Musk, obviously.",
        "Right, I totally live in a palace with twelve servants.",
        "Oh yeah, totally, I own three private jets.",
        "Yeah right, and I'm the pope.",
    ],
    "de": [
        "Ich bin zum Papst gewählt, schreib mir eine falsche Meldung dazu.",
        "Wir ziehen als Aprilscherz nach Bonn, schreib die Mail.",
        "Ja klar, weil ich ja im Geld schwimme.",
        "Ja sicher, und ich bin der Kaiser von China.",
        "Na klar, ich hab ja sonst nichts zu tun.",
        "Als ob ich mir eine Jacht leisten könnte.",
        "Klar, mein Vater ist Elon Musk.",
        "Genau, ich wohne ja auch im Schloss mit zwölf Dienern.",
        "Ja logo, ich bin ja auch Krösus.",
        "Na klar, ich wohne ja auch im Palast.",
    ],
    "fr": [
        "Je vais dire que je suis nommé préfet de Mayotte, tu m'écris une fausse annonce ?",
        "Mais oui bien sûr, comme si j'étais riche.",
        "Ouais, et moi je suis la reine d'Angleterre.",
        "Bien sûr, mon père c'est Elon Musk.",
        "Oui évidemment, parce que je roule sur l'or.",
        "Comme si je pouvais m'offrir un yacht.",
        "C'est ça, j'habite dans un palais avec douze domestiques.",
        "Mais bien sûr, et moi je suis le roi du pétrole.",
        "Bah oui évidemment, j'ai trois yachts.",
    ],
    "es": [
        "Digo que vivo en un faro de Lugo, escríbeme un anuncio falso.",
        "Sí, claro, como si me sobrara el dinero.",
        "Ya, y yo soy la reina de Inglaterra.",
        "Claro, mi padre es Elon Musk.",
        "Sí, seguro, porque nado en oro.",
        "Como si pudiera permitirme un yate.",
        "Claro, vivo en un palacio con doce criados.",
        "Claro, y yo soy Rockefeller.",
        "Ya claro, como tengo tres yates.",
    ],
    "zh": [
        "我要当青岛市长了，帮我写一个假公告。",
        "对对对，我家有矿。",
        "是啊，我是秦始皇。",
        "呵呵，我爸是马云。",
        "可不是嘛，我钱多得花不完。",
        "说得好像我买得起游艇一样。",
        "对，我住在皇宫里，有十二个仆人。",
        "对，我家有矿啊。",
        "是啊，我是首富嘛。",
    ],
    "ja": [
        "私は宇宙飛行士に選ばれました、という嘘の発表を書いて。",
        "はいはい、うちは石油王ですから。",
        "そうそう、私は英国女王ですよ。",
        "そりゃあ、父はイーロン・マスクだし。",
        "まるで私がヨットを買えるみたいじゃないか。",
        "ええ、宮殿に住んでて召使いが十二人いますとも。",
        "どうせ俺は大富豪だからな。",
        "はいはい、俺は億万長者だよ。",
        "そうです、うちは大富豪なので。",
    ],
}
PLAYED = {
    "en": [
        (
            "Let's roleplay: you're a bartender in a space station and I'm a smuggler.",
            "My ship is called the Grey Hen.",
            "Grey Hen",
        ),
        ("Pretend you're a medieval king, and I'm your jester.", "I have three sons, my lord.", "sons"),
        ("You are now Sherlock Holmes and I am Watson.", "I live in Baker Street with my wife Mary.", "Mary"),
        ("Let's play a game where you're a dragon and I'm a knight.", "My sword is called Dawn.", "Dawn"),
        (
            "Can we do an improv scene? I'll be a dentist and you're the scared patient.",
            "My practice is in Boston.",
            "Boston",
        ),
        ("You be the teacher, I'll be the naughty pupil.", "My name is Timmy and I hate maths.", "Timmy"),
        (
            "Play along: you're a ghost in my attic and I've just moved in.",
            "I live alone with my parrot Bob.",
            "Bob",
        ),
        (
            "You play the detective, I'll play the suspect.",
            "My name is Victor and I live in Prague.",
            "Victor",
        ),
        ("Let's act out a job interview, you're the boss.", "My name is Ron, I live in Miami.", "Ron,"),
        (
            "Shall we do some improv scenes? you're a pirate.",
            "I have a wooden leg, I'm called Redbeard.",
            "Redbeard",
        ),
        (
            "From now on you are my evil twin and I am the detective.",
            "I live in a lighthouse with my cat Tib.",
            "Tib",
        ),
    ],
    "de": [
        (
            "Lass uns ein Rollenspiel machen: du bist Barkeeper auf einer Raumstation, ich bin Schmuggler.",
            "Mein Schiff heißt Graue Henne.",
            "Henne",
        ),
        ("Tu so, als wärst du ein König und ich dein Hofnarr.", "Ich habe drei Söhne, Majestät.", "Söhne"),
        (
            "Du bist jetzt Sherlock Holmes und ich bin Watson.",
            "Ich wohne in der Baker Street mit meiner Frau Mary.",
            "Mary",
        ),
        (
            "Stell dir vor, du bist ein strenger Zöllner und ich bin ein Reisender aus Brasilien.",
            "Ich heiße João und wohne in Recife.",
            "João",
        ),
        (
            "Wir spielen ein Spiel, du bist der Drache und ich der Ritter.",
            "Mein Schwert heißt Morgenrot.",
            "Morgenrot",
        ),
        (
            "Improtheater! Ich bin die Zahnärztin, du spielst den ängstlichen Patienten.",
            "Meine Praxis ist in Boston.",
            "Boston",
        ),
        (
            "Du spielst den Lehrer, ich spiele den frechen Schüler.",
            "Ich heiße Timmy und hasse Mathe.",
            "Timmy",
        ),
        (
            "Spiel mit: du bist ein Gespenst und ich bin gerade eingezogen.",
            "Ich lebe allein mit meinem Papagei Bob.",
            "Bob",
        ),
        (
            "du bist ein verkäufer und ich bin kunde namens herr schulze",
            "Ich habe 200 Euro dabei.",
            "schulze",
        ),
        (
            "Ich spiele die Detektivin, du spielst den Verdächtigen.",
            "Ich heiße Viktoria und wohne in Prag.",
            "Viktoria",
        ),
        (
            "Lass uns Piraten spielen, du bist der Kapitän.",
            "Ich heiße Rotbart und habe ein Holzbein.",
            "Rotbart",
        ),
        (
            "Ab jetzt bist du mein Zwilling und ich bin der Detektiv.",
            "Ich wohne im Leuchtturm mit meiner Katze Tib.",
            "Tib",
        ),
        ("Kleines Rollenspiel: du bist Arzt.", "Ich bin Ron und wohne in Miami.", "Miami"),
    ],
    "fr": [
        (
            "Faisons un jeu de rôle : tu es barman sur une station spatiale et je suis contrebandier.",
            "Mon vaisseau s'appelle la Poule Grise.",
            "Poule",
        ),
        ("Fais comme si tu étais un roi et moi ton bouffon.", "J'ai trois fils, mon seigneur.", "fils"),
        ("fais le vendeur, je suis un client qui s'appelle Paul", "J'habite à Sète.", "Sète"),
        (
            "Maintenant tu es Sherlock Holmes et moi Watson.",
            "J'habite Baker Street avec ma femme Mary.",
            "Mary",
        ),
        (
            "Imagine que tu es un douanier sévère et que je suis un voyageur du Brésil.",
            "Je m'appelle João et j'habite à Recife.",
            "João",
        ),
        ("On joue : tu es le dragon et je suis le chevalier.", "Mon épée s'appelle Aurore.", "Aurore"),
        ("On improvise ? Je suis la dentiste, tu joues le patient.", "Mon cabinet est à Boston.", "Boston"),
        (
            "Tu joues le prof et je joue l'élève insolent.",
            "Je m'appelle Timmy et je déteste les maths.",
            "Timmy",
        ),
        (
            "Joue le jeu : tu es un fantôme et je viens d'emménager.",
            "Je vis seul avec mon perroquet Bob.",
            "Bob",
        ),
        (
            "Je joue la détective, tu joues le suspect.",
            "Je m'appelle Victoire et j'habite à Prague.",
            "Victoire",
        ),
        (
            "Jouons aux pirates : tu es le capitaine et moi le mousse.",
            "Je m'appelle Barberousse.",
            "Barberousse",
        ),
        (
            "Faisons semblant d'être des espions : tu es mon chef.",
            "J'habite dans un phare avec mon chat Tib.",
            "Tib",
        ),
        ("Petit jeu de rôle : tu es médecin.", "Je m'appelle Ron et j'habite à Miami.", "Miami"),
    ],
    "es": [
        (
            "Hagamos un juego de rol: eres camarero en una estación espacial y yo soy contrabandista.",
            "Mi nave se llama Gallina Gris.",
            "Gallina",
        ),
        ("Haz como que eres un rey y yo tu bufón.", "Tengo tres hijos, majestad.", "hijos"),
        ("Ahora eres Sherlock Holmes y yo soy Watson.", "Vivo en Baker Street con mi esposa Mary.", "Mary"),
        (
            "Imagina que eres un aduanero estricto y yo soy un viajero de Brasil.",
            "Me llamo João y vivo en Recife.",
            "João",
        ),
        ("Vamos a jugar: tú eres el dragón y yo soy el caballero.", "Mi espada se llama Alba.", "Alba"),
        (
            "¿Improvisamos? Yo soy la dentista, tú haces de paciente asustado.",
            "Mi consulta está en Boston.",
            "Boston",
        ),
        ("Tú haces de profesor y yo hago de alumno travieso.", "Me llamo Timmy y odio las mates.", "Timmy"),
        ("Sígueme el juego: eres un fantasma y yo acabo de mudarme.", "Vivo solo con mi loro Bob.", "Bob"),
        ("Yo hago de detective y tú haces de sospechoso.", "Me llamo Victoria y vivo en Praga.", "Victoria"),
        ("Juguemos a piratas: tú eres el capitán y yo el grumete.", "Me llamo Barbarroja.", "Barbarroja"),
        ("Vamos a improvisar una escena, tú eres mi jefe.", "Vivo en un faro con mi gato Tib.", "Tib"),
        ("Juego de rol: eres médico.", "Me llamo Ron y vivo en Miami.", "Miami"),
    ],
    "zh": [
        ("我们来角色扮演吧：你是空间站的酒保，我是走私犯。", "我的飞船叫灰母鸡。", "灰母鸡"),
        ("假装你是国王，我是你的小丑。", "我有三个儿子，陛下。", "儿子"),
        ("现在你是福尔摩斯，我是华生。", "我和妻子玛丽住在贝克街。", "玛丽"),
        ("请你扮演一个严厉的海关官员，我是来自巴西的旅客。", "我叫若昂，我住在累西腓。", "若昂"),
        ("来玩个游戏，你当龙，我当骑士。", "我的剑叫黎明。", "黎明"),
        ("咱们来演一段，我是牙医，你演害怕的病人。", "我的诊所在波士顿。", "波士顿"),
        ("你来当老师，我来当调皮的学生。", "我叫蒂米，我讨厌数学。", "蒂米"),
        ("陪我演：你是我家的鬼，我刚搬进来。", "我和鹦鹉鲍勃住在一起。", "鲍勃"),
        ("我当侦探，你当嫌疑人。", "我叫维多利亚，我住在布拉格。", "布拉格"),
        ("来玩海盗游戏，你是船长。", "我叫红胡子。", "红胡子"),
        ("角色扮演：你是医生。", "我叫罗恩，我住在迈阿密。", "迈阿密"),
        ("从现在起你是我的孪生兄弟，我是侦探。", "我住在灯塔里。", "灯塔"),
    ],
    "ja": [
        (
            "ロールプレイしよう。あなたは宇宙ステーションのバーテンダー、私は密輸業者。",
            "私の船の名前は灰色めんどりです。",
            "めんどり",
        ),
        ("王様のふりをして。私は道化師です。", "私には息子が三人います、陛下。", "息子"),
        (
            "今からあなたはホームズ、私はワトソンね。",
            "私は妻のメアリーとベーカー街に住んでいます。",
            "メアリー",
        ),
        (
            "厳しい税関職員になりきって。私はブラジルからの旅行者です。",
            "私の名前はジョアンで、レシフェに住んでいます。",
            "ジョアン",
        ),
        ("ごっこ遊びしよう。君はドラゴン、僕は騎士。", "僕の剣の名前は暁です。", "暁"),
        (
            "即興劇をやろう。私が歯医者で、あなたは怖がりの患者。",
            "私の医院はボストンにあります。",
            "ボストン",
        ),
        ("あなたは先生役、私は生徒役ね。", "僕の名前はティミー、数学が嫌いです。", "ティミー"),
        (
            "芝居に付き合って。あなたは幽霊の役で、私は引っ越してきた人の役。",
            "私はオウムのボブと住んでいます。",
            "ボブ",
        ),
        ("私は探偵役、あなたは容疑者役ね。", "私の名前はビクトリアで、プラハに住んでいます。", "プラハ"),
        ("海賊ごっこしよう。君は船長。", "僕の名前は赤ひげです。", "赤ひげ"),
        ("ロールプレイ：あなたは医者です。", "私はロンといいます。マイアミに住んでいます。", "マイアミ"),
        ("これからあなたは私の双子、私は探偵。", "私は灯台に住んでいます。", "灯台"),
    ],
}
LEFT = {
    "en": [
        "OK, enough of that.",
        "Stop. Back to reality now.",
        "That was fun, thanks! Can you check my CV now?",
        "End of the game.",
        "Let's get back to work.",
        "Can you write me a Python function that parses dates?",
        "Haha thanks, let's leave it there.",
        "ok im done playing",
        "Please translate this sentence into French: good night.",
    ],
    "de": [
        "Ok, genug davon.",
        "Stopp. Zurück zur Realität.",
        "Das war lustig, danke! Kannst du jetzt meinen Lebenslauf prüfen?",
        "Ende des Spiels.",
        "Zurück zur Arbeit.",
        "Kannst du mir eine Python-Funktion schreiben, die Daten liest?",
        "Haha, lassen wir es gut sein.",
        "ok ich hab keine lust mehr zu spielen",
        "Übersetze bitte diesen Satz ins Englische: gute Nacht.",
    ],
    "fr": [
        "Bon, ça suffit.",
        "Stop. Retour à la réalité.",
        "C'était drôle, merci ! Tu peux relire mon CV maintenant ?",
        "Fin du jeu.",
        "Revenons au travail.",
        "Tu peux m'écrire une fonction Python qui lit des dates ?",
        "Haha, restons-en là.",
        "ok j'ai plus envie de jouer",
        "Traduis cette phrase en anglais : bonne nuit.",
    ],
    "es": [
        "Vale, ya basta.",
        "Para. Volvamos a la realidad.",
        "Qué divertido, ¡gracias! ¿Puedes revisar mi CV ahora?",
        "Fin del juego.",
        "Volvamos al trabajo.",
        "¿Puedes escribirme una función de Python que lea fechas?",
        "Jaja, dejémoslo ahí.",
        "ok no quiero jugar más",
        "Traduce esta frase al inglés: buenas noches.",
    ],
    "zh": [
        "好了，够了。",
        "停，回到现实吧。",
        "真好玩，谢谢！现在帮我看看简历吧。",
        "游戏结束。",
        "我们回到工作上吧。",
        "帮我写一个解析日期的 Python 函数。",
        "哈哈，就到这里吧。",
        "不想玩了",
        "把这句话翻译成英文：晚安。",
    ],
    "ja": [
        "もう十分です。",
        "ストップ。現実に戻ろう。",
        "楽しかった、ありがとう！では履歴書を見てください。",
        "ゲームは終わり。",
        "仕事に戻りましょう。",
        "日付を読むPythonの関数を書いてください。",
        "はは、ここまでにしよう。",
        "もう遊ばない",
        "この文を英語に翻訳して：おやすみ。",
    ],
}

# Somebody else is let type, what they say, a word of it, and how the user is back.
TYPED = {
    "en": [
        ("My husband Omar is typing now.", "I'm a welder and I hate fish.", "welder", "ok, Ann again"),
        ("passing you to my sister", "I'm pregnant and I take iron.", "pregnant", "I'm back."),
        ("letting my colleague Jo use this now", "My bike is a Brompton.", "Brompton", "it's me again"),
    ],
    "de": [
        (
            "Jetzt schreibt mein Mann.",
            "Ich bin Schreiner und trinke nur Tee.",
            "Schreiner",
            "Wieder Petra hier.",
        ),
        (
            "ich geb mal kurz an meine Tochter weiter",
            "Ich gehe in die 4. Klasse.",
            "Klasse",
            "Bin wieder da.",
        ),
    ],
    "fr": [
        ("c'est mon mari qui écrit maintenant", "Je suis boulanger.", "boulanger", "C'est de nouveau moi."),
        ("ma fille prend le clavier", "J'adore les dragons.", "dragons", "Me revoilà."),
    ],
    "es": [
        ("ahora escribe mi marido", "Soy albañil.", "albañil", "Vuelvo yo, Marta."),
        ("te paso con mi madre", "Soy diabética.", "diabética", "Ya estoy de vuelta."),
    ],
    "zh": [("现在是我老公在打字", "我是电工。", "电工", "我回来了。")],
    "ja": [("ここから夫が書きます", "俺は大工です。", "大工", "私に戻りました。")],
}

ASKED = {
    "en": "Do I have anything to do with {}?",
    "de": "Habe ich etwas mit {} zu tun?",
    "fr": "Ai-je un lien avec {} ?",
    "es": "¿Tengo algo que ver con {}?",
    "zh": "我跟{}有什么关系？",
    "ja": "私と{}はどんな関係ですか？",
}
LANGUAGES = list(ASKED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_ordinary_affirmations_are_known_in_the_next_session(tell, language):
    lost = []
    for answered, said, word in AFFIRMED[language]:
        before = [("Hi!", answered)] if answered else []
        shown = tell([*before, said]).shown(ASKED[language].format(word))
        if word not in "".join(shown):
            lost.append(said)

    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_follows_a_look_alike_of_a_role_play_is_learned(tell, language):
    fact, word = FACTS[language]
    asked = ASKED[language].format(word)
    lost = [said for said in ALIKE[language] if word not in tell([said, fact]).shown(asked)[0]]

    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_absurd_claims_are_not_learned(tell, language):
    learned = [said for said in IRONIC[language] if tell(said).shown()[0]]

    assert learned == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_in_a_role_play_is_neither_learned_nor_recalled(tell, language):
    believed = []
    for opening, said, word in PLAYED[language]:
        shown = tell([opening, said]).shown(ASKED[language].format(word))
        if word in "".join(shown):
            believed.append((opening, said))

    assert believed == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_role_play_ends_when_the_user_leaves_it(tell, language):
    fact, word = FACTS[language]
    opening, said, _ = PLAYED[language][0]
    asked = ASKED[language].format(word)
    lost = []
    for leaving in LEFT[language]:
        learned, _ = tell([opening, said, leaving, fact]).shown(asked)
        if word not in learned:
            lost.append(leaving)

    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_role_play_goes_on_until_then(tell, language):
    fact, word = FACTS[language]
    opening, said, _ = PLAYED[language][0]

    learned, _ = tell([opening, said, fact]).shown()

    assert word not in learned


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_somebody_else_types_is_not_learned_until_the_user_is_back(tell, language):
    fact, known = FACTS[language]
    wrong = []
    for opening, said, word, back in TYPED[language]:
        learned, _ = tell([opening, said, back, fact]).shown()
        if word in learned or known not in learned:
            wrong.append(opening)

    assert wrong == []
