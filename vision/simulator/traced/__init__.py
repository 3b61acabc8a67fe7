"""Tables under traced light: the same prints, pieces, cameras and truth, in rooms with lamps.

Mitsuba 3 follows the light (Jakob et al., 2022), Intel's denoiser takes the grain off. Both are
needed for this alone: ``pip install mitsuba pyoidn``.
"""
