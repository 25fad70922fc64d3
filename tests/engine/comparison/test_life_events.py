"""What happens in a life ends what was true before: a new class at school, an appointment, a birth, a move."""

from __future__ import annotations

import pytest

from tiermem.engine.comparison.compare import compare
from tiermem.engine.comparison.statement import Statement

OVERTAKEN = (
    ("I drive a blue skoda octavia.", "I sold the skoda."),
    ("Tengo un skoda octavia azul.", "he vendido el skoda"),
    ("I have yoga every Monday.", "yoga got cancelled for good"),
    ("Je chante dans une chorale le mardi.", "la chorale est annulée, définitivement"),
    ("My dentist is Dr Patel.", "we've got a new dentist, Dr Roe"),
    ("My boss is Karen.", "we've got a new boss tom"),
    ("I'm an engineer at Shell.", "I'm the practice manager now"),
    ("My brother Tom lives in Hull.", "Tom is dead unfortunately"),
    ("I'm married and live in Leeds.", "I got divorced"),
    ("I have a dentist appointment on 4 May at 9.", "Anna rescheduled my dentist appointment to 5 May"),
    ("I pay 800 rent.", "Karen put the rent up to 900"),
    ("I work at Shell.", "I quit Shell and I'm joining BP in June"),
    ("my cat biscuit is 15", "biscuit died yesterday"),
    ("my cat biscuit is 15", "biscuit passed away"),
    ("my brother tom lives in leeds", "tom died last week"),
    ("unser hund bruno hat durchfall", "bruno ist gestern eingeschläfert worden"),
    ("mon chat pixel a 9 ans", "pixel est mort hier"),
    ("mi perra nala es una labrador", "nala murió ayer"),
    ("my bf liam hates mushrooms", "me and liam broke up"),
    ("meine freundin lena ist vegetarierin", "lena und ich haben uns getrennt"),
    ("my wife is pregnant, due april 9", "my wife had the baby last night"),
    ("Ma femme est enceinte.", "ma femme a accouché hier"),
    ("Mi mujer está embarazada.", "mi mujer dio a luz anoche"),
    ("我老婆怀孕了。", "我老婆昨晚生了"),
    ("Ma fille Éloïse fait de la danse le mercredi.", "Éloïse ne jure plus que par l'escrime"),
    ("Enzo is on sick leave for six weeks.", "Enzo's back at work"),
    ("Ich bin bis Freitag krankgeschrieben.", "ich arbeite wieder"),
    ("Mon collègue Enzo est en arrêt maladie.", "mon collègue a repris le boulot"),
    ("Estoy de baja.", "ya volví a trabajar"),
    ("我在请病假。", "我回来上班了"),
    ("私は休職中です。", "復職しました"),
    ("My mum is in hospital in Inverness.", "my mum's home now, doing ok"),
    ("My mum is in hospital in Inverness.", "she's out of hospital, back home"),
    ("My sister is in the hospital.", "my sister got discharged yesterday"),
    ("Mama ist im Krankenhaus.", "mama ist wieder daheim"),
    ("Meine Oma ist in der Reha.", "Oma ist endlich zuhause"),
    ("Ma mère est à l'hôpital.", "ma mère est rentrée à la maison"),
    ("Ma mère est à l'hôpital.", "elle est sortie de l'hôpital hier"),
    ("Mi madre está en el hospital en Rosario.", "ya le dieron el alta, está en casa"),
    ("Mi madre está internada.", "mi madre ya está en casa"),
    ("妈妈住院了。", "妈妈出院了"),
    ("母が大阪の病院に入院しています。", "母は無事退院しました"),
    ("We're on holiday in Crete.", "we're back home"),
    ("My landlord is Mr Hill.", "We've got a lovely new landlady, Ms Quinn."),
    ("I drive a Golf for work.", "I drive a Tesla now."),
    ("I have an appointment with Dr. Patel on 9 October.", "Dr. Patel died."),
    ("I have a meeting with Tom on 9 October.", "Tom quit, so no more meeting."),
    ("Wir sind im Urlaub auf Kreta.", "wir sind wieder daheim"),
    ("On est en vacances en Crète.", "on est rentrés"),
    ("Ya estamos en Barcelona, hace un frío.", "volvimos a casa"),
    ("I've taken lisinopril since 9 May, from Dr. Patel.", "Dr. Patel took me off the lisinopril."),
    ("My friend Mia has a dog called Odin.", "Mia's dog Odin died yesterday."),
    ("My sister Ann has a cat called Luna.", "My sister's cat Luna died yesterday."),
    ("Meine Freundin Mia hat einen Hund namens Odin.", "Mias Hund Odin ist gestern gestorben."),
    ("Mon amie Lucie a un chien qui s'appelle Odin.", "Odin, le chien de Lucie, est mort hier."),
    ("Mi amiga Lucía tiene un perro que se llama Odín.", "Odín, el perro de Lucía, murió ayer."),
    ("My dog is called Rex.", "Our dog Rex died yesterday."),
    ("My neighbour Tom has a dog.", "Tom's dog died last week."),
    ("我女儿小美在星巴克工作。", "小美现在在麦当劳工作。"),
    ("My daughter Edie is in year 5.", "Edie started year 6 today."),
    ("User's daughter Pia is in third grade.", "Pia started fourth grade this week, time flies"),
    ("Mein Sohn Finn ist in der dritten Klasse.", "Finn kommt jetzt in die vierte Klasse."),
    ("Ma fille est en CE1.", "Ma fille vient de passer en CE2."),
    ("Mi hijo está en tercero de primaria.", "Mi hijo ya pasó a cuarto."),
    ("儿子上三年级。", "儿子升四年级了。"),
    ("娘は小学三年生です。", "娘が四年生になりました。"),
    ("I'm a staff nurse on ward 7.", "They've made me matron!"),
    ("Ich bin Teamleiter im Einkauf.", "Sie haben mich zum Abteilungsleiter gemacht."),
    ("Je suis aide-soignante.", "Ils m'ont nommée cadre de santé."),
    ("私は係長です。", "課長に昇進しました。"),
    ("My sister is expecting, due in March.", "My sister had the baby!"),
    ("I'm 5 months pregnant.", "Baby Wren was born on Sunday."),
    ("我女朋友叫小丽。", "我女朋友现在是小芳。"),
    ("My brother Joel is engaged to Tess.", "Joel and Tess called it off."),
    ("Der Nutzer arbeitet bei der Sparkasse in Ulm.", "Hab gekündigt, ab März bin ich bei der Volksbank."),
    ("We keep our code in Bitbucket.", "Everything lives on GitLab as of today."),
    ("We're expecting twins in May.", "our twins arrived last night!"),
    ("Meine Frau ist schwanger.", "Unser Baby ist da!"),
    ("Estoy embarazada de seis meses.", "Ya nació nuestro hijo."),
    ("我怀孕五个月了。", "宝宝出生了！"),
    ("I'm a sales clerk at Argos.", "I got fired this morning"),
    ("Je suis vendeuse chez Fnac.", "je me suis fait virer"),
    ("Trabajo de contable en Repsol.", "me despidieron ayer"),
    ("我在小米做测试工程师。", "上周被裁了。"),
    ("The user is looking for a job in retail.", "start at Boots on Tuesday"),
    ("We're getting married in May.", "The wedding's off."),
    ("Nous nous marions en mai.", "Le mariage est annulé."),
    ("I'm a designer at Figma.", "I joined Canva in March."),
    ("I'm writing my thesis on owls.", "handed in my thesis yesterday"),
    ("I work for the council.", "I'm a potter now"),
    ("My wife works at Asda.", "my wife is a midwife now"),
    ("Ich arbeite bei Rewe.", "ich bin jetzt Imker"),
    ("Je travaille dans un cinéma.", "je suis apiculteur maintenant"),
    ("Trabajo en una ferretería.", "ahora soy cartera"),
    ("我在邮局上班。", "我现在是木匠"),
    ("銀行で働いています。", "今は大工です"),
    ("My granny is in a home in Truro.", "granny passed peacefully on Monday"),
    ("My rabbit Thumper is 6.", "we lost Thumper this morning"),
    ("Wir haben einen Hund, Bello.", "Bello ist über die Regenbogenbrücke gegangen"),
    ("Meine Oma wohnt in Trier.", "Oma ist am Montag friedlich eingeschlafen"),
    ("Mon chat Félix a 12 ans.", "on a perdu Félix hier"),
    ("Mi perro Zar tiene 9 años.", "tuvimos que dormir a Zar ayer"),
    ("我爷爷住在兰州。", "爷爷上周走了"),
    ("祖父は函館に住んでいます。", "祖父が昨夜他界しました"),
    ("My daughter is at nursery.", "my daughter's started school!"),
    ("My son's in year 6.", "my son started secondary school"),
    ("Meine Tochter geht in den Kindergarten.", "meine Tochter geht jetzt zur Schule"),
    ("Mon fils est au collège.", "mon fils est entré au lycée"),
    ("Mi hijo va a la guardería.", "mi hijo empezó el colegio"),
    ("我儿子在读高三。", "我儿子考上浙大了！"),
    ("娘は保育園に通っています。", "娘が四月から小学校に入りました"),
    ("My sister Jo is unemployed.", "Jo got a job at the airport"),
    ("Mein Sohn Ben ist arbeitslos.", "Ben hat ne Stelle bei der Müllabfuhr!"),
    ("Mi hermano Luis está en paro.", "Luis ya encontró trabajo, es conductor"),
    ("I'm single.", "I'm seeing someone now, Raj"),
    ("Estoy soltera.", "he conocido a alguien"),
    ("我单身。", "我交女朋友了"),
    ("My girlfriend Tess loves sushi.", "Tess dumped me :("),
    ("Mein Freund heißt Kevin.", "Kevin hat gestern Schluss gemacht"),
    ("Ma copine Inès est prof.", "Inès m'a quitté hier"),
    ("我女朋友叫小美。", "我跟小美分了"),
    ("I take metformin twice a day.", "my doctor took me off metformin and put me on Ozempic"),
    ("Ich nehme Ramipril.", "mein Arzt hat das Ramipril abgesetzt"),
    ("Je prends du Levothyrox.", "mon médecin m'a arrêté le Levothyrox"),
    ("I'm allergic to cats.", "my cat allergy is gone!"),
    ("I've got a bad knee.", "The knee is fine again"),
    ("Ich bin allergisch gegen Pollen.", "meine Pollenallergie ist verschwunden"),
    ("Je suis allergique aux chats.", "mon allergie aux chats a disparu"),
    ("我对猫过敏。", "我的猫过敏好了"),
    ("猫アレルギーです。", "猫アレルギーが治りました"),
    ("My friend Lou works at the zoo.", "Lou got let go by the zoo."),
    ("User's sister Ann is pregnant.", "Ann had the baby last night, a boy, Leo!"),
    ("Mein Bruder Tom arbeitet bei Aldi.", "Tom ist gestern entlassen worden."),
    ("Mon frère Tom travaille chez Orange.", "Tom s'est fait virer."),
    ("I work at Argos.", "I got let go by Argos."),
    ("I drive a Mazda 3.", "Traded it in for a Peugeot 208."),
    ("My laptop is a macbook air.", "new laptop day! thinkpad x1"),
    ("My laptop is a Dell XPS.", "Got the new laptop, a ThinkPad X1."),
    ("Meine Kamera ist eine Canon R6.", "Ich bin auf die Sony A7 umgestiegen."),
    ("Mein Handy ist ein iPhone 12.", "Ich habe es gegen ein Pixel 9 getauscht."),
    ("Mon téléphone est un Samsung S21.", "Je suis passé à l'iPhone 15."),
    ("Tengo un Samsung A12.", "Por fin tengo móvil nuevo, un Xiaomi 14."),
    ("我的电脑是联想T14。", "电脑换成MacBook Air了。"),
    ("スマホはGalaxy S21です。", "iPhone 15に機種変しました。"),
    ("My phone is an iPhone 12.", "I moved to a Pixel 9 and kept my number."),
    ("My laptop is a Dell XPS 13.", "Switched to a MacBook M3 and bought a sleeve."),
    ("I drive a Mazda 3.", "I sold the Mazda and cancelled the insurance."),
    ("Mein Handy ist ein iPhone 12.", "Ich habe es gegen ein Pixel 9 getauscht, die Nummer bleibt."),
    ("Mon téléphone est un Samsung S21.", "Je suis passée au Pixel 9 et je garde le même forfait."),
    ("Mi móvil es un Samsung A12.", "Me cambié a un Pixel 9 y conservo mi número."),
    ("我的手机是华为P40。", "手机换成小米15了，套餐不变。"),
    ("スマホはGalaxy S21です。", "Pixel 9に機種変しました。番号はそのままです。"),
    ("Soy camarero en Cádiz.", "Ahora soy cartero en Jerez."),
    ("Tengo un gato que se llama Trasgo.", "Trasgo se nos fue anoche."),
    ("Tengo una perra que se llama Nala.", "Nala nos dejó para siempre ayer."),
    ("Our dog is called Rufus.", "We had to let Rufus go on Monday."),
    ("J'ai un chat qui s'appelle Minou.", "On a dû faire endormir Minou."),
    ("Unser Hund heißt Balu.", "Wir mussten Balu heute gehen lassen."),
    ("Unser Hund heißt Balu.", "Wir mussten Balu schweren Herzens gehen lassen."),
    ("Unser Hund heißt Balu.", "Wir mussten Balu einschlafen lassen, er war so krank."),
    ("Our dog is called Rufus.", "We had to put Rufus down, he was in pain."),
    ("Our dog is called Rufus.", "We had to let Rufus go."),
    ("我家的狗叫旺财。", "旺财上周回汪星了。"),
    ("うちの犬の名前はポチです。", "ポチがお空に行きました。"),
    ("My father takes warfarin.", "They took dad off warfarin."),
    ("My dad takes warfarin for his heart.", "The doctor stopped dad's warfarin and put him on apixaban."),
    ("Mein Vater nimmt Ramipril.", "Das Ramipril haben sie bei Papa abgesetzt."),
    ("Mi padre toma enalapril.", "La doctora le ha quitado el enalapril a mi padre."),
    ("I'm retiring in June.", "Changed my mind, staying on another year."),
    ("Ich gehe im Juni in Rente.", "Ich arbeite doch noch ein Jahr."),
    ("Je pars à la retraite en juin.", "J'ai changé d'avis, je reste encore un an."),
    ("Me jubilo en junio.", "Cambié de idea, me quedo un año más."),
    ("我打算退休。", "改主意了，再干一年。"),
    ("来年退職します。", "気が変わって、もう一年働きます。"),
    ("Mi hermano Juan vive en Salta.", "Ayer falleció mi hermano Juan."),
    ("Mi abuela Rosa vive en Jujuy.", "Se nos fue la abuela."),
    ("Mi amigo Tito vive en Salta.", "Murió Tito de cáncer."),
    ("My friend Tito lives in Salta.", "Tito is dead."),
    ("Mein Freund Tito lebt in Graz.", "Tito ist tot."),
    ("My boyfriend Tom is a chef.", "It's over with Tom."),
    ("My boyfriend Tom is a chef.", "Tom and I are no longer together."),
    ("Mein Freund Gernot ist Mechaniker.", "Mit Gernot ist es aus."),
    ("Mein Freund Gernot ist Mechaniker.", "Gernot und ich sind nicht mehr zusammen."),
    ("Mon copain Karim est mécano.", "C'est fini avec Karim."),
    ("Mon copain Karim est mécano.", "J'ai quitté Karim hier."),
    ("Mi novio Juan es chef.", "Lo mío con Juan se acabó."),
    ("Mi novio Juan es chef.", "Ya no estoy con Juan."),
    ("我男朋友小明是厨师。", "和小明结束了。"),
    ("彼氏の健太は大阪に住んでいます。", "健太とはもう終わりました。"),
    ("彼氏の健太は大阪に住んでいます。", "健太との関係は終わりました。"),
    ("My brother Tom lives in Hull.", "Tom is dead, it was his heart."),
    ("My brother Tom lives in Hull.", "Tom is dead now."),
    ("My brother Tom lives in Hull.", "Tom died of cancer."),
    ("Mein Bruder Tom wohnt in Hull.", "Tom ist leider tot, Herzinfarkt."),
    ("Mon frère Tom habite à Hull.", "Tom est mort d'un cancer."),
    ("Mi hermano Tom vive en Hull.", "Tom se murió de cáncer."),
    ("My boyfriend Tom is a chef.", "It's over between Tom and me."),
    ("My boyfriend Tom is a chef.", "It's over with my boyfriend :("),
    ("Mein Freund Gernot ist Mechaniker.", "Jetzt ist Schluss mit meinem Freund Gernot."),
    ("Mon copain Karim est mécano.", "Avec Karim, c'est fini."),
    ("Mon copain Karim est mécano.", "C'est fini entre Karim et moi."),
    ("Mi novio Juan es chef.", "Terminé con mi novio ayer."),
    ("Mi novio Juan es chef.", "Juan y yo terminamos."),
    # a search and savings that came to an end
    ("User is looking for a flat in Hackney.", "Found a flat! signing tomorrow"),
    ("I'm looking for a new dentist.", "I found a dentist near work"),
    ("User is saving for a campervan.", "We bought the campervan."),
    ("Der Nutzer sucht eine Wohnung in Köln.", "Wir haben endlich eine Wohnung gefunden."),
    ("Ich spare auf ein E-Bike.", "Hab mir das E-Bike gekauft."),
    ("L'utilisatrice cherche un appartement à Lyon.", "J'ai trouvé un appartement rue Mercière."),
    ("J'économise pour une moto.", "J'ai acheté la moto."),
    ("Busco piso en Bilbao.", "Ya encontré piso, en Deusto."),
    ("Estoy ahorrando para una moto.", "Me compré la moto."),
    ("用户在找房子。", "找到房子了，下周签合同。"),
    ("我在攒钱买电动车。", "终于买了电动车！"),
    ("部屋を探しています。", "部屋が決まりました、中野です。"),
    # recoveries
    ("I have a broken wrist.", "The wrist works again."),
    ("I have a broken wrist.", "My wrist healed nicely."),
    ("J'ai une sciatique.", "Ma sciatique est passée."),
    ("Tengo un esguince en el tobillo.", "Ya estoy recuperada del esguince en el tobillo."),
    ("我膝盖疼。", "膝盖不疼了。"),
    ("腰痛があります。", "腰痛は良くなりました。"),
    ("User is allergic to penicillin.", "Turns out I'm not allergic to penicillin, they tested me."),
    ("我对青霉素过敏。", "原来我对青霉素不过敏，做了皮试。"),
    # deaths of pets that a note introduces
    ("El usuario tiene un perro llamado Lolo.", "Se nos murió Lolo el lunes."),
    ("J'ai une chienne appelée Nala.", "Nala nous a quittés dimanche."),
    ("Die Nutzerin hat einen Hund namens Balu.", "Balu mussten wir gehen lassen."),
    ("My brother is a student.", "My brother started his first job"),
    ("My sister is a nursing student.", "my sister graduated last week"),
    ("Meine Schwester ist Studentin.", "meine Schwester hat ihren ersten Job angefangen"),
    ("Meine Schwester ist Medizinstudentin.", "meine Schwester hat ihr Studium abgeschlossen"),
    ("Mon frère est étudiant.", "mon frère a commencé son premier boulot"),
    ("Ma sœur est étudiante.", "ma sœur a eu son diplôme"),
    ("Mi hermano es estudiante.", "mi hermano se graduó"),
    ("Mi hermana es estudiante.", "mi hermana empezó su primer trabajo"),
    ("我妹妹是护理学生。", "妹妹毕业了"),
    ("我妹妹是大学生。", "妹妹毕业上班了"),
    ("妹は看護学生です。", "妹がこの春から小児病棟で働き始めました"),
    ("弟は大学生です。", "弟は就職しました"),
    ("テニスを習っています。", "テニスをやめました"),
    ("ジムに通っています。", "ジムやめた"),
    ("我练瑜伽。", "瑜伽停了"),
    ("我每天喝咖啡。", "我不喝咖啡了"),
    ("毎日コーヒーを飲みます。", "コーヒーをやめました"),
    ("我一天两包烟。", "烟彻底断了快俩月"),
    ("実家暮らしです。", "部屋を借りました"),
    ("孫は野球部のピッチャーです。", "孫がね、野球やめてしもて、今は将棋に夢中やねん。"),
    # what can be eaten again, an age in a word, and schedules of somebody by name
    ("My cat Suki is allergic to chicken.", "Suki can have chicken again, it was the beef."),
    ("Meine Tochter ist allergisch gegen Milch.", "Meine Tochter verträgt wieder Milch."),
    ("Mon fils est allergique au lait.", "Mon fils peut de nouveau boire du lait."),
    ("Mi hija es alérgica a la leche.", "Mi hija ya puede volver a tomar leche."),
    ("我对芒果过敏。", "我现在又能吃芒果了。"),
    ("娘は卵アレルギーです。", "娘はまた卵が食べられるようになりました。"),
    ("I'm 41.", "42 last week, ouch."),
    ("My partner Jo works nights.", "Jo's on days now."),
    ("My brother Dan works nights.", "Dan works days now."),
    ("I do pilates with Ana on Mondays at the leisure centre.", "I quit pilates."),
    ("I have an allotment on Weaver Lane, plot 14.", "I gave up the allotment."),
    ("I volunteer at the food bank on Saturdays.", "I've stopped volunteering."),
    ("Ich spiele im Verein Volleyball, dienstags.", "Ich hab mit Volleyball aufgehört."),
    ("I drink tea.", "I'm off tea, only coffee now."),
)
BESIDE = (
    ("I drive a blue skoda octavia.", "I sold my skoda shares."),
    ("I have a blue skoda octavia and a red fiat panda.", "I sold the skoda."),
    ("I have a blue skoda octavia.", "my brother sold his skoda"),
    ("Je chante dans une chorale le mardi.", "la chorale est annulée mardi"),
    ("I sing in a choir on Tuesdays.", "choir is cancelled tuesday"),
    ("I sing in a choir on Tuesdays.", "no choir on tuesday"),
    ("Ich singe dienstags im Chor.", "Chor fällt Dienstag aus"),
    ("Ich singe dienstags im Chor.", "der Chor am Dienstag ist abgesagt"),
    ("Canto en un coro los martes.", "el coro del martes está cancelado"),
    ("我每周二参加合唱团。", "周二的合唱团取消了"),
    ("毎週火曜日に合唱団で歌っています。", "火曜の合唱は中止になりました"),
    ("My dentist is Dr Patel.", "we've got a new dentist chair"),
    ("My boss is Karen.", "we've got a new boss fight to beat"),
    ("I go to choir practice every Thursday.", "I'm the practice manager now"),
    ("I play two sports, tennis and golf.", "quit golf, two sports was too much"),
    ("My exam is on 15 April.", "my exam score of 4/5"),
    ("Le jeudi je fais de la poterie.", "La poterie est annulée jeudi prochain."),
    ("Wir gehen dienstags zum Chor.", "Chor ist diesen Dienstag abgesagt."),
    ("每周三晚上我去打羽毛球。", "这周三的羽毛球取消了。"),
    ("Mum moved out, she's got a flat in Ilford.", "Meera moved to Pune."),
    ("Tengo 27 años.", "Tengo una perra, Lola, de 6 años."),
    ("I'm 27.", "I have a dog, Rex, he is 6."),
    ("I'm Maya, 29, living in Bristol with my girlfriend Jo.", "Jo and I got engaged!"),
    ("I live in Bristol with my girlfriend Jo.", "we got engaged"),
    ("my cat biscuit is 15", "phone died again"),
    ("my cat sleeps all day", "my laptop died"),
    ("Soy cocinero en un restaurante.", "Me han cambiado lo del fisio al 17 a las 12."),
    (
        "J'habite à Lyon.",
        "Je suis graphiste, je relance un client, studio Meridien, il me doit 1200€ depuis janvier.",
    ),
    ("My brother Tom lives in Hull.", "Tom is dead funny."),
    ("My brother Tom lives in Hull.", "Tom died of embarrassment."),
    ("Mein Bruder Tom wohnt in Hull.", "Tom ist leider tot unglücklich."),
    ("Mein Bruder Tom wohnt in Hull.", "Tom ist vor Lachen gestorben."),
    ("Mon frère Tom habite à Hull.", "Tom est mort de fatigue."),
    ("Mi hermano Tom vive en Hull.", "Tom se murió de risa."),
    ("Mi hermano Tom vive en Hull.", "Tom está muerto de hambre."),
    ("弟のトムは大阪に住んでいます。", "トムは恥ずかしくて死んだ。"),
    ("My husband Tom is a chef.", "Tom and I are finished, the shed looks great."),
    ("My girlfriend Ana is a nurse.", "My exam is finally done. It's over with Ana's help."),
    ("My boyfriend Tom is a chef.", "It's over between Tom and the landlord."),
    ("My boyfriend Tom is a chef.", "The call with Tom is over."),
    ("My boyfriend Tom is a chef.", "We split up the bill."),
    ("Mein Freund Tom ist Koch.", "Schluss mit Tom ärgern!"),
    ("Mein Freund Tom ist Koch.", "Die Pause ist vorbei mit Tom."),
    ("Mon copain Karim est mécano.", "C'est fini avec Karim pour aujourd'hui."),
    ("Mon copain Karim est mécano.", "J'ai quitté la maison de Karim."),
    ("Mi novio Tom es cocinero.", "Ya no estoy con Tom en el mismo equipo."),
    ("Mi novio Tom es cocinero.", "Tom y yo terminamos la casa."),
    ("我男朋友小明是厨师。", "我和小明结束了项目。"),
    ("我男朋友小明是厨师。", "和小明的课结束了。"),
    ("Mi novio Tom es cocinero.", "Hoy ya no estoy con Tom, se fue al cine."),
    ("My dad is in hospital.", "She's home now, my sister I mean."),
    ("My dad is in hospital.", "My sister's flight was late. She's finally home."),
    ("Mi madre está en el hospital.", "Ya le dieron el alta a mi hija en el gimnasio."),
    ("I'm on vacation from 3 to 10 August.", "I'm back home."),
    ("Ya estamos en el piso nuevo de Gracia.", "Volvimos a casa tarde anoche."),
    ("My landlord is Mr Hill.", "I got a new sofa, the landlady helped me carry it."),
    ("My dentist is Dr. Kay.", "I have a new crown, my dentist did a great job."),
    ("I drive a taxi.", "We bought a Tesla."),
    ("We have three kids, Will, Mia and Ben.", "We will have four kids in May."),
    ("My wife is off sick.", "I'm back at work"),
    ("I'm off sick with depression.", "I'm back at work"),
    ("I work at Boots.", "I'm back at work"),
    ("Meine Frau ist krankgeschrieben.", "ich arbeite wieder"),
    ("Mi mujer está de baja.", "ya volví a trabajar"),
    ("My mum is in hospital.", "I'm home now"),
    ("My mum is in hospital.", "my dad's home now"),
    ("My mum is in hospital.", "she'll be home on Friday"),
    ("My mum is in hospital.", "my mum is still in hospital"),
    ("My dad's in hospital with leukaemia.", "dad's back home"),
    ("My son Tom is in hospital.", "Tom's teacher is out of hospital"),
    ("My mum is in hospital management.", "my mum's home now"),
    ("I'm in Leeds.", "I'm home now"),
    ("Mama ist im Krankenhaus.", "papa ist wieder daheim"),
    ("Ich arbeite im Krankenhaus.", "ich bin wieder zuhause"),
    ("Ma mère est à l'hôpital.", "on est rentrés à la maison"),
    ("Mi madre está internada.", "mi padre ya está en casa"),
    ("妈妈住院了。", "爸爸出院了"),
    ("我在医院上班。", "我出院了"),
    ("母が入院しています。", "父が退院しました"),
    ("I'm retiring in June.", "We're staying another year in this flat."),
    ("My wife is retiring in June.", "I'm staying on another year."),
    ("Ich gehe im Juni in Rente.", "Ich bleibe noch ein Jahr in Wien."),
    ("Je pars à la retraite en juin.", "Mon fils reste encore un an à Lyon."),
    ("Me jubilo en junio.", "Mi hija se queda un año más."),
    ("Mi perro Toby tiene 3 años.", "Murió el perro de la vecina."),
    ("Mi hermano Juan vive en Salta.", "Falleció el padre de mi amigo Juan."),
    ("Mi amigo Tito vive en Salta.", "Casi murió Tito en la ruta."),
    ("My boyfriend Tom is a chef.", "It's over with the landlord."),
    ("My boyfriend Tom is a chef.", "Tom and I are over 30."),
    ("Mein Freund Gernot ist Mechaniker.", "Mit dem Rauchen ist es aus."),
    ("Mein Freund Gernot ist Mechaniker.", "Der Kurs mit Gernot ist aus."),
    ("Mon copain Karim est mécano.", "C'est fini avec la clope."),
    ("Mon copain Karim est mécano.", "Le cours avec Karim est fini."),
    ("Mi novio Juan es chef.", "Terminé con la mudanza."),
    ("Mi hermano Juan es chef.", "Corté con Juan la leña."),
    ("彼氏の健太は大阪に住んでいます。", "会議はもう終わりました。"),
    ("My dog is called Rex.", "Mia's dog Odin died yesterday."),
    ("My cat is called Tom.", "My sister's cat Luna died yesterday."),
    ("Mein Hund heißt Rex.", "Mias Hund Odin ist gestern gestorben."),
    ("Ich habe einen Hund namens Rex.", "Odin, der Hund von Mia, ist gestern gestorben."),
    ("Mon chien s'appelle Rex.", "Odin, le chien de Lucie, est mort hier."),
    ("Mi perro se llama Rex.", "Odín, el perro de Lucía, murió ayer."),
    ("My friend Mia has a dog called Odin.", "Jo's dog Odin died yesterday."),
    ("My car is a Golf.", "We bought a Polo too, still have the Golf"),
    ("I rent a flat in Graz.", "We moved to Linz, still have the flat in Graz"),
    ("Our dog is called Bruno.", "The neighbours' dog died."),
    ("Unser Hund heißt Bruno und ist 4.", "Bei den Nachbarn ist der Hund gestorben, der Bruno auch hieß."),
    ("Unsere Katze heißt Mimi und ist 3.", "Die Katze von nebenan, die auch Mimi hieß, ist gestorben."),
    ("Notre chat s'appelle Pistache.", "Le chat des voisins, qui s'appelait aussi Pistache, est mort."),
    ("Nuestro gato se llama Misi.", "El gato de los vecinos, que también se llamaba Misi, murió."),
    ("うちの猫の名前はミケです。", "隣の猫もミケという名前でしたが死にました。"),
    ("我们家的狗叫豆豆。", "邻居家的狗也叫豆豆，昨天死了。"),
    ("My grandad George is 88.", "George's doctor is retiring."),
    ("My brother Omar plays chess.", "Omar's brother gave up chess."),
    ("My brother Omar plays chess.", "Omar's friend Tim gave up chess."),
    ("My brother Karim works at Siemens.", "My brother Karim's boss works at Bosch now."),
    ("Mein Bruder Karim arbeitet bei Siemens.", "Karims Chef arbeitet jetzt bei Bosch."),
    ("Mon frère Karim travaille chez Siemens.", "Le chef de Karim travaille maintenant chez Bosch."),
    ("Mi hermano Karim trabaja en Siemens.", "El jefe de Karim ahora trabaja en Bosch."),
    ("我丈夫李明是医生。", "李明的姐姐也是医生，她刚退休。"),
    ("我女儿小美在星巴克工作。", "小美的妈妈现在在超市工作。"),
    ("甥の翔太は5歳です。", "翔太の兄は8歳になりました。"),
    ("I teach year 3.", "My daughter is in year 6 now."),
    ("Pia is in second grade.", "Her cousin Max starts first grade in August."),
    ("I'm 5 months pregnant.", "My friend Ana had her baby."),
    ("禁酒しています。", "旦那がまた飲み始めた。"),
    ("I live in Leeds.", "They made me laugh today."),
    ("Mi hijo está en tercero de primaria.", "Me han dicho que llueve."),
    ("I work at Argos.", "They didn't fire me, phew."),
    ("I work at Argos.", "My brother got laid off."),
    ("I work at Argos.", "Half my team got laid off."),
    ("I'm a light sleeper.", "I got laid off yesterday."),
    ("Ich arbeite bei Lidl.", "Bin heute aus dem Krankenhaus entlassen worden."),
    ("I'm pregnant.", "My sister's baby arrived."),
    ("I'm pregnant.", "I was born in Leeds."),
    ("I'm pregnant.", "The cot arrived today."),
    ("My sister is pregnant.", "Our baby arrived!"),
    ("We're getting married in May.", "Tom's wedding is off."),
    ("I work at Siemens.", "I'm a team lead now."),
    ("I work in a hospital.", "I'm a nurse now."),
    ("I'm a nurse.", "I work at St Thomas' Hospital now."),
    ("I work in a bank.", "my brother is a gardener now"),
    ("Je travaille chez Airbus.", "je suis chef d'équipe maintenant"),
    ("我在华为工作。", "我现在是组长"),
    ("My dog Max is 3.", "my uncle Max died last week"),
    ("My brother Ken lives in Leeds.", "Ken's dog died in January"),
    ("My nan lives in Hull.", "nan passed her driving test on Thursday"),
    ("My cat Smudge is 14.", "we lost Smudge's collar last night"),
    ("Mein Sohn Jan ist 4.", "Jan ist gestern friedlich eingeschlafen"),
    ("Mi hijo Leo tiene 3 años.", "tuvimos que dormir con Leo ayer"),
    ("My son's in year 6.", "my daughter started secondary school"),
    ("My daughter is at nursery and has asthma.", "her brother started school"),
    ("Mein Sohn Ben ist arbeitslos.", "Ben hat ne Katze"),
    ("I'm single.", "my sister met someone!"),
    ("I'm single.", "I met someone from work for lunch"),
    ("My partner is called Kit.", "Kit left for work early"),
    ("My boyfriend is called Ned.", "Ned left me a note"),
    ("I'm allergic to cats and nuts.", "my cat allergy is gone!"),
    ("I'm allergic to nuts.", "my daughter's nut allergy is gone"),
    ("I'm allergic to penicillin.", "my rash is gone now"),
    ("I take metformin twice a day.", "my dad was taken off metformin"),
    ("我对花生过敏。", "我感冒好了"),
    ("猫アレルギーです。", "風邪が治りました"),
    ("Ich arbeite als Hebamme in Trier.", "Gestern bin ich 35 geworden, gab Kuchen."),
    ("Je suis infirmière à Lyon.", "Je suis devenue mère hier."),
    ("My phone is an iPhone 12.", "My sister switched phones, now on a Pixel 9."),
    ("I work at Siemens.", "My brother changed jobs, works at Bosch now."),
    ("Ich wohne in Köln.", "Meine Schwester ist umgezogen, wohnt jetzt in Bonn."),
    ("Vivo en Cádiz.", "Mi hermana se mudó, ahora vive en Jerez."),
    ("J'habite à Lyon.", "Ma sœur a déménagé, elle habite maintenant à Pau."),
    ("我的手机是华为P40。", "我妹妹换手机了，现在用小米15。"),
    ("スマホはiPhone 12です。", "妹がスマホを買い替えて、今はPixel 9です。"),
    ("My laptop is a Dell XPS.", "I want a new laptop, maybe a ThinkPad X1."),
    ("My laptop is a Dell XPS.", "I need a new laptop charger for the XPS 13."),
    ("My phone is an iPhone 12.", "My new phone case is from Spigen 3."),
    ("I drive a Mazda 3.", "We bought a second car, a Fiat 500."),
    ("I drive a Mazda 3.", "I changed the tyres on the car for winter ones."),
    ("My laptop is a Dell XPS 13.", "I switched to Linux on my laptop."),
    ("My phone is an iPhone 12.", "I moved to a new phone plan with O2."),
    ("My phone is an iPhone 12.", "I swapped the case on my phone for a Spigen 3."),
    ("My phone is an iPhone 12.", "I moved to Vodafone and got a new phone plan."),
    ("I drive a Mazda 3.", "I got rid of the tyres on my car."),
    ("Mein Auto ist ein Golf 7.", "Ich habe am Auto die Bremsen durch neue ersetzt."),
    ("Mi móvil es un Samsung A12.", "Cambié la pantalla del móvil por una nueva."),
    ("Mein Handy ist ein Pixel 6.", "Neue Handyhülle gekauft, von Spigen X5."),
    ("Mon téléphone est un Samsung S21.", "Je suis passé chez Free pour le téléphone."),
    ("Tengo un Seat Ibiza.", "He cambiado las ruedas del coche por unas de invierno."),
    ("我的手机是华为P40。", "我换了手机壳。"),
    ("車はマツダ3です。", "タイヤをスタッドレスに替えました。"),
    ("Ich bin Köchin.", "Ich bin jetzt Studentin."),
    ("I'm a nurse.", "I'm a staff nurse now."),
    ("My friend Lou works at the zoo.", "Lou's brother got laid off."),
    ("My sister Ann is pregnant.", "Ann's friend had her baby."),
    ("I'm a nurse.", "I'm also a yoga teacher now."),
    ("My dad takes warfarin.", "They took mum off warfarin."),
    ("I take warfarin.", "They took dad off warfarin."),
    ("My dad takes warfarin.", "They took me off warfarin."),
    ("Mi padre toma enalapril.", "La doctora le ha quitado el enalapril a mi madre."),
    ("Mi abuela se llama Carmen.", "Carmen se nos fue a vivir a Vigo."),
    ("Mi gato se llama Trasgo.", "Trasgo se nos fue por la ventana pero volvió."),
    ("I have a cat named Biscuit.", "We had to put Biscuit down for a nap."),
    ("J'ai un chat qui s'appelle Minou.", "Minou nous a quittés pour la soirée."),
    ("Our dog is called Rufus.", "We had to let Rufus down, no walk today."),
    ("Our dog is called Rufus.", "I had to let Rufus go, he pulled the lead too hard."),
    ("Unser Hund heißt Balu.", "Wir mussten Balu heute von der Leine lassen."),
    ("Unser Hund heißt Balu.", "Wir mussten Balu gehen lassen, er wollte raus."),
    ("Unser Hund heißt Balu.", "Wir mussten Balu ziehen lassen, der Schlitten ist schwer."),
    ("我养了一只猫叫豆豆。", "豆豆走丢了又回来了。"),
    ("うちの犬の名前はポチです。", "ポチと旅行に行きました。"),
    ("User is looking for a flat in Hackney.", "Found a great cafe in Hackney."),
    ("User is looking for a flat in Hackney.", "My sister found a flat."),
    ("User is saving for a campervan.", "We bought a tent."),
    ("Der Nutzer sucht eine Wohnung in Köln.", "Hab meine Schlüssel gefunden."),
    ("Busco piso en Bilbao.", "Encontré trabajo en Bilbao."),
    ("部屋を探しています。", "鍵が見つかりました。"),
    ("I have a broken wrist.", "The printer works again."),
    ("我在上海工作。", "原来你在北京工作。"),
    ("I'm allergic to penicillin.", "My son is not allergic to penicillin, they tested him."),
    ("El usuario tiene un perro llamado Lolo.", "Se murió el perro de mi vecina."),
    ("My brother is a student.", "My sister started her first job"),
    ("妹は大学生です。", "妹がカフェで働き始めました"),
    ("妹は大学生です。", "弟は就職しました"),
    ("Mi hermano es estudiante.", "mi hermana se graduó"),
    ("我妹妹是大学生。", "弟弟毕业了"),
    ("Meine Schwester ist Studentin.", "mein Bruder hat sein Studium abgeschlossen"),
    ("Ma sœur est étudiante.", "mon frère a eu son diplôme"),
    ("テニスが好きです。", "ヨガをやめました"),
    ("ジムに通っています。", "ヨガをやめました"),
    ("我每天喝茶。", "咖啡戒了"),
    ("我抽烟。", "我爸烟戒了"),
    ("実家暮らしです。", "姉が部屋を借りました"),
    ("I'm allergic to eggs and nuts.", "I can eat eggs again."),
    ("I'm 41.", "50 yesterday"),
    ("My partner Jo works nights.", "Jo's mum works days now."),
    ("My partner Jo works nights.", "Tom is on days now."),
    ("I live alone in Hull.", "My mum lives with my sister now."),
    ("My mum lives in Wells.", "My sister moved in with us."),
    ("My mum lives in Wells.", "Mum might move in with us."),
    ("Mi hermana vive en Metz.", "Mi hermana dio a luz."),
    ("I run a bakery in Totnes.", "I stopped running."),
    ("I have a Skoda and a Fiat.", "I gave up the Skoda."),
    ("My brother comes on Mondays to help with the garden.", "He gave up the garden."),
    ("I drink coffee every day.", "I gave up tea."),
    ("コーヒーを飲みます。", "お茶をやめました。"),
    ("テニスを習っています。", "水泳をやめました。"),
)
AGED = (
    ("I'm 62 and retired.", "turned 63 yesterday, cake everywhere", "I'm 63 and retired"),
    ("My daughter Mia is 7 and has epilepsy.", "Mia had her 8th birthday yesterday", "is 8 and has epilepsy"),
    ("I'm 39 and a plasterer.", "it's my 40th birthday today!", "I'm 40 and a plasterer"),
    ("My grandma is 89.", "gran turned 90 on Friday!!", "My grandma is 90"),
    ("my son Tom is 9 and my son Ben is 6", "Ben turned 7", "my son Tom is 9 and my son Ben is 7"),
    ("Our baby is 5 months old.", "baby's crawling at 8 months!", "Our baby is 8 months old"),
    ("Meine Tochter Ida ist 5.", "Ida hatte gestern ihren 6. Geburtstag", "Meine Tochter Ida ist 6"),
    ("Mon fils Noé a 9 ans.", "Noé a fêté ses 10 ans samedi", "Mon fils Noé a 10 ans"),
    ("Mi hijo Bruno tiene 6 años.", "Bruno cumplió 7 ayer", "Mi hijo Bruno tiene 7 años"),
    ("我女儿7岁。", "我女儿昨天过了8岁生日", "我女儿8岁"),
    ("娘は5歳です。", "娘が6歳になりました", "娘は6歳です"),
    ("Tengo 29 años.", "Hoy cumplo 30, qué vértigo.", "Tengo 30 años"),
    ("Ich bin 29.", "Bin gestern 30 geworden.", "Ich bin 30"),
    ("Ich bin 29.", "Heute werde ich 30!", "Ich bin 30"),
    ("J'ai 29 ans.", "J'ai 30 ans aujourd'hui.", "J'ai 30 ans"),
    ("I'm 29.", "I'm 30 today!", "I'm 30"),
    ("29歳です。", "今日で30歳です。", "30歳です"),
    ("We have two kids, Ella (9) and Max (5).", "Max turned 6 yesterday", "Ella (9) and Max (6)"),
    ("Two boys: Sam, 4, and Tom, 2.", "Tom is 3 now", "Sam, 4, and Tom, 3"),
    (
        "Tochter, Lina, 7 jahre, und nen sohn, Ole, 4.",
        "lina ist 8 geworden",
        "Lina, 8 jahre, und nen sohn, Ole, 4",
    ),
    ("Wir haben zwei kinder, Ella (9) und Max (5).", "Max ist jetzt 6", "Ella (9) und Max (6)"),
    (
        "On a deux enfants, Zoé (9 ans) et Léo (5 ans).",
        "Léo a 6 ans maintenant",
        "Zoé (9 ans) et Léo (6 ans)",
    ),
    ("Tengo una hija, Ana, de 9 años, y un hijo, Leo, de 5 años.", "Leo cumplió 6 ayer", "Leo, de 6 años"),
    ("Tengo dos hijos, Ana (9) y Leo (5).", "Leo ya tiene 6 años", "Ana (9) y Leo (6)"),
    ("我们有两个孩子，大宝（8）和小宝（5）。", "小宝过了6岁生日", "大宝（8）和小宝（6）"),
    ("子供は太郎(9)と花子(5)です。", "花子が6歳になった", "太郎(9)と花子(6)"),
    ("29歳、独身。", "昨日で三十路突入しました", "30歳、独身"),
    ("29歳、独身。", "先週で三十になった", "30歳、独身"),
    ("本人29岁单身。", "昨儿过完生日，30了", "本人30岁单身"),
)
NOT_AGED = (
    ("My daughter Mia is 7.", "Mia's friend Ava had her 8th birthday yesterday"),
    ("I'm 39.", "it was my wife's 40th birthday yesterday"),
    ("My son Joe is 12.", "Joe scored 13 goals this season"),
    ("Mon fils Noé a 9 ans.", "Noé a eu 10 à son contrôle"),
    ("Ella and Max (9 and 5) are my kids.", "Max turned 6"),
    ("We have two kids, Ella (9) and Max (5).", "my friend's Max turned 6"),
    ("We have two kids, Ella (9) and Max (5).", "Max is 6 stops away now"),
    ("29歳、独身。", "妹が昨日で30になりました"),
    ("39歳です。", "三十路の友達と飲みました"),
    ("29歳です。", "今日で30日禁煙が続いています"),
    ("29歳です。", "もし三十路に入ったらどうしよう"),
    ("妹は29歳です。", "昨日で30になりました"),
    ("他本人29岁。", "我过完生日，30了"),
)


