"""Own tiles: the shipped ones with what is printed on the tiles that lie on one's own table."""
