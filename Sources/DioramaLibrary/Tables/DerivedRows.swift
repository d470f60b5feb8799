import GRDB

/// Everything in the catalogue that is derived from its rows by Swift. Triggers record which rows were written, whoever wrote them.
package enum DerivedRows {
    /// Brings what is derived up to date. To be called at the end of every transaction that may have written shared tables.
    package static func update(_ db: Database) throws {
        // Who stands for whom decides who sees a memory.
        try AccountMerges.update(db)
        try MemoryIndex.update(db)
        try RowDigests.update(db)
    }
}