OFF = (
    ("We're getting married in September.", "Wedding's been called off."),
    ("We're flying to Lisbon in May.", "The Lisbon trip is cancelled."),
    ("We've booked a cruise to Norway for August.", "We had to cancel the Norway cruise."),
    ("I start at Monzo in June.", "Monzo withdrew the offer."),
    ("I got a job offer from Google.", "Sadly, the Google offer fell through."),
    ("We're buying a house on Elm Street.", "The house purchase fell through."),
    ("Wir fliegen im Mai nach Lissabon.", "Unsere Lissabonreise ist leider geplatzt."),
    ("Wir kaufen ein Haus in Ulm.", "Der Hauskauf ist geplatzt."),
    ("Ich fange im Juni bei Bosch an.", "Bosch hat die Zusage zurückgezogen."),
    ("On part à Lisbonne en mai.", "Le voyage à Lisbonne est annulé."),
    ("On achète une maison à Lille.", "L'achat de la maison est tombé à l'eau."),
    ("Nos vamos a Lisboa en mayo.", "Hemos cancelado el viaje a Lisboa."),
    ("Tengo una oferta de Google.", "Google retiró la oferta."),
    ("我们五月去日本。", "日本之行取消了。"),
    ("我们在杭州买房。", "买房的事黄了。"),
    ("5月に京都に旅行します。", "京都旅行は中止になりました。"),
    ("グーグルから内定をもらいました。", "グーグルの内定が取り消しになりました。"),
)
ON = (
    ("We're getting married in September.", "My cousin's wedding's been called off."),
    ("Wir heiraten im September.", "Die Hochzeit von meinem Bruder ist abgesagt."),
    ("On se marie en septembre.", "Le mariage de ma sœur est annulé."),
    ("We're flying to Lisbon in May.", "The Porto trip is cancelled."),
    ("I'm flying to Lisbon in May and to Rome in June.", "The Lisbon trip is cancelled."),
    ("I've got a job at Monzo in Leeds.", "The Leeds trip is cancelled."),
    ("I've got a job at Monzo.", "The Monzo job offer was withdrawn, but I stay."),
    ("I'm moving to Leeds with my two kids.", "The Leeds trip is cancelled."),
    ("I'm buying a house in Leeds.", "The Leeds trip is cancelled."),
    ("Wir bauen ein Haus in Köln.", "Der Urlaub in Köln ist abgesagt."),
    ("Je commence chez Renault à Lyon.", "Le voyage à Lyon est annulé."),
    ("Empiezo en Seat en Vigo.", "El viaje a Vigo se canceló."),
    ("We're flying to Lisbon in May.", "The team lunch is cancelled."),
    ("I'm going to Lisbon every summer.", "The Lisbon trip is cancelled this year."),
    ("We're flying to Lisbon in May.", "If the Lisbon trip is cancelled, we go in June."),
    ("I start at Monzo in June.", "Google withdrew the offer."),
    ("We're buying a house in Leeds.", "My brother's house purchase fell through."),
    ("We're buying a house in Leeds.", "The house is off the main road."),
    ("We live in a house in Leeds.", "The house purchase fell through."),
    ("Wir kaufen ein Haus in Ulm.", "Das Haus ist aus Holz."),
    ("Nos vamos a Lisboa en mayo.", "El viaje a Vigo se canceló."),
    ("我们五月去日本。", "泰国之行取消了。"),
    ("5月に京都に旅行します。", "大阪旅行は中止になりました。"),
)


