import GRDB

/// A table whose rows merge, as it stands in this database.
struct TrackedTable {
    struct Column {
        let name: String
        let type: String
        /// The default as SQL, or nil.
        let defaultText: String?
    }

    let name: String
    /// All columns but the id, in the table's order.
    let columns: [Column]

    /// Reads and checks a table.
    /// - Throws: `ChangesError` (`unsuitableTable`) where rows that arrive in any order, from devices of any version, could not be
    ///   kept in it.
    init(_ name: String, in connection: Connection) throws {
        func unsuitable(_ why: String) -> ChangesError {
            ChangesError(.unsuitableTable, "the table \"\(name)\" can't be tracked: \(why)")
        }
        guard Identifiers.isName(name) else { throw unsuitable("its name is not made of letters, digits and _") }
        var columns: [Column] = []
        var keys: [String] = []
        try connection.each("SELECT name, type, dflt_value, pk FROM pragma_table_info('\(name)')") { row in
            if row.int(3) > 0 { keys.append(row.text(0)) }
            if row.text(0) != "id" {
                columns.append(Column(name: row.text(0), type: row.text(1), defaultText: row.isNull(2) ? nil : row.text(2)))
            }
        }
        guard keys == ["id"] else { throw unsuitable("its primary key must be the one column \"id\"") }
        if let odd = columns.first(where: { !Identifiers.isName($0.name) }) { throw unsuitable("the column \"\(odd.name)\"") }
        if try connection.int("SELECT count(*) FROM pragma_foreign_key_list('\(name)')") ?? 0 > 0 {
            throw unsuitable("rows arrive in any order, so it can't have foreign keys")
        }
        if try connection.int("SELECT count(*) FROM pragma_index_list('\(name)') WHERE \"unique\" AND origin <> 'pk'") ?? 0 > 0 {
            throw unsuitable("two devices may write equal values, so only its id can be unique")
        }
        self.name = name
        self.columns = columns
    }
}

/// Names of tables and columns, which come from other devices as well.
enum Identifiers {
    /// 1 to 64 letters, digits and `_`, not beginning with a digit and not with what SQLite or this module keep for themselves.
    static func isName(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...64).contains(bytes.count), let first = bytes.first, !(0x30...0x39).contains(first) else { return false }
        let isPlain = bytes.allSatisfy { byte in
            byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        }
        let lower = text.lowercased()
        return isPlain && !lower.hasPrefix("sqlite_") && !lower.hasPrefix("sync_")
    }
}
