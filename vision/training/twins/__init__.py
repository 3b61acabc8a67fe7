"""How a stick is told from one that lies in the lane beside: fitted to drawn boards."""