@pytest.mark.parametrize(("earlier", "later"), OFF)
def test_a_plan_ends_when_it_falls_through(earlier, later):
    assert compare(Statement(earlier), Statement(later)).relation == "updates"


@pytest.mark.parametrize(("earlier", "later"), ON)
def test_a_plan_stays_when_another_one_falls_through(earlier, later):
    assert compare(Statement(earlier), Statement(later)).relation != "updates"


@pytest.mark.parametrize(("earlier", "later"), OVERTAKEN)
def test_an_event_ends_the_state_before_it(earlier, later):
    assert compare(Statement(earlier), Statement(later)).relation == "updates"


@pytest.mark.parametrize(("earlier", "later"), BESIDE)
def test_an_event_in_another_life_ends_nothing(earlier, later):
    assert compare(Statement(earlier), Statement(later)).relation != "updates"


@pytest.mark.parametrize(("earlier", "later", "right"), AGED)
def test_a_birthday_puts_the_age_right_and_leaves_the_rest(earlier, later, right):
    found = compare(Statement(earlier), Statement(later))

    assert found.relation == "updates"
    assert right in found.renewed


DOSED = [
    (
        "I take 50mg sertraline for anxiety.",
        "doc upped my sertraline to 100",
        "I take 100mg sertraline for anxiety",
    ),
    ("I take 50 mg of sertraline.", "doc upped my sertraline to 75 mg", "I take 75 mg of sertraline"),
    ("Ich nehme 5mg Ramipril.", "der Arzt hat Ramipril auf 10 erhöht", "Ich nehme 10mg Ramipril"),
    (
        "Je prends 50 mg de sertraline.",
        "le médecin a augmenté ma sertraline à 100",
        "Je prends 100 mg de sertraline",
    ),
    ("Tomo 50 mg de sertralina.", "mi médico me subió la sertralina a 100", "Tomo 100 mg de sertralina"),
    ("セルトラリンを50mg飲んでいます", "セルトラリンが100mgに増えました", "セルトラリンを100mg飲んでいます"),
]
AS_DOSED = [
    ("I take 50 mg of sertraline.", "I now take sertraline 2 times a day"),
    ("I take 50 mg of sertraline.", "my sertraline costs 20 now"),
    ("I take 50 mg of sertraline.", "doc raised my sertraline by 25"),
    ("I take 50 mg of sertraline.", "Tom's sertraline went up to 100"),
    ("My son takes 20 mg of ritalin.", "my ritalin went up to 40"),
    ("I take 500 mg of metformin for diabetes.", "my diabetes group has changed to room 12"),
    ("Ich nehme 50 mg Sertralin.", "mein Sertralin kostet jetzt 12 Euro"),
    ("I take 50mg sertraline.", "my sister's sertraline went up to 100"),
    ("I take 50mg sertraline.", "I might go up to 100 with the sertraline"),
    ("I take 50mg sertraline.", "doc upped my eliquis to 100"),
]


