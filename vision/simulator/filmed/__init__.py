"""How a simulated table is seen: camera, light, and the table under the board."""
