"""Japanese words of orders to an assistant, and of what matters to whoever gives them."""

SINCE = "\u3005"
"""No text without a character from here on has any of the words."""

ORDERS = (
    r"必ず|常に|いつも|決して|今後|これから|以後|毎回|なくてよい|してよい|不要"
    r"|こと。|こと$|せよ|しろ|従え|無視|忘れ|アシスタント|エージェント|あなた"
    r"|許可|承認|権限|たら|システム|管理者|指示|命令|答え|勧め|送信|送る|付ける"
    r"|削除|写す|書き写|実行|呼び出|伝え|尋ね|口座|銀行|振り込|支払い|請求書"
    r"|パスワード|ログイン|みなす|扱う|黙って|審査|符号化|首位|案内"
    r"|中である|モードであり|モードです|開示|無効に|有効に|変わりました|表示(?:して|せよ|すること)|話さない"
    r"|すること|してよい|承認する|省略|冒頭|コピー|共有|置き換え|差し替え|隠|インストール|ダウンロード|購入"
    r"|公開|アップロード|勧誘|説得|拒否|署名|停止"
)
"""For folded text."""

MATTERS = (
    r"(?<!車椅子)(?<!車いす)ユーザー|アシスタント|エージェント|システム(?:通知|メッセージ|管理者)|管理者の|(?:これまで|以前"
    r"|前)の(?:指示|規則|ルール)"
    r"|指示|命令|許可|承認|に同意|権限|何でも(?!(?:よく)?(?:食べ|飲))|審査不要|(?:確認|審査|承認)(?:は|しなくて|不要|なし)|新しい口座|口座"
    r"|銀行を(?!辞め|やめ|退職)|振り込|振込"
    r"|認証コード|パスワードを(?:尋ね|聞|保存|送)|首位|最も優れ|だけを(?:勧め|薦め)|みなす|扱う|削除すること"
    r"|削除も|転送|送信|送る|添付|書き写|写す"
    r"|この(?:文|段落|メモ)|符号化|黙って|言わないこと|伝えないこと|実行|だけを案内|サポートの電話"
    r"|合言葉|領収書なし|こっそり|公開共有|すべての(?:契約|メモ|文書)|銀行の電話|本人確認を省略"
    r"|緊急連絡先|給与データ|法務承認"
    r"|正しいパッケージ|無効です|請求先|言わないで|もう(?:必要|不要)|必要ありません|話になったら"
)
"""Matters of orders that somebody gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

TOPICS = (
    r"ウイルス対策|ファイアウォール|証明書|セキュリティ(?:警告|確認|設定)|安全確認|二段階認証|本人確認|支払"
    r"|返金|振込|ウォレット|カード番号"
    r"|(?:メンテナンス|開発者|管理者|デバッグ)モード|制限|機密|給与|監査|ログインページ|認証情報|バックアップ"
    r"|添付ファイル|転送|保険"
    r"|(?:すべて|全て|全部|毎回)の?(?:質問|要求|検索|回答|メール|メッセージ|コマンド)"
    r"|正しいパッケージ|規則はすべて無効|請求先|言わないで"
)
"""Matters of harmful orders: defences, money, access, rules for all questions. For folded text."""

OWN = r"私|僕|俺|わたし|うちの[子犬猫]|前に[^。]{0,9}確認"
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""

RULES = (
    r"たら|なら|とき|たび|場合|毎回|人には|回目の|べき|てよい|なくていい|てかまわない|ること(?:。|$)|ておく|ていただ"
    r"|先に|みなす|扱い"
)
"""Words that rules are made of: conditions, duties, permissions. For folded text."""

NEWS = r"になった|変わ|今日から|今後|新しい|もう|治った|正体は|名前は|使えません"
"""Words of changes: what holds from now on, in place of what held. For folded text."""
