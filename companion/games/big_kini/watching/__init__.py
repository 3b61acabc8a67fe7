"""Big Kini followed by a camera: what lies where, and what may have been done."""
