"""Patches drawn by the batch: any print, any piece, any light, with what lies there known.

No photo and no table is behind them. Each batch is drawn once and never seen again, so that a
network learns what a piece is, and not the tables it was shown.
"""
