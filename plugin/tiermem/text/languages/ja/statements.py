"""Statements in Japanese: stating, changing, denying and forgetting facts."""

from tiermem.text.languages.language import several
from tiermem.text.languages.statements import AnyOf, Request, Statements, phrase

STATEMENTS = Statements(
    # Things and persons
    names=several("名前"),
    pronouns=several("彼 彼女"),
    # Negations
    negates=phrase("ない|ません|なかった|なく"),
    # The scaffold of a profile
    topics={
        "About": several("誕生日 名前 年齢"),
        "Health": several("アレルギー 菜食 ベジタリアン"),
        "Home": several("住んで 住所"),
        "Work": several("仕事 会社 上司 職業 勤め"),
        "Studies": several("勉強 専攻"),
        "Tools": several("使って 使い パソコン"),
    },
    single={"Home": several("住所"), "Work": several("仕事 職業")},
    attributes=(phrase("^(?:私|僕|俺)の(?P<key>[^,、。]{1,12}?)は(?P<value>\\S.*?)(?:です|だ)?。?$"),),
    value_end=phrase(r"(?:,?\s*,?\s*ではなく\s*.*$)"),
    clause_end=phrase("(?:[，、](?:私|僕|俺).*$)"),
    introduces=phrase("名前?は、?"),
    after_name=phrase(r"(?:で[、す]|だ|と申|とい[いう]|[、。,\s]).*"),
    passing=phrase("現在|今(?!後|度|回)|最近|今日|[\\d一二三四五六七八九十]+[歳才]"),
    # Forgetting and declining
    forget=(
        Request(
            "忘れて 削除して 消して 覚えなくて",
            r"""^(?P<what>(?:私|僕|俺|わたし|うち).+?|.+?(?:の話|のこと|の件)(?=[はを]?忘れて))(?:を|は|のことは|のこと|ことは)?(?:忘れて|(?:記憶から)?削除して
        |(?:記憶から)?消して|覚えなくて(?:も)?(?:いい|大丈夫))(?:ください|下さい|ね|くれ|ほしい|です|よ)*$""",
        ),
        Request(
            "忘れて 覚えなくて",
            r"""^(?P<what>.{1,16}?(?:の(?:名前|名字|苗字|誕生日|年齢|住所|電話番号|番号|仕事)|が(?:誰|何という名前)(?:なの)?か))
            (?:を|は|のことは)?[、 ]?(?:忘れて|覚えなくて(?:も)?(?:いい|大丈夫))
            (?:ください|下さい|ね|くれ|ほしい|です|よ)*$""",
        ),
    ),
    of_name=phrase("の?(?:名前|名字|苗字)|が何という(?:名前)?(?:なの)?か|が誰(?:なの)?か"),
    around_forgotten=phrase("(?:の話|のこと|の件)$"),
    myself=several("私"),
    secrecy=AnyOf(
        ("秘密 内緒 内密 オフレコ ここだけ", "秘密|内緒|内密|オフレコ|ここだけ"),
    ),
    refuses=AnyOf(
        ("不 忘 な ぬ ずに 消", "不|忘|な[いくしか]|ぬ|ずに|消"),
    ),
    remembers=AnyOf(
        ("忘 覚え メモ 聞か 記憶 残さ", "忘|覚え|メモ|聞か|記憶|残さ"),
    ),
    keeps=AnyOf(
        ("録 保存 消", "録|保存|消"),
    ),
    talk=AnyOf(
        ("これ それ 私 俺 僕 うち", "これ|それ|私|俺|僕|うち"),
    ),
    plays=AnyOf(
        ("なりきって ふりをして 振りをして", r"[にの]なりきって|(?:ふり|振り)をして(?!る|い)"),
        (
            "の役 役ね ロールプレイ ごっこ",
            r"(?:私|僕|俺|わたし|あなた|君|お前)[はが][^。]{1,16}(?:の役で|役ね|役[、,])|ロールプレイ(?:しよう|して|[:、])|の役を(?:やって|して|演じて)|ごっこ(?:しよう|して|をや)",
        ),
    ),
    denies=phrase(
        r"""^\W*(?:(?:いいえ|いえ|いや|すみません|ごめん)[\s、,。]*)?(?:(?:それは?、?)?(?:違い?|ちがい?)(?:ます|う|った|いました)|間違[いっえ]|正しく(?:ない|ありません)
        |(?:そう|それ)(?:じゃ|では)(?:な|あ)|訂正|誤り|実際は|(?:私|僕|俺)が言ったのは)
        |^\W*(?:いいえ|いや)[、,]\s*(?!.{0,6}(?:結構|大丈夫|いりません|いらない|ありがと|特に|別に))"""
    ),
    of_here=phrase(
        r"^(?!.*[私僕俺]).*(?:ここ|こっち|こちら|この(?:リポジトリ|リポ|プロジェクト|アプリ|サイト))"
    ),
    supposes=AnyOf(
        ("もし", r"^\W*もし[^。]{1,30}(?:たら|れば|なら)"),
    ),
)
