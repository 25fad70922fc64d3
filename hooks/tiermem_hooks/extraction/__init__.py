"""Gap-fill without a generative model: find the user's statements that are worth remembering.

It turns turns into observations (`extract`). A fitted linear model of each language decides which statements are kept
(`model`); patterns in ``extraction.toml`` find a statement's parts. Nothing is imported here, since a prompt needs only
some of the modules.
"""
