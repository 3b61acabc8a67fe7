"""The one exception for what a person handed in and we cannot use."""


class InputError(Exception):
    """Something handed in cannot be used: the message says what, where and what to do, in one line.

    The front door prints the message and ends with exit code 2. Mistakes of players are never
    errors: they are findings.
    """
