"""How fast the library is, as ratios beside the named alternative: `make bench` runs all rows and writes RESULTS.md."""
