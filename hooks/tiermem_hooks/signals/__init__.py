"""Ranking signals, measured for a query and a candidate. Each module is a separate plugin that can be disabled.

Their weights are in the scorecards (``tiermem/engine/recall/scorecards``), fitted by ``benchmarks.fit``.
"""
