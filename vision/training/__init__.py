"""Trains the reader's small networks: ``python -m vision.training --help``.

That command trains the five of boards of routes and of stops; ``squares`` and ``boxes`` have their
own, and ``figures`` fits weights. What is learned from (``dataset``) and those weights need NumPy
and OpenCV only; the rest needs PyTorch, which the extra ``train`` brings. See docs/reader.md.
"""