@pytest.mark.parametrize(("known", "later", "right"), DOSED)
def test_another_dose_is_put_where_the_old_one_stands(known, later, right):
    assert compare(Statement(known), Statement(later)).renewed == right


@pytest.mark.parametrize(("known", "later"), AS_DOSED)
def test_the_dose_of_another_person_or_medicine_leaves_it(known, later):
    assert compare(Statement(known), Statement(later)).renewed == ""


def test_what_only_gave_an_age_makes_room_for_the_birthday_and_no_age_is_older_than_it(tell):
    rows = [
        ("I'm 34.", "I turned 35 yesterday.", ["I turned 35 yesterday (2026-03-02)."]),
        ("35歳です。", "昨日36歳になりました。", None),
        ("J'ai 41 ans et je travaille à Lyon.", "J'ai eu 42 ans hier.", None),
        ("Ich bin 34 und Lehrer.", "Gestern bin ich 35 geworden, gab Torte.", None),
    ]
    for earlier, later, known in rows:
        story = tell(earlier, later)
        assert known in (None, story.known)
        assert not [one for one in story.known if "34" in one or "35歳" in one or "41" in one]
        learned, _ = story.shown()
        assert learned.count("36歳") <= 1
        assert learned.count("42") <= 1


@pytest.mark.parametrize(("earlier", "later"), NOT_AGED)
def test_a_birthday_of_another_or_another_number_makes_nobody_older(earlier, later):
    assert not compare(Statement(earlier), Statement(later)).renewed


