import CSQLiteBridge

/// Settings of SQLite for the whole process.
public enum SQLiteProcess {
    /// Connections that work at the same time don't wait for each other at each allocation. Whoever opens a database reads it
    /// before; once SQLite runs it has no effect, and nothing but speed depends on it.
    ///
    /// Source: SQLite, "Run-Time Library Compilation And Configuration", `SQLITE_CONFIG_MEMSTATUS`.
    public static let isWithoutMemoryStatistics = diorama_sqlite_without_memory_statistics() == 0
}
