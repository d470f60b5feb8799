import Foundation
import GRDB

/// Where a memory is pinned, as the catalogue keeps it.
public struct PinnedMemory: Sendable, Equatable, Codable {
    /// The memory's id.
    public var memory: MemoryID
    /// What it is pinned to; nil for a memory without a position.
    public var anchor: MemoryAnchor?
    /// The camera with which its author pinned it.
    public var viewpoint: Viewpoint?

    /// Creates a pin of `memory` in the coordinates of its space, in metres.
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

/// A transfer of memories from a space to a newer scan of the same place.
public struct AnchorTransferRecord: Sendable, Equatable {
    /// Identifies the transfer, to undo it.
    public let id: AnchorTransferID
    /// When the memories were transferred, to the millisecond.
    public let created: Date
    /// The earlier scan.
    public let source: SpaceID
    /// The newer scan.
    public let target: SpaceID
    /// How many memories were transferred.
    public let count: Int
    /// When the transfer was undone; nil where it was not.
    public let undone: Date?
}

/// The id of a `AnchorTransferRecord`.
public typealias AnchorTransferID = Identifier<AnchorTransferRecord>

extension Library {
    /// Where all memories of a space are pinned, those in the trash as well: they may come back.
    public func pinnedMemories(in space: SpaceID) async throws(LibraryError) -> [PinnedMemory] {
        try await read(to: "read the anchors of the memories") { db in
            try Row.fetchAll(
                db, sql: "SELECT id, anchor, viewpoint FROM memories WHERE space = ? ORDER BY id", arguments: [space.cell]
            ).compactMap { row in
                guard let id = MemoryID(cell: row[0]), let stored = StoredAnchor(cell: row[1]) else { return nil }
                return PinnedMemory(memory: id, anchor: stored.anchor, viewpoint: Viewpoint(cell: row[2]))
            }
        }
    }

    /// Transfers memories into another space with new anchors, and records how to undo it.
    /// - Parameters:
    ///   - pins: where they are to be pinned now. Memories that are not in `source` any more are left alone.
    ///   - source: the space that the memories are in.
    ///   - target: the space that they are moved to.
    /// - Throws: `LibraryError` of kind `notFound` where a space is not there, or is in the trash.
    public func transferAnchors(
        _ pins: [PinnedMemory], from source: SpaceID, to target: SpaceID
    ) async throws(LibraryError) -> AnchorTransferRecord {
        let made = try await write(to: "transfer memories") { db in
            for space in [source, target] {
                guard
                    try Row.fetchOne(db, sql: "SELECT 1 FROM spaces WHERE id = ? AND trashed IS NULL", arguments: [space.cell])
                        != nil
                else { throw LibraryError(.notFound, "there is no space \(space)") }
            }
            let steps = try pins.compactMap { pin in try Self.move(pin, from: source, to: target, db) }
            let id = AnchorTransferID()
            try db.execute(
                sql: "INSERT INTO reanchors (id, created, source, target, changes) VALUES (?, ?, ?, ?, ?)",
                arguments: [id.cell, Date().cell, source.cell, target.cell, JSONText.of(steps)])
            return try AnchorTransferStep.anchorTransfers(db, "WHERE id = ?", arguments: [id.cell]).first
        }
        guard let made else { throw LibraryError(.damaged, "couldn't transfer memories: it was written but is not there") }
        return made
    }

    /// Transfers into a space, the latest first.
    public func anchorTransfers(to target: SpaceID) async throws(LibraryError) -> [AnchorTransferRecord] {
        try await read(to: "read the transfers") { db in
            try AnchorTransferStep.anchorTransfers(db, "WHERE target = ? ORDER BY id DESC", arguments: [target.cell])
        }
    }

    /// Undoes a transfer: memories return to their earlier space and anchor. What somebody pinned elsewhere since stays there.
    /// - Returns: how many were put back, or nil where there is no such thing to undo, or it is undone already.
    public func undo(_ id: AnchorTransferID) async throws(LibraryError) -> Int? {
        try await write(to: "undo \(id)") { db -> Int? in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT source, target, changes FROM reanchors WHERE id = ? AND undone IS NULL", arguments: [id.cell]),
                let source = SpaceID(cell: row[0]), let target = SpaceID(cell: row[1]),
                let steps = String(cell: row[2]).flatMap({ JSONText.read([AnchorTransferStep].self, $0) })
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
    ) throws -> AnchorTransferStep? {
        guard let entry = try Memory.layout.fetch(pin.memory, db), entry.space == source else { return nil }
        try place(entry, at: pin, in: target, db)
        return AnchorTransferStep(
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

/// The transfer of one memory.
private struct AnchorTransferStep: Codable {
    var before: PinnedMemory
    var after: PinnedMemory
    /// What its versions said before, by their ids.
    var versions: [String: String]

    static func anchorTransfers(_ db: Database, _ clause: String, arguments: StatementArguments) throws -> [AnchorTransferRecord] {
        try Row.fetchAll(
            db, sql: "SELECT id, created, source, target, json_array_length(changes), undone FROM reanchors \(clause)",
            arguments: arguments
        ).compactMap { row in
            guard let id = AnchorTransferID(cell: row[0]), let created = Date(cell: row[1]), let source = SpaceID(cell: row[2]),
                let target = SpaceID(cell: row[3]), let count = Int(cell: row[4])
            else { return nil }
            return AnchorTransferRecord(
                id: id, created: created, source: source, target: target, count: count, undone: Date(cell: row[5]))
        }
    }
}
