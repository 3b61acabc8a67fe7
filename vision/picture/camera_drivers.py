"""The drivers of cameras, which OpenCV opens and lets speak on the terminal."""

from __future__ import annotations

import os

import cv2


def opened_quietly(source: str) -> cv2.VideoCapture:
    """Open a camera by its number, or a stream by its address; no driver says a word of it.

    Whether it is there is to be asked of what is returned.
    """
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # AV_LOG_QUIET
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    return cv2.VideoCapture(int(source)) if source.isdecimal() else cv2.VideoCapture(source)
