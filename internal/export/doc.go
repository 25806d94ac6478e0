// Package export writes games as tables for other programs.
//
// Its law: CSV and Parquet hold the same rows and columns, which docs/export.md describes. A column keeps its meaning,
// and a new column never takes the place of an old one.
package export
