"""Games to be watched, slipped in and pictured: what several benchmarks play."""
