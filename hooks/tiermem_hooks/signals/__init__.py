"""Signals: what can be measured of a candidate for a query. Each module is a plugin of its own with a switch.

Their weights are in the scorecards (``tiermem/engine/recall/scorecards``), fitted by ``benchmarks.fit``.
"""
