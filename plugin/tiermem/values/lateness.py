"""How notes of a receipt say that something had no time left, besides `errors.DeadlineExceeded`.

Who writes such a note and who counts late recalls use the same words.
"""

NO_ANSWER = "did not answer within"
"""A plugin's hook."""
TOO_SLOW = "took longer than"
"""The same, of a plugin that is switched off for it."""
ALL_TAKEN = "took all of"
"""The checks of a prompt."""
