"""Chinese."""

LETTERS = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