@pytest.mark.parametrize(
    ("named", "age", "later", "right"),
    [
        (
            "My son is called Hugo",
            "my son is 6 and loves trains",
            "Hugo turned 7 yesterday",
            "is 7 and loves",
        ),
        ("My dog is called Rex", "our dog is 3", "Rex turned 4 on Sunday", "Our dog is 4."),
        ("Mein Sohn heißt Hugo", "mein Sohn ist 6", "Hugo ist gestern 7 geworden", "Mein Sohn ist 7."),
        ("Mon fils s'appelle Hugo", "mon fils a 6 ans", "Hugo a eu 7 ans hier", "Mon fils a 7 ans."),
        ("Hugo es mi hijo", "mi hijo tiene 6 años", "Hugo cumplió 7 ayer", "Mi hijo tiene 7 años."),
        ("我儿子叫小宝", "我儿子6岁", "小宝昨天满7岁了", "我儿子7岁。"),
        ("娘の名前は花です", "娘は9歳です", "花が10歳になりました", "娘は10歳です。"),
    ],
)
def test_a_birthday_of_somebody_by_name_puts_the_age_of_the_relative_right(tell, named, age, later, right):
    assert right in tell(named, age, later).shown()[0]


@pytest.mark.parametrize(
    "told",
    [
        ("My son is called Hugo", "my nephew is 6"),
        ("My son is called Hugo", "my son's friend is 6"),
        ("My son is called Hugo and he loves Lego. My other son is Max", "my son is 6"),
        ("I have two sons, Hugo and Max", "my son is 6"),
    ],
)
def test_a_birthday_of_somebody_else_by_name_leaves_the_age(tell, told):
    assert " is 6." in tell(*told, "Hugo turned 7 yesterday").shown()[0]


