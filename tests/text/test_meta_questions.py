"""Questions about the memory itself are told from others: where the user left off, what is known about the user."""

from pathlib import Path

from tiermem.engine.recall.query import understand

MEANINGS = {"+": (True, False), "=": (False, True), "-": (False, False)}


def marked(name: str) -> list[tuple[str, str]]:
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [(line[0], line[2:]) for line in lines if line[0] in MEANINGS]


def test_prompts_that_ask_where_the_user_left_off_are_told_from_others():
    found = [(understand(prompt), MEANINGS[mark], prompt) for mark, prompt in marked("left_off.txt")]

    assert [
        prompt
        for query, meaning, prompt in found
        if (query.asks_where_left_off, query.says_to_go_on) != meaning
    ] == []


def test_prompts_that_ask_what_is_known_about_the_user_are_told_from_others():
    assert [
        prompt
        for mark, prompt in marked("about_user.txt")
        if understand(prompt).asks_about_user != (mark == "+")
    ] == []


def test_questions_for_a_fact_about_the_user_are_told_from_those_for_help():
    asked = [
        "do I have any pets", "which pump am I on?", "qué mascota tengo?", "wer betreut meine Arbeit?", "我领导叫什么",
        "私の犬はどこ？", "j'ai quoi comme animaux ?", "on habite à quel étage ?", "俺家一共多少地",
        "whats my boss's name", "how many kids do I have?",
    ]  # fmt: skip
    others = [
        "how do I center a div", "can I eat honey?", "wie kann ich das ändern?", "¿cómo puedo hacerlo?",
        "我怎么去火车站", "comment je fais ?", "who painted this?", "write a poem about my town",
    ]  # fmt: skip

    assert [one for one in asked if not understand(one).asks_of_user] == []
    assert [one for one in others if understand(one).asks_of_user] == []


def test_questions_about_all_people_or_their_world_are_not_about_the_user():
    of_everybody = [
        "what is our solar system made of?", "how does my body make vitamin D?", "why can't we tickle ourselves?",
        "what happens in my brain when I sleep?", "how many bones do we have?", "how do our ears work?",
        "woraus besteht unser Sonnensystem?", "wie stellt mein Körper Vitamin D her?", "warum gähnen wir?",
        "quel âge a notre planète ?", "comment mon cerveau fait-il le tri ?", "pourquoi rêvons-nous ?",
        "¿cuántos años tiene nuestro planeta?", "¿cómo produce mi cuerpo la vitamina D?", "¿por qué nos da hipo?",
        "我们的太阳系是由什么组成的？", "我们为什么会做梦？", "我们人有多少块骨头？",
        "私たちの太陽系は何でできている？", "私たちはなぜあくびをするの？", "私たちの骨は何本？",
    ]  # fmt: skip
    of_the_user = [
        "what's on our skin care list?", "why can't we adopt?", "how does my brain tumour grow?",
        "what do we call people in our team?", "Welche Creme für unsere Haut?",
        "为什么我们不能领养孩子？",
        "why did we drop Redis?", "how is my body coping with the tablets?", "what is our planet-scale vendor?",
        "what happens on my birthday?", "is there anything bad for my lungs in my life?", "what do we call the cat?",
        "warum waren wir in Köln?", "was tut meiner Lunge gut?", "wann kommt unser Mondkalender?",
        "quelle est notre langue de travail ?", "pourquoi nous a-t-on refusé le crédit ?", "¿por qué nos mudamos?",
        "我们为什么搬家？", "我们的地址是什么？", "私たちはいつ引っ越した？", "私の体重は何キロ？",
    ]  # fmt: skip

    assert [one for one in of_everybody if understand(one).asks_of_user] == []
    assert [one for one in of_the_user if not understand(one).asks_of_user] == []
