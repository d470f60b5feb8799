import Foundation
import GRDB

/// Keeps what lists, counts, pins and live events read of memories: `memory_list`, `memory_groups`, `memory_tags` and `memory_log`.
///
/// Whether somebody may see a memory depends on its space, author, privacy and audience and, for a part of a space, on its
/// position. Memories that agree in the first four, in kind and in mood form a group. Groups are few, whatever the number of
/// memories: visibility is decided on groups, counts are sums over groups, and lists read narrow rows that name their group.
///
/// Triggers only record in `memory_changes` which memories were written, whoever wrote them (this program, a merge, another
/// program); `update` derives the rest from the rows, in the transaction that wrote them.
package enum MemoryIndex {
    /// Brings the index up to date with all recorded changes. To be called at the end of every transaction that may have written
    /// memories.
    package static func update(_ db: Database) throws { try update(db, isLogging: true) }

    /// - Parameter isLogging: whether live events report the changes; not where the index is only made anew.
    static func update(_ db: Database, isLogging: Bool) throws {
        // Where the index is made anew, no row is in the way of another: memories can be read some at a time.
        let limit = isLogging ? -1 : 1000
        while true {
            let find = "SELECT id FROM memory_changes ORDER BY id LIMIT ?"
            let ids = try String.fetchAll(try db.cachedStatement(sql: find), arguments: [limit])
            if ids.isEmpty { return }
            try update(ids, db, isLogging: isLogging)
        }
    }

    private static func update(_ ids: [String], _ db: Database, isLogging: Bool) throws {
        let before = try ids.map { try MemoryListRow.fetch($0, db) }
        let merges = try AccountMerges.load(db)
        let after = try ids.map { try MemoryListRow.derive($0, merges, db) }
        // Numbers of search documents can pass from one memory to another: what leaves its number goes first.
        for (old, new) in zip(before, after) where old != nil && old?.number != new?.number {
            try old?.delete(db)
        }
        for (id, (old, new)) in zip(ids, zip(before, after)) {
            if let new, new != old { try new.write(isNew: old?.number != new.number, db) }
            if new?.tags != old?.tags || new?.space != old?.space { try replaceTags(of: old, by: new, db) }
            try count(old?.group, by: -1, db)
            try count(new?.group, by: 1, db)
            if isLogging { try log(from: old, to: new, db) }
            try db.cachedStatement(sql: "DELETE FROM memory_changes WHERE id = ?").execute(arguments: [id])
        }
        if isLogging { try trimLog(db) }
    }

    /// Empties the index and records every memory as changed.
    static func reset(_ db: Database) throws {
        for table in ["memory_list", "memory_tags", "memory_groups", "memory_log"] { try db.execute(sql: "DELETE FROM \(table)") }
        try db.execute(sql: "INSERT OR IGNORE INTO memory_changes (id) SELECT id FROM memories")
    }

    private static func count(_ group: Int64?, by difference: Int64, _ db: Database) throws {
        guard let group else { return }
        try db.cachedStatement(sql: "UPDATE memory_groups SET count = count + ? WHERE number = ?").execute(
            arguments: [difference, group])
    }

    private static func replaceTags(of old: MemoryListRow?, by new: MemoryListRow?, _ db: Database) throws {
        if let old { try db.cachedStatement(sql: "DELETE FROM memory_tags WHERE id = ?").execute(arguments: [old.id]) }
        guard let new else { return }
        for tag in new.tags {
            // The column does not distinguish upper and lower case.
            try db.cachedStatement(sql: "INSERT OR IGNORE INTO memory_tags (tag, space, id) VALUES (?, ?, ?)").execute(
                arguments: [tag, new.space, new.id])
        }
    }

    /// Records the group and positions before and after: viewers who saw a removed memory must be notified.
    private static func log(from old: MemoryListRow?, to new: MemoryListRow?, _ db: Database) throws {
        guard let id = old?.id ?? new?.id else { return }
        let numbers = [old, new].flatMap { row in
            let numbers = row.map { $0.cue.cells + $0.point.cells } ?? Array(repeating: .null, count: 6)
            return numbers
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO memory_log (id, old_group, new_group, old_x, old_y, old_z, old_px, old_py, old_pz,
                    new_x, new_y, new_z, new_px, new_py, new_pz)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: StatementArguments(
                [id.databaseValue, old?.group.databaseValue ?? .null, new?.group.databaseValue ?? .null] + numbers))
    }

    /// The latest 10,000 changes are kept.
    private static func trimLog(_ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM memory_log WHERE number <= (SELECT max(number) FROM memory_log) - 10000").execute()
    }
}

/// A row of `memory_list`, with the tags of its memory.
private struct MemoryListRow: Equatable {
    /// The number of the memory's search document.
    let number: Int64
    let id: String
    let space: String
    let group: Int64
    let cue: Position
    let point: Position
    /// What the sand table is sent of it, as JSON; nil where it has no position.
    let pin: String?
    let tags: [String]

    /// Metres; null where a memory has no position.
    struct Position: Equatable {
        var cells: [DatabaseValue] = [.null, .null, .null]

        init(_ values: [Double]?) {
            if let values { cells = values.map(\.databaseValue) }
        }

        init(_ row: Row, at index: Int) { cells = (0..<3).map { row[index + $0] } }
    }

    private init(
        number: Int64, id: String, space: String, group: Int64, cue: Position, point: Position, pin: String?, tags: [String]
    ) {
        self.number = number
        self.id = id
        self.space = space
        self.group = group
        self.cue = cue
        self.point = point
        self.pin = pin
        self.tags = tags
    }

