"""Trains the reader's four small networks: ``python -m vision.training --help``.

What is learned from (``tables``, ``patch_set``, ``marker_offsets``) needs NumPy and OpenCV only;
the rest needs PyTorch, which the extra ``train`` brings. See docs/reader.md.
"""
