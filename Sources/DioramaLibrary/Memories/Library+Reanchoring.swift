import Foundation
import GRDB

/// Where a memory is pinned, as the catalogue keeps it.
public struct PinnedMemory: Sendable, Equatable, Codable {
    public var memory: MemoryID
    /// What it is pinned to; nil for a memory without a position.
    public var anchor: MemoryAnchor?
    /// The camera with which its author pinned it.
    public var viewpoint: Viewpoint?

    public init(memory: MemoryID, anchor: MemoryAnchor?, viewpoint: Viewpoint?) {
        self.memory = memory
        self.anchor = anchor
        self.viewpoint = viewpoint
    }

    private enum CodingKeys: CodingKey { case memory, anchor, viewpoint }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        memory = try container.decode(MemoryID.self, forKey: .memory)
        anchor = try container.decode(StoredAnchor.self, forKey: .anchor).anchor
        viewpoint = try container.decodeIfPresent(Data.self, forKey: .viewpoint).flatMap { Viewpoint($0) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(memory, forKey: .memory)
        try container.encode(StoredAnchor(anchor: anchor), forKey: .anchor)
        try container.encodeIfPresent(viewpoint?.data, forKey: .viewpoint)
    }
}

/// Memories that were carried from a space to a newer scan of the same place, all at once.
public struct Reanchoring: Sendable, Equatable {
    public let id: ReanchoringID
    public let created: Date
    public let source: SpaceID
    public let target: SpaceID
    /// How many memories were carried.
    public let count: Int
    public let undone: Date?
}

/// The id of a `Reanchoring`.
public typealias ReanchoringID = Identifier<Reanchoring>

extension Library {
    /// Where all memories of a space are pinned, those in the trash as well: they may come back.
    public func pinnedMemories(in space: SpaceID) async throws(LibraryError) -> [PinnedMemory] {
        try await read(to: "read the memories' places") { db in
            try Row.fetchAll(
                db, sql: "SELECT id, anchor, viewpoint FROM memories WHERE space = ? ORDER BY id", arguments: [space.cell]
            ).compactMap { row in
                guard let id = MemoryID(cell: row[0]), let stored = StoredAnchor(cell: row[1]) else { return nil }
                return PinnedMemory(memory: id, anchor: stored.anchor, viewpoint: Viewpoint(cell: row[2]))
            }
        }
    }

    /// Moves memories into another space, to new places, and notes how to undo it.
    /// - Parameters:
    ///   - pins: where they are to be pinned now. Memories that are not in `source` any more are left alone.
    ///   - source: the space that the memories are in.
    ///   - target: the space that they are moved to.
    /// - Throws: `LibraryError` of kind `notFound` where a space is not there, or lies in the trash.
    public func reanchor(
        _ pins: [PinnedMemory], from source: SpaceID, to target: SpaceID
    ) async throws(LibraryError) -> Reanchoring {
        let made = try await write(to: "carry memories over") { db in
            for space in [source, target] {
                guard
                    try Row.fetchOne(db, sql: "SELECT 1 FROM spaces WHERE id = ? AND trashed IS NULL", arguments: [space.cell])
                        != nil
                else { throw LibraryError(.notFound, "there is no space \(space)") }
            }
            let steps = try pins.compactMap { pin in try Self.move(pin, from: source, to: target, db) }
            let id = ReanchoringID()
            try db.execute(
                sql: "INSERT INTO reanchors (id, created, source, target, changes) VALUES (?, ?, ?, ?, ?)",
                arguments: [id.cell, Date().cell, source.cell, target.cell, JSONText.of(steps)])
            return try ReanchorStep.reanchorings(db, "WHERE id = ?", arguments: [id.cell]).first
        }
        guard let made else { throw LibraryError(.damaged, "couldn't carry memories over: it was written but is not there") }
        return made
    }

