import Foundation
import GRDB
import Support

extension CatalogueTable {
    /// Writes all entries into a file, also those in the trash and whatever the tier: a JSON object a line, in the order of adding,
    /// with the names of columns as keys; times are milliseconds since 1970 UTC, bytes are base64. The file is written whole or not
    /// at all.
    /// - Returns: how many there are.
    /// - Throws: `LibraryError`: `diskFull`, `noPermission`, `cancelled`.
    public func export(to file: URL, progress: ProgressReporter = .silent) async throws(LibraryError) -> Int {
        let layout = layout
        do {
            let total = try await library.query(to: "count") { db in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(layout.table)") ?? 0
            }
            var output = try AtomicFile(file)
            var written = 0
            var last: String?
            while true {
                try progress.report(Double(written) / Double(max(total, 1)), "Writing \(layout.table)")
                let begin = last ?? ""
                let lines = try await library.query(to: "read the \(layout.table)") { db in try layout.exportLines(after: begin, db)
                }
                guard let end = lines.last?.id else { break }
                for line in lines { try output.write(line.json + "\n") }
                written += lines.count
                last = end
            }
            try output.commit()
            try progress.report(1, "Writing \(layout.table)")
            return written
        } catch {
            throw LibraryError(error, could: "export the \(layout.table)", in: file)
        }
    }
}

extension TableLayout {
    /// The next rows behind an id, as JSON.
    fileprivate func exportLines(after id: String, _ db: Database) throws -> [(id: String, json: String)] {
        try Row.fetchAll(
            try db.cachedStatement(sql: "SELECT * FROM \(table) WHERE id > ? ORDER BY id LIMIT 500"), arguments: [id]
        ).map { row in
            let object = Dictionary(row.map { ($0, Self.json($1)) }) { first, _ in first }
            return (row["id"], JSONText.of(object))
        }
    }

    private static func json(_ cell: DatabaseValue) -> JSONValue {
        switch cell.storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .double(let number): number.isFinite ? .number(number) : .null
        case .string(let text): .text(text)
        case .blob(let data): .text(data.base64EncodedString())
        }
    }
}
