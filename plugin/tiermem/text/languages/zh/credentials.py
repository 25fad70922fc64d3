"""Chinese words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names="密[码碼]|口令|密[钥鑰]|访问令牌|存取權杖|api[ ]?密[钥鑰]",
    verbs="就?是|[为為]",
    to="[改设設换換][成为為]了?",
    changing="[改设設换換]",
    hints=several("安全问题 安全問題 密 口令 令牌 權杖 密码 密碼 助记词 验证码 恢复 备用 门禁 門禁"),
    spaced=False,
    codes="pin码?|[门門]禁[码碼密]?[码碼]?|(?:银行卡|銀行卡|提款卡|保险箱|保險箱|門鎖?|门锁?|手机|手機|报警|車庫|车库|支付|开锁|開鎖)(?:的)?(?:密[码碼]|[数數]字)|验证码|取款密码",
    seeds="(?:两步验证|二次验证|验证器|身份验证器|动态口令)的?(?:密[钥鑰]|种子)",
    recovery="(?:恢复|备用|备份|恢復|備用)(?:代码|码|碼)",
    phrases="助记词|助記詞|恢复短语|恢复词",
    networks="wi-?fi|无线|無線",
    users="用户名?|账号|帳號|账户|登录名",
)