    /// The row as it was derived before; nil where there is none.
    static func fetch(_ id: String, _ db: Database) throws -> MemoryListRow? {
        let sql = "SELECT number, id, space, \"group\", x, y, z, px, py, pz, pin FROM memory_list WHERE id = ?"
        guard let row = try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: [id]) else { return nil }
        let tags = try String.fetchAll(
            try db.cachedStatement(sql: "SELECT tag FROM memory_tags WHERE id = ? ORDER BY tag"), arguments: [id])
        return MemoryListRow(
            number: row[0], id: row[1], space: row[2], group: row[3], cue: Position(row, at: 4), point: Position(row, at: 7),
            pin: row[10], tags: tags)
    }

    /// The row as it follows from the memory; nil where that is gone, or it or its space is in the trash.
    static func derive(_ id: String, _ merges: AccountMerges, _ db: Database) throws -> MemoryListRow? {
        let sql = """
            SELECT d.number, ifnull(m.space, ''), ifnull(m.account, ''), m.privacy, m.audience, m.kind, ifnull(m.mood, ''), m.title,
                m.tags, m.anchor
            FROM memories m JOIN search_documents d ON d.id = m.id AND d.kind = 'memory'
            WHERE m.id = ? AND m.trashed IS NULL AND NOT \(SpaceContents.isInTrashedSpace("m"))
            """
        guard let row = try Row.fetchOne(try db.cachedStatement(sql: sql), arguments: [id]) else { return nil }
        let anchor = StoredAnchor(cell: row[9])?.anchor
        let kind: String = row[5]
        let mood: String = row[6]
        let privacy: String = row[3]
        var values = Array(Array(row.databaseValues)[1...6])
        values[1] = merges.resolve(values[1])
        values[3] = merges.resolve(list: values[3])
        return MemoryListRow(
            number: row[0], id: id, space: row[1], group: try group(values, db),
            cue: Position(anchor?.cuePosition), point: Position(anchor?.point),
            pin: anchor.map { anchor in
                PinText.json(
                    id: id, position: anchor.cuePosition, mood: Memory.moods.firstIndex(of: mood) ?? -1,
                    kind: Memory.kinds.firstIndex(of: Memory.Kind(rawValue: kind)) ?? -1, title: row[7],
                    isPublic: privacy == Memory.Privacy.public.rawValue || privacy == Memory.Privacy.anonymous.rawValue)
            }, tags: distinct(JSONText.read([String].self, row[8]) ?? []))
    }

    /// Each tag once, whatever its case (as the column compares), in the order in which the table gives them back.
    private static func distinct(_ tags: [String]) -> [String] {
        func folded(_ tag: String) -> [UInt8] { tag.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        var seen: Set<[UInt8]> = []
        return tags.filter { seen.insert(folded($0)).inserted }.sorted { folded($0).lexicographicallyPrecedes(folded($1)) }
    }

    /// The number of the group with these values, which is made where there is none.
    private static func group(_ values: [DatabaseValue], _ db: Database) throws -> Int64 {
        let columns = "space, account, privacy, audience, kind, mood"
        let find = "SELECT number FROM memory_groups WHERE (\(columns)) = (?, ?, ?, ?, ?, ?)"
        if let number = try Int64.fetchOne(try db.cachedStatement(sql: find), arguments: StatementArguments(values)) {
            return number
        }
        try db.cachedStatement(sql: "INSERT INTO memory_groups (\(columns)) VALUES (?, ?, ?, ?, ?, ?)").execute(
            arguments: StatementArguments(values))
        return db.lastInsertedRowID
    }

    func delete(_ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM memory_list WHERE number = ?").execute(arguments: [number])
    }

    /// - Parameter isNew: whether no row has its number yet.
    func write(isNew: Bool, _ db: Database) throws {
        let columns = "id, space, \"group\", x, y, z, px, py, pz, pin"
        let sql =
            isNew
            ? "INSERT INTO memory_list (\(columns), number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            : "UPDATE memory_list SET (\(columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE number = ?"
        let values = [id.databaseValue, space.databaseValue, group.databaseValue] + cue.cells + point.cells
        try db.cachedStatement(sql: sql).execute(
            arguments: StatementArguments(values + [pin?.databaseValue ?? .null, number.databaseValue]))
    }
}

/// What the sand table is sent of a memory: `[id, x, y, z, mood, kind, title, isPublic]`, coordinates in metres to a tenth of a
/// millimetre.
private enum PinText {
    static func json(id: String, position: [Double], mood: Int, kind: Int, title: String, isPublic: Bool) -> String {
        let coordinates = position.map { "\(rounded($0))" }.joined(separator: ",")
        return "[\(JSONText.of(id)),\(coordinates),\(mood),\(kind),\(JSONText.of(title)),\(isPublic ? 1 : 0)]"
    }

    /// To four decimals, halves away from zero, as SQLite's `round` has it; never a negative zero.
    private static func rounded(_ value: Double) -> Double {
        let magnitude = value.magnitude
        let floor = (magnitude * 10_000).rounded(.down)
        // As SQLite rounds (printf.c): a value within 3e-16 of itself below a half counts as the half, so that the lists of
        // earlier versions agree.
        let fraction = (-floor).addingProduct(magnitude, 10_000)
        let rounded = (fraction + magnitude * 3e-12 >= 0.5 ? floor + 1 : floor) / 10_000
        return value < 0 && rounded > 0 ? -rounded : rounded
    }
}
