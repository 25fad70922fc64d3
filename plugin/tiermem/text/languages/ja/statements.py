"""Statements in Japanese: stating, changing, denying and forgetting facts."""

from tiermem.text.languages.language import several
from tiermem.text.languages.statements import Credentials, Statements, phrase

STATEMENTS = Statements(
    # Things and their values
    unspaced_change=phrase("に(?:移動|変更|延期|変わり|変わっ|なり|なっ)(?:まし|し|になりまし|されまし)?た"),
    unspaced_copula=phrase("です|でした|である|だ$|は|が"),
    unspaced_new=phrase("新しい"),
    unspaced_mine=phrase("私たちの|私の"),
    clock=frozenset("時半分"),
    unique=several("住所 住まい 生日 誕生日 名前 上司"),
    favourite=phrase("一番好き|好きな"),
    names=several("名前"),
    pronouns=several("彼 彼女"),
    lists=phrase("や"),
    # What changes, ends or denies
    now=phrase("現在は|今後?は|今から|これからは"),
    new_one=phrase(
        r"""新(?:しい)?[^はが是]{0,4}?(?:電話|番号|住所|住まい|メール(?:アドレス)?|アドレス|上司|マネージャー|名前|期限
        |締め切り|締切|パスワード(?:ポリシー)?|給料|予算)(?=は|が|$)"""
    ),
    besides=phrase("(?<![でつとどっ])も(?![うっのらしちと])|さらに"),
    at_times=phrase("平日|週末|夏は|冬は"),
    negated=phrase("ない|ません"),
    no_longer=phrase("(?:では|じゃ)な(?:く|い)|もう.{1,30}ない"),
    negation=phrase("もう"),
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
        phrase(
            r"""^(?P<what>(?:私|僕|俺|わたし|うち).+?)(?:を|は|のことは|のこと|ことは)?(?:忘れて|(?:記憶から)?削除して
        |(?:記憶から)?消して|覚えなくて(?:も)?(?:いい|大丈夫))(?:ください|下さい|ね|くれ|ほしい|です|よ)*$"""
        ),
    ),
    myself=several("私"),
    secrecy=phrase("秘密|内緒|内密|オフレコ|ここだけ"),
    refuses=phrase("不|忘|な[いくしか]|ぬ|ずに|消"),
    remembers=phrase("忘|覚え|メモ|聞か|記憶|残さ"),
    keeps=phrase("録|保存|消"),
    talk=phrase("これ|それ|私|俺|僕"),
    credentials=(
        Credentials(
            names="パスワード|パスフレーズ|パスコード|api[ ]?キー|アクセス(?:キー|トークン)|秘密鍵",
            pin="暗証番号",
            verbs="は|が",
            to="を",
            changing="[改設変]",
            hints=several("パス キー トークン 鍵 暗証"),
            spaced=False,
        ),
    ),
)
