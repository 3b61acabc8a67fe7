"""From pixels to a Reading."""

import cv2  # noqa: F401 - what it loads is what is limited
import numpy as np  # noqa: F401
from threadpoolctl import threadpool_limits

# For matrices as small as ours the BLAS libraries of OpenCV and numpy wait for each other's
# threads: a photo takes twice as long with them.
threadpool_limits(limits=1, user_api="blas")
