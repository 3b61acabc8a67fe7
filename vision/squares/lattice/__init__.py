"""Where the lattice of a growing table lies: quads, outlines, edges, followed when pushed."""