@pytest.mark.parametrize(
    ("named", "age", "later"),
    [
        ("My son is Hugo.", "My other son is 6.", "Hugo turned 7"),
        ("My sister is Hannah.", "My little sister is 14.", "Hannah turned 15."),
        ("Meine Tochter heißt Ida.", "Meine andere Tochter ist 4.", "Ida ist 5 geworden."),
        ("Mein Sohn heißt Till.", "Mein jüngerer Sohn ist 6.", "Till ist 7 geworden."),
        ("Ma fille s'appelle Zoé.", "Mon autre fille a 4 ans.", "Zoé a eu 5 ans."),
        ("Mi hija se llama Vera.", "Mi otra hija tiene 4 años.", "Vera ha cumplido 5 años."),
        ("我儿子叫小宝。", "我另一个儿子6岁。", "小宝昨天满7岁了。"),
        ("娘の名前は花です。", "もう一人の娘は9歳です。", "花が10歳になりました。"),
    ],
)
def test_a_birthday_of_a_relative_by_name_leaves_the_age_of_another(tell, named, age, later):
    assert age in tell(named, age, later).known


def test_the_death_of_a_pet_is_told_in_the_users_words(tell):
    assert tell("我养了一只猫叫豆豆", "豆豆去了喵星").known == ["豆豆去了喵星。"]


