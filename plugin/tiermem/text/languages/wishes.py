"""The words of wishes for the form of answers: what each is about, and which way it goes."""

from __future__ import annotations

from collections.abc import Mapping

from tiermem.values.frozen import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Wishes:
    """The words of one language for `engine.reading.wishes`, as expressions for folded text.

    Attributes:
        aspects: What a wish is about → its sides, of which one holds at a time. Of two, each is the other's opposite;
            of one, it is wanted or not. The names of aspects are the same in all languages, and so is the order of
            their sides.
        asks: Words that show that a text is addressed to the listener or about answers.
        tells: A text that tells of somebody instead.
        lasts: Words by which something holds from now on; with them a text is a wish though it tells something as well.
        less: Words by which something is wanted less, or not any more.
        permits: Words by which something is welcome.
        stands: Words by which a later wish is for all answers to come, and no order about the text at hand.
        tasks: Words for the text at hand.
        says_little: Other words that may stand beside the thing that is wanted or not.
        scopes: Kinds of texts for which alone a wish may be.
        refers: Words for what an earlier wish was about.
        once: Words by which a wish holds for one time.
        thing: Words by which an earlier wish is spoken of: "the Captain thing".
        orders: What opens a clause that asks the listener for something and so states nothing: "make it a bit".
        bare: What opens a clause that names a text to write, without a verb: "recipe for six".
        thanks: A clause that only thanks, praises or greets: "perfect thx".
    """

    aspects: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asks: str = "(?!)"
    tells: str = "(?!)"
    lasts: str = "(?!)"
    less: str = "(?!)"
    permits: str = "(?!)"
    stands: str = "(?!)"
    tasks: str = "(?!)"
    says_little: str = "(?!)"
    scopes: str = "(?!)"
    refers: str = "(?!)"
    once: str = "(?!)"
    thing: str = "(?!)"
    orders: str = "(?!)"
    bare: str = "(?!)"
    thanks: str = "(?!)"
