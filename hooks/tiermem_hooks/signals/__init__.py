"""Signals: what can be measured of a candidate for a query. Each module is a plugin of its own with a switch.

What a value is worth stands in the scorecards (``tiermem/engine/recall/scorecards``), fitted by ``benchmarks.fit``.
"""
