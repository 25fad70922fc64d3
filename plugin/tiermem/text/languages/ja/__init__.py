"""Japanese."""

_KANA = "\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_OWN = (
    "込畑峠辻枠匂働歳円駅県図気売読対発団応価児検験険剣権観帰広鉄転総続絵変辺巣沢択訳釈薬楽労営栄覚桜桟"
    "単厳獣戦弾蔵臓徳聴庁廃毎渋渓歯齢戻暦歴黒塩稲穂竜滝帯圏囲巻勧歓拡拠挙斎済剤恵鶏顕撃掲渇払縄"
    "蛍浄乗剰畳嬢壌譲醸焼暁奨従縦粛収実関様雑髪頼緑録両満専悪処拝揺陥隠駆髄捜挿摂歩氷産縁繊脳荘賛遅郷酔銭"
    "霊顔騒抜効増懐涙渉砕穏舎覧黙軽経継"
)
"""Characters as only Japanese writes them, with no code in GB 2312 and Big5: 「29歳、独身」 is not Chinese."""
PROOF = _KANA + _OWN
LETTERS = _KANA + "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
