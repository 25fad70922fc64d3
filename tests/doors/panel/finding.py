"""What a test of the panel looks for in the memory behind it."""


def entry(memory, words):
    """The active entry whose content holds these words."""
    return next(one for one in memory.entries().list()[0] if words in one.content)


def staged(memory, operation):
    """The first proposal of an operation that waits."""
    return next(one for one, what, _ in memory.entries().pending() if what == operation)