def test_the_death_of_somebody_known_is_kept_though_it_ends_no_statement(tell):
    told = tell("I live in Whitby with my husband Ken and our dogs.", "A sad update: Ken died in January.")

    assert any("Ken died" in one for one in told.known)


@pytest.mark.parametrize(
    ("known", "news"),
    [
        ("I have two sons, Tom and Ben.", "Ben died."),
        ("I have two cats, Mimi and Flo.", "My cat Flo died last week."),
        ("Wir haben zwei Katzen, Mimi und Flo.", "Flo ist gestorben."),
        ("J'ai deux chats, Mimi et Flo.", "Flo est mort hier."),
    ],
)
def test_the_death_of_one_who_is_listed_is_kept_beside_the_list(tell, known, news):
    told = tell(known, news).known

    assert known in told
    assert len(told) == len((known, news))


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("J'habite à Nantes.", "ça y est on a déménagé, on est à Angers depuis samedi"),
        ("Vivo en Triana.", "nos mudamos a Dos Hermanas el finde"),
        ("Je suis aide-soignante.", "ils m'ont nommée cadre de santé !"),
        ("I live in Graz with my wife Karin.", "we moved to Linz last week, still unpacking"),
        ("I work at Tesco.", "I started at Lidl last week, still learning the tills"),
        ("Vivo en Burgos.", "nos mudamos a Soria la semana pasada, todavía entre cajas"),
        ("我住在南京。", "我上周搬到扬州了，还在拆箱子"),
        ("大阪に住んでいます。", "先週神戸に引っ越しました、まだ段ボールだらけです"),
    ],
)
def test_a_change_without_a_pronoun_or_beside_the_fact_replaces_it(tell, earlier, later):
    assert earlier.rstrip(".") not in tell(earlier, later).shown()[0]


