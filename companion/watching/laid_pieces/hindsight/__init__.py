"""What was seen and said so far, told again when more is known: late pieces, and misread ones.

What misleads a camera on one place misleads it look after look: a ship's shadow, a worn print, a
reflection. Then no number of looks heals it, and no sureness speaks for it. What heals it are the
rules: a piece read wrongly breaks them sooner or later, at its place or where its route goes on.

1. Of each place it is thought possible, as 1 to 100, that it is read wrongly for good, however
   surely it is read (``weighing.PERSISTENT``). That is about how often people break a rule, too.
2. Where a rule is broken, the game names every single place that may have been read wrongly
   instead: this piece, one that should lie before it, one of another colour.
3. Each is weighed: by what is seen there, and by how much of what breaks rules it explains.
4. What is beyond doubt is told anew. Else one question is asked, about the place with which most
   is decided. Whoever answers decides; the same is not asked again.
5. Told anew means: everything that was seen and said since then is explained once more, as if the
   place had been read rightly. Whose turn it was, who got a bonus, follows from that.
6. A piece that was never seen has no time. It is tried in every turn, the latest first; the
   cheapest game is told.
"""