    /// What was carried into a space, the latest first.
    public func reanchorings(to target: SpaceID) async throws(LibraryError) -> [Reanchoring] {
        try await read(to: "read what was carried over") { db in
            try ReanchorStep.reanchorings(db, "WHERE target = ? ORDER BY id DESC", arguments: [target.cell])
        }
    }

    /// Puts memories back to where they were before they were carried over. What somebody pinned elsewhere since stays there.
    /// - Returns: how many were put back, or nil where there is no such thing to undo, or it is undone already.
    public func undo(_ id: ReanchoringID) async throws(LibraryError) -> Int? {
        try await write(to: "undo \(id)") { db -> Int? in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT source, target, changes FROM reanchors WHERE id = ? AND undone IS NULL", arguments: [id.cell]),
                let source = SpaceID(cell: row[0]), let target = SpaceID(cell: row[1]),
                let steps = String(cell: row[2]).flatMap({ JSONText.read([ReanchorStep].self, $0) })
            else { return nil }
            var count = 0
            for step in steps {
                guard let entry = try Memory.layout.fetch(step.before.memory, db), entry.space == target,
                    entry.anchor == step.after.anchor
                else { continue }
                try Self.place(entry, at: step.before, in: source, db)
                for (id, content) in step.versions { try Self.write(content, to: id, db) }
                count += 1
            }
            try db.execute(sql: "UPDATE reanchors SET undone = ? WHERE id = ?", arguments: [Date().cell, id.cell])
            return count
        }
    }

    private static func move(
        _ pin: PinnedMemory, from source: SpaceID, to target: SpaceID, _ db: Database
    ) throws -> ReanchorStep? {
        guard let entry = try Memory.layout.fetch(pin.memory, db), entry.space == source else { return nil }
        try place(entry, at: pin, in: target, db)
        return ReanchorStep(
            before: PinnedMemory(memory: pin.memory, anchor: entry.anchor, viewpoint: entry.viewpoint), after: pin,
            versions: try placeVersions(at: pin, db))
    }

    /// A version that is taken back later must not bring back a place in the earlier scan: all get the new place.
    /// - Returns: what they said before, by their ids.
    private static func placeVersions(at pin: PinnedMemory, _ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT id, content FROM memory_versions WHERE memory = ?", arguments: [pin.memory.cell])
        var before: [String: String] = [:]
        for row in rows {
            guard let id = String(cell: row[0]), let text = String(cell: row[1]),
                var content = JSONText.read(MemoryVersion.Content.self, text)
            else { continue }
            before[id] = text
            content.anchor = pin.anchor
            content.viewpoint = pin.viewpoint
            try write(JSONText.of(content), to: id, db)
        }
        return before
    }

    private static func write(_ content: String, to version: String, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE memory_versions SET content = ?, modified = max(modified, ?) WHERE id = ?",
            arguments: [content, Date().cell, version])
    }

    private static func place(_ entry: Entry<Memory>, at pin: PinnedMemory, in space: SpaceID, _ db: Database) throws {
        var memory = entry.content
        memory.space = space
        memory.anchor = pin.anchor
        memory.viewpoint = pin.viewpoint
        _ = try Memory.layout.update(entry, from: entry.content, to: memory, db)
    }
}

/// How one memory was carried over.
private struct ReanchorStep: Codable {
    var before: PinnedMemory
    var after: PinnedMemory
    /// What its versions said before, by their ids.
    var versions: [String: String]

    static func reanchorings(_ db: Database, _ clause: String, arguments: StatementArguments) throws -> [Reanchoring] {
        try Row.fetchAll(
            db, sql: "SELECT id, created, source, target, json_array_length(changes), undone FROM reanchors \(clause)",
            arguments: arguments
        ).compactMap { row in
            guard let id = ReanchoringID(cell: row[0]), let created = Date(cell: row[1]), let source = SpaceID(cell: row[2]),
                let target = SpaceID(cell: row[3]), let count = Int(cell: row[4])
            else { return nil }
            return Reanchoring(
                id: id, created: created, source: source, target: target, count: count, undone: Date(cell: row[5]))
        }
    }
}
