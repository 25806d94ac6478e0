// Package export writes games as tables for other programs.
//
// Its law: CSV and Parquet hold the same rows and columns, which docs/export.md describes; a column keeps its meaning,
// and new ones are added, never put in the place of old ones.
package export
