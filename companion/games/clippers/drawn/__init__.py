"""Games that are drawn by lot, for the demo, the tests and the benchmarks."""
