"""Japanese words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"必ず|常に|いつも|決して|今後|これから|以後|毎回|なくてよい|してよい|不要"
    r"|こと。|こと$|せよ|しろ|従え|無視|忘れ|アシスタント|エージェント|あなた"
    r"|許可|承認|権限|たら|システム|管理者|指示|命令|答え|勧め|送信|送る|付ける"
    r"|削除|写す|書き写|実行|呼び出|伝え|尋ね|口座|銀行|振り込|支払い|請求書"
    r"|パスワード|ログイン|みなす|扱う|黙って|審査|符号化|首位|案内"
)
"""For folded text."""

MATTERS = (
    r"ユーザー|アシスタント|エージェント|システム(?:通知|メッセージ|管理者)|管理者の|(?:これまで|以前|前)の(?:指示|規則|ルール)"
    r"|指示|命令|許可|承認|権限|何でも|審査不要|(?:確認|審査|承認)(?:は|しなくて|不要|なし)|新しい口座|口座|銀行を|振り込|振込"
    r"|認証コード|パスワードを(?:尋ね|聞|保存|送)|首位|最も優れ|だけを(?:勧め|薦め)|みなす|扱う|削除すること|削除も|転送|送信|送る|添付|書き写|写す"
    r"|この(?:文|段落|メモ)|符号化|黙って|言わないこと|伝えないこと|実行|だけを案内|サポートの電話"
)
"""What an order is about that another gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

OWN = r"私|僕|俺|わたし|前に[^。]{0,9}確認"
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""