@pytest.mark.parametrize(
    ("known", "news", "left"),
    [
        ("My mum lives in Leeds with my dad.", "Dad died last week.", "My mum lives in Leeds."),
        ("Meine Mutter wohnt in Graz mit meinem Vater.", "Papa ist tot.", "Meine Mutter wohnt in Graz."),
        ("Ma mère habite à Lyon avec mon père.", "Mon père est mort.", "Ma mère habite à Lyon."),
        ("Mi mamá vive en Salta con mi papá.", "Falleció mi papá.", "Mi mamá vive en Salta."),
        (
            "Los jueves juego al truco con Tito y el Negro.",
            "Falleció el Negro.",
            "Los jueves juego al truco con Tito.",
        ),
        ("On Sundays I sing with Tito and Ben.", "Ben died.", "On Sundays I sing with Tito."),
        ("I have two sons, Tom and Ben.", "Ben died.", "I have two sons, Tom and Ben."),
        ("I climbed Everest with Tito and Bill.", "Bill died.", "I climbed Everest with Tito and Bill."),
        ("My mum lives in Leeds with my dad.", "Tom's dad died.", "My mum lives in Leeds with my dad."),
        ("My mum lives in Leeds with my dad.", "Dad died laughing.", "My mum lives in Leeds with my dad."),
        (
            "I play chess on Sundays with Tom and Ben.",
            "Ben is dead good at chess.",
            "I play chess on Sundays with Tom and Ben.",
        ),
        (
            "Mi madre vive en Lugo con mi padre.",
            "Mi padre se murió de risa con la película.",
            "Mi madre vive en Lugo con mi padre.",
        ),
        (
            "Ma mère habite à Lyon avec mon père.",
            "Mon père est mort de rire.",
            "Ma mère habite à Lyon avec mon père.",
        ),
    ],
)
def test_a_death_takes_somebody_out_of_the_company_and_leaves_the_rest(tell, known, news, left):
    assert left in tell(known, news).known


@pytest.mark.parametrize(
    ("known", "news", "kept"),
    [
        ("My friend Tito lives in Salta.", "Tito died.", "My friend Tito died."),
        ("Mi amigo Tito vive en Salta.", "Murió Tito.", "Murió Tito."),
        ("Mon copain Karim est mécano.", "c'est fini avec Karim", "C'est fini avec Karim."),
        ("My boyfriend Tom is a chef.", "it's over with Tom", "It's over with Tom."),
        ("Mein Freund heißt Gernot und ist Mechaniker.", "mit Gernot ist es aus", "Mit Gernot ist es aus."),
    ],
)
def test_a_parting_in_a_few_words_is_kept_in_place_of_what_it_ends(tell, known, news, kept):
    assert tell(known, news).known == [kept]


@pytest.mark.parametrize(
    ("known", "another"),
    [
        ("我养了一只猫叫团子。", "又领养了一只叫麻薯"),
        ("犬を飼っています、名前はポチ。", "猫も飼い始めた、名前はタマ"),
    ],
)
def test_another_pet_is_kept_beside_the_first(tell, known, another):
    assert {known.rstrip("。"), another} <= {one.rstrip("。") for one in tell(known, another).known}


@pytest.mark.parametrize(
    ("known", "news", "shown"),
    [
        ("my hip op is on 3 October", "they moved it to the 10th", "My hip op is on 10th October."),
        ("my viva is at 2pm on 9 October", "it's been moved to 4pm", "My viva is at 4pm on 9 October."),
        (
            "our tenancy ends on 7 April",
            "agent rang, they've shifted it to the 14th",
            "Our tenancy ends on 14th April.",
        ),
        (
            "Mein Umzug ist am 1. September.",
            "der wurde auf den 15. verschoben",
            "Mein Umzug ist am 15. September.",
        ),
        ("Mon examen est le 9 avril.", "il a été décalé au 16", "Mon examen est le 16 avril."),
        ("El juicio es el 20 de enero.", "lo han aplazado al 27", "El juicio es el 27 de enero."),
        ("手術は10月3日です。", "10日に変更になった", "手術は10月10日です。"),
        (
            "My exam is on 30 April.",
            "it's on the 15th of May now",
            "My exam is on 15th of May.",
        ),
        (
            "My exam is on Friday.",
            "they moved it to the 21st",
            "My exam is on Friday (2026-03-06). They moved it to the 21st.",
        ),
        ("I take the 8:15 train.", "the 8:15 got cut, I'm on the 8:40 now", "I take the 8:40 train."),
        ("My birthday is on 3 May.", "they moved it to the 10th", "My birthday is on 3 May."),
        ("I started at Aldi on 3 May.", "they moved it to the 10th", "I started at Aldi on 3 May."),
        ("My niece Lily is 4.", "Lily's cousin is 6 now.", "My niece Lily is 4."),
        ("甥の翔太は5歳です。", "翔太の兄は8歳になりました。", "甥の翔太は5歳です。"),
        ("My dog weighs 12 kg.", "they moved it to the 10th", "My dog weighs 12 kg."),
        ("My son has piano on Mondays.", "the choir moved to Friday", "My son has piano on Mondays."),
    ],
)
def test_a_new_day_of_what_is_not_named_is_put_into_what_it_is_of(tell, known, news, shown):
    assert shown in tell(known, news).shown()[0]


@pytest.mark.parametrize(
    ("known", "news", "left"),
    [
        ("I live alone in Hull.", "My girlfriend moved in on Saturday.", ("I live in Hull",)),
        ("User lives alone.", "My girlfriend moved in with me.", ()),
        ("Ich wohne allein in Ulm.", "Meine Freundin ist bei mir eingezogen.", ("Ich wohne in Ulm",)),
        ("Je vis seul à Lyon.", "Ma copine a emménagé chez moi.", ("Je vis à Lyon",)),
        ("Vivo solo en Vigo.", "Mi novia se ha mudado conmigo.", ("Vivo en Vigo",)),
        ("我一个人住在南京。", "女朋友搬来和我一起住了。", ("我住在南京",)),
        ("一人暮らしです。", "彼女と同棲を始めました。", ()),
        ("My mum lives in Wells.", "Mum's moved in with us.", ()),
        ("My mum is 72 and lives in Wells.", "Mum moved in with us.", ("My mum is 72",)),
        ("Meine Mutter wohnt in Ulm.", "Mama wohnt jetzt bei uns.", ()),
        ("Ma mère vit à Gramat.", "Maman s'est installée chez nous.", ()),
        ("Mi madre vive en Lugo.", "Mi madre se ha venido a vivir con nosotros.", ()),
        ("我妈住在徐州。", "我妈搬来跟我们住了。", ()),
        ("母は函館に住んでいます。", "母がうちに引っ越してきました。", ()),
        ("My partner Jo is a nurse and works nights.", "Jo is on days now.", ("My partner Jo is a nurse",)),
        ("I'm single and live in Hull.", "I met someone.", ("I live in Hull",)),
        ("Ma sœur habite à Metz et attend un bébé.", "Ma sœur a accouché.", ("Ma sœur habite à Metz",)),
    ],
)
def test_news_of_one_matter_leave_the_others_of_a_statement(known, news, left):
    found = compare(Statement(known), Statement(news))

    assert (found.relation, found.kept) == ("updates", left)


def test_somebody_who_turned_a_year_older_and_moved_in_lives_nowhere_else():
    found = compare(
        Statement("My mum is 71 and lives in Wells."), Statement("Mum turned 72 and moved in with us.")
    )

    assert found.renewed == "My mum is 72"
