import Foundation
import GRDB
import Geometry

/// Reads rows of the catalogue into values. Nothing here trusts a row: what can't be read is a damaged library, not a crash.
enum Catalogue {
    /// The spaces that `clause` picks ("WHERE id = ?"), in its order, whole: three queries however many spaces.
    static func spaces(_ db: Database, _ clause: String, arguments: StatementArguments = []) throws -> [Space] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, name, description, created, modified, trashed, account, area, triangle_count, point_count,
                    min_x, min_y, min_z, max_x, max_y, max_z, report
                FROM spaces \(clause)
                """, arguments: arguments)
        let ids: [String] = try rows.map { try $0.value("id") }
        let captures = try captures(db, of: ids)
        let merges = try AccountMerges.load(db)
        let assets = try assets(db, of: ids)
        return try zip(ids, rows).map { id, row in
            Space(
                id: try row.id("id"), name: try row.value("name"), description: try row.value("description"),
                created: try row.time("created"),
                modified: try row.time("modified"), trashed: Date(cell: row["trashed"]),
                account: AccountID(cell: merges.resolve(row["account"] as DatabaseValue)),
                areaSquareMetres: try row.optional("area"), triangleCount: try row.value("triangle_count"),
                pointCount: try row.value("point_count"), bounds: try bounds(row), assets: assets[id] ?? [], capture: captures[id],
                report: try row.optional("report"))
        }
    }

    private static func bounds(_ row: Row) throws -> Bounds? {
        let sides: [Float] = try ["min_x", "min_y", "min_z", "max_x", "max_y", "max_z"].compactMap { try row.optional($0) }
        guard sides.count == 6 else { return nil }
        return Bounds(min: Vector3(sides[0], sides[1], sides[2]), max: Vector3(sides[3], sides[4], sides[5]))
    }

    private static func captures(_ db: Database, of spaces: [String]) throws -> [String: CaptureRecord] {
        let request: SQLRequest<Row> = """
            SELECT space, id, kind, frame_count, skipped_frames, seconds, notes FROM captures WHERE space IN \(spaces)
                ORDER BY id
            """
        var captures: [String: CaptureRecord] = [:]
        for row in try request.fetchAll(db) {
            let notes: String = try row.value("notes")
            guard let lines = try? JSONDecoder().decode([String].self, from: Data(notes.utf8)) else { throw row.damage("notes") }
            captures[try row.value("space")] = CaptureRecord(
                id: try row.id("id"), kind: try row.value("kind"), frameCount: try row.value("frame_count"),
                skippedFrames: try row.value("skipped_frames"), seconds: try row.value("seconds"), notes: lines)
        }
        return captures
    }

    private static func assets(_ db: Database, of spaces: [String]) throws -> [String: [Asset]] {
        let request: SQLRequest<Row> = """
            SELECT space, hash, kind, content_type, byte_count, file_name, level, triangle_count
            FROM space_assets WHERE space IN \(spaces) ORDER BY space, position, id
            """
        var assets: [String: [Asset]] = [:]
        for row in try request.fetchAll(db) { assets[try row.value("space"), default: []].append(try asset(row)) }
        return assets
    }

    /// One of the uses of a file by spaces outside the trash. Where spaces disagree on what it is, what it is most useful as comes
    /// first, and the oldest space.
    static func asset(_ db: Database, _ hash: AssetHash) throws -> Asset? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT hash, kind, content_type, byte_count, file_name, level, triangle_count
                FROM space_assets WHERE hash = ? AND space IN (SELECT id FROM spaces WHERE trashed IS NULL)
                ORDER BY kind = 'source', space, position LIMIT 1
                """, arguments: [hash.description]
        ).map(asset)
    }

    private static func asset(_ row: Row) throws -> Asset {
        let kind: String = try row.value("kind")
        guard let kind = AssetKind(rawValue: kind) else { throw row.damage("kind") }
        guard let hash = AssetHash(try row.value("hash") as String) else { throw row.damage("hash") }
        return Asset(
            hash: hash, kind: kind, contentType: try row.value("content_type"), byteCount: try row.value("byte_count"),
            fileName: try row.value("file_name"), level: try row.optional("level"),
            triangleCount: try row.optional("triangle_count"))
    }

    /// The jobs that `clause` picks, in its order.
    static func jobs(_ db: Database, _ clause: String, arguments: StatementArguments = []) throws -> [JobRecord] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, kind, title, state, fraction, what, remaining, error, space, created, modified FROM jobs \(clause)
                """, arguments: arguments)
        return try rows.map { row in
            guard let state = JobState(rawValue: try row.value("state")) else { throw row.damage("state") }
            let space: String? = try row.optional("space")
            return JobRecord(
                id: try row.id("id"), kind: try row.value("kind"), title: try row.value("title"), state: state,
                fraction: try row.value("fraction"), what: try row.value("what"), remaining: try row.optional("remaining"),
                error: try row.optional("error"), space: space == nil ? nil : try row.id("space"), created: try row.time("created"),
                modified: try row.time("modified"))
        }
    }
}

extension Row {
    /// The value of a column, which may be null.
    fileprivate func optional<V: DatabaseValueConvertible>(_ column: String) throws(LibraryError) -> V? {
        let stored: DatabaseValue = self[column]
        if stored.isNull { return nil }
        guard let value = V.fromDatabaseValue(stored) else { throw damage(column) }
        return value
    }

    fileprivate func value<V: DatabaseValueConvertible>(_ column: String) throws(LibraryError) -> V {
        guard let value: V = try optional(column) else { throw damage(column) }
        return value
    }

    fileprivate func id<Kind>(_ column: String) throws(LibraryError) -> Identifier<Kind> {
        let text: String = try value(column)
        guard let id = Identifier<Kind>(text) else { throw damage(column) }
        return id
    }

    fileprivate func time(_ column: String) throws(LibraryError) -> Date { Date(milliseconds: try value(column)) }

    fileprivate func damage(_ column: String) -> LibraryError {
        let stored: DatabaseValue = self[column]
        return LibraryError(.damaged, "the library is damaged: \(stored) can't be a \"\(column)\"; restore a backup")
    }
}
