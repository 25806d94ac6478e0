// Package duckdb asks the questions of docs/questions.md with DuckDB.
//
// Its law: it knows of Wolfden only what its commands write. It is a module of its own, since DuckDB is C++ and large, and nobody who
// builds or tests Wolfden should have to fetch it: .ci/run questions runs its tests.
package duckdb
