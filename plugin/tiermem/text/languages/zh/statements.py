"""Statements in Chinese: stating, changing, denying and forgetting facts."""

from tiermem.text.languages.language import several
from tiermem.text.languages.statements import AnyOf, Request, Statements, phrase

STATEMENTS = Statements(
    # Things and persons
    names=several("名字 姓名"),
    pronouns=several("他 她 它"),
    # Negations
    negates=phrase("[不没沒别無无未]"),
    # The scaffold of a profile
    topics={
        "About": several("生日 名字 年龄"),
        "Health": several("过敏 素食 糖尿病"),
        "Home": several("住 家 地址"),
        "Work": several("工作 公司 老板 经理 职业"),
        "Studies": several("学习 大学 专业"),
        "Tools": several("用 使用 电脑"),
    },
    single={"Home": several("住址 住处"), "Work": several("工作 职业")},
    attributes=(phrase(r"^我的?(?P<key>[^,,。]{1,12}?)(?:是|叫)(?P<value>\S.*)$"),),
    value_end=phrase(r"(?:,?\s*,?\s*(?:而不是|不是)\s*.*$)"),
    clause_end=phrase("(?:[，、](?:我|他|她|你|以防|因为|因為|所以|如果|万一).*$)"),
    introduces=phrase("我叫|名字(?:是|叫)|叫我"),
    after_name=phrase(r"[，。,、\s是].*"),
    passing=phrase("现在|現在|目前|最近|今天|[\\d一二三四五六七八九十]+[岁歲]"),
    # Forgetting and declining
    forget=(
        Request(
            "忘 删 刪 记住 記住 记得 記得",
            r"""^(?:请|請|麻烦)?你?(?:从|從)?(?:你的)?(?:记忆|記憶)?(?:中|里|裡)?(?:把)?(?:忘掉|忘记|忘記|忘了|删除|刪除|删掉
        |刪掉|(?:不用|不需要|不必)(?:再)?(?:记住|記住|记得|記得))(?P<what>(?:我|关于|關於|所有).+
        |.+(?:[这這那]件?事|的事情?))(?:吧|了|好了)?$""",
        ),
        Request("忘", r"^(?:请|請|麻烦)?你?把(?P<what>.+?)(?:忘掉|忘记|忘記|忘了)(?:吧|了|好了)?$"),
        Request(
            "忘",
            r"""^(?:请|請|麻烦)?你?(?:忘掉|忘记|忘記|忘了)(?P<what>.{1,12}(?:的(?:名字|姓名|生日|年龄|年齡|地址|电话|電話|号码|號碼
            |工作|职业|職業)|叫什[么麼]|叫啥|姓什[么麼]|是[谁誰]|多大))(?:吧|了|好了)?$""",
        ),
    ),
    of_name=phrase("^我的?(?=..)|的?(?:名字|姓名)|叫什[么麼](?:名字)?|叫啥|姓什[么麼]|是[谁誰]"),
    around_forgotten=phrase("关于|關於|所有|的一切|的?[这這那]件?事情?|的事情?|吧$"),
    myself=several("我 我的"),
    as_the_user={"你的": "我的", "您的": "我的"},
    secrecy=AnyOf(
        ("保密 秘密 私下", "保密|秘密|私下"),
    ),
    refuses=AnyOf(
        ("别 別 不 勿 忘 删 刪 当 當", "[别別不勿忘删刪当當]"),
    ),
    remembers=AnyOf(
        ("记 記 忘", "[记記忘]"),
    ),
    keeps=AnyOf(
        ("存 录 録 删 刪 说 說", "[存录録删刪说說]"),
    ),
    talk=AnyOf(
        ("这 這 那 我", "[这這那我]"),
    ),
    plays=AnyOf(
        (
            "演 戏 戲 角色",
            r"[来來](?:我[们們])?演|演(?:一|[个個两兩])?[场場段出]|[对對搭][戏戲]|陪我演|角色扮演|[开開]始演|[进進]入角色",
        ),
        (
            "玩 扮 演 装 裝 充",
            r"[来來]玩[^,。]{1,8},我(?:是|叫|演)|玩[^,。]{1,8},你(?:当|當|是|演|扮)|角色扮演[:,]|你(?:[来來]?[演扮]|扮演)[^,。]{1,12},我|^\W*(?:请|請)?(?:你)?(?:[来來])?(?:扮演|[假装裝]{2}(?:你?是|成)|充当|充當)[^。!?]{1,30},我",
        ),
    ),
    denies=phrase(
        r"""^\W*(?:(?:不好意思|抱歉|对不起|對不起)\W*)?(?:不[对對]|不是[,。的这這那]|不正[确確]|不太[对對]|[错錯]了|[说說记記搞弄][错錯]了
        |你(?:[说說记記搞弄]?[错錯]|[误誤][会會])|(?:[这這那])?不是(?:这样|這樣|那样|那樣|我)|我(?:的意思是|[说說指]的是)|其[实實]|更正|[纠糾]正
        |不,(?:[我它他她是那这這]))"""
    ),
    of_here=phrase(r"^(?!.*我(?!们|們)).*(?:这里|這裡|这边|這邊|[这這](?:个|個)?(?:仓库|倉庫|项目|專案|库))"),
    supposes=AnyOf(
        ("要是 若是 假如 如果", r"^\W*(?:要是哪天|[要若]是我|假如我|如果我(?:有|中了|是))"),
    ),
)
