"""Japanese."""

PROOF = "\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f"
LETTERS = PROOF + "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
