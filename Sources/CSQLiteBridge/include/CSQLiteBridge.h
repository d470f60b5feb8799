#pragma once

// `sqlite3_config` takes a variable number of arguments, which Swift can't pass.

// Turns off SQLite's counts of allocated memory for this process, before the first database is opened: all connections share one
// lock for them, so that several that work at the same time wait for each other at each allocation. Returns an SQLite result code:
// SQLITE_MISUSE once SQLite runs.
int diorama_sqlite_without_memory_statistics(void);
