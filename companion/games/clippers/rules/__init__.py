"""The rules of Clippers: a file per topic, a function per rule.

Every function takes the state before a fact and the fact, and returns a finding or None. The state
is the one in which the fact belongs (``course.at_turn_of``). A function judges nothing but its own
rule, so that all that is wrong with a fact is found at once.
"""
