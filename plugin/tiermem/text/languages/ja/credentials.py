"""Japanese words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names="パスワード|パス(?=[:：])|パスフレーズ|パスコード|api[ ]?キー|アクセス(?:キー|トークン)|秘密鍵",
    pin="暗証番号",
    verbs="は|が",
    to="を",
    changing="[改設変]",
    hints=several("パス キー トークン 鍵 暗証 番号 コード フレーズ シークレット ログイン"),
    spaced=False,
    codes="暗証番号|暗証コード|pinコード|解除コード|(?:玄関|ドア|金庫|アラーム|オートロック|門)の(?:コード|番号|暗証番号)",
    seeds="(?:認証アプリ|二段階認証|2段階認証|ワンタイム)の?(?:シークレット|秘密鍵|セットアップキー|キー)",
    recovery="(?:リカバリー|バックアップ|復旧)コード",
    phrases="(?:リカバリー|シード|復元)フレーズ",
    networks="wi-?fi|無線",
    users="ユーザー名?|ログイン(?:id|名)?|アカウント",
)
