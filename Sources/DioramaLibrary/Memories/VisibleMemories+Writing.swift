import Foundation
import GRDB

extension VisibleMemories {
    /// The most versions that a memory keeps; the oldest go.
    static let versionLimit = 200

    /// Adds a memory as theirs.
    /// - Parameters:
    ///   - memory: the memory to add.
    ///   - id: chosen by the client, so that adding is idempotent: a second call returns the existing memory.
    /// - Throws: `LibraryError`: `notAllowed` where they may not pin in that space, `notFound` where there is no such space,
    ///   `invalidValue`, also where the id is another memory's or from the future (later ids would follow it there).
    public func add(_ memory: Memory, id: MemoryID? = nil) async throws(LibraryError) -> AuthorizedMemory {
        var memory = try Memory.layout.checked(memory)
        memory.account = try author()
        if let id, id.ksuid.secondsSince1970 > Int64(Date().timeIntervalSince1970) + Self.clockTolerance {
            throw LibraryError(.invalidValue, "the id \(id) is from the future; check this device's clock")
        }
        let value = memory
        let viewer = viewer
        return try await library.write(to: "add a memory") { db in
            guard let space = value.space, try Self.seesSpace(space, as: viewer, db) else {
                throw LibraryError(.notFound, "the space of the memory does not exist")
            }
            if case .account(let account) = viewer, try Grant.find(in: space, of: account, db)?.permission != .pin {
                throw LibraryError(.notAllowed, "you may look at this space, but not pin memories in it")
            }
            if let id, let old = try Memory.layout.fetch(id, db) {
                guard old.space == space, viewer.isAuthor(old.account) else {
                    throw LibraryError(.invalidValue, "the id \(id) is already used")
                }
                return try Self.seen(old, by: viewer, db)
            }
            try Self.checkAudience(value, db)
            let entry = try Memory.layout.insert(value, id: id, db)
            return try Self.seen(entry, by: viewer, db)
        }
    }

    /// How far a device's clock may go ahead of this one's, in seconds.
    private static let clockTolerance: Int64 = 3600

    /// Changes a memory of theirs; what it said before is kept.
    /// - Returns: the memory as it now is; nil where they see none.
    /// - Throws: `LibraryError`: `notAllowed` where it is somebody else's, `invalidValue`.
    public func edit(
        _ id: MemoryID, _ change: @escaping @Sendable (inout Memory) throws -> Void
    ) async throws(LibraryError) -> AuthorizedMemory? {
        let (viewer, visibility) = (viewer, visibility)
        return try await library.write(to: "change the memory \(id)") { db in
            guard let old = try Self.own(id, for: viewer, visibility: visibility, db) else { return nil }
            var value = old.content
            try change(&value)
            value.account = old.account
            value.space = old.space
            if value.audience != old.audience { try Self.checkAudience(value, db) }
            return try Self.seen(try Self.rewrite(old, as: value, db), by: viewer, db)
        }
    }

    /// Puts a memory of theirs into the trash; the owner of the library may do so with all memories that they see.
    /// - Returns: whether it was there.
    public func trash(_ id: MemoryID) async throws(LibraryError) -> Bool {
        let (viewer, visibility) = (viewer, visibility)
        return try await library.write(to: "put the memory \(id) into the trash") { db in
            guard let entry = try Self.find(id, for: viewer, visibility: visibility, db), entry.trashed == nil else { return false }
            if case .owner = viewer {
            } else if !viewer.isAuthor(entry.account) {
                throw LibraryError(.notAllowed, "this memory belongs to somebody else")
            }
            return try !Memory.layout.setTrashed([id], at: Date(), db).isEmpty
        }
    }

    /// Takes a memory of theirs out of the trash.
    /// - Returns: the memory; nil where they have none such.
    public func restore(_ id: MemoryID) async throws(LibraryError) -> AuthorizedMemory? {
        let (viewer, visibility) = (viewer, visibility)
        return try await library.write(to: "take the memory \(id) out of the trash") { db in
            guard try Self.own(id, for: viewer, visibility: visibility, db) != nil else { return nil }
            _ = try Memory.layout.setTrashed([id], at: nil, db)
            guard let entry = try Memory.layout.fetch(id, db) else { return nil }
            return try Self.seen(entry, by: viewer, db)
        }
    }

    // MARK: History

    /// What a memory of theirs said over time, oldest first; nil where they see none.
    /// - Throws: `LibraryError` of kind `notAllowed` where it is somebody else's: what an author took back stays taken back.
    public func states(of id: MemoryID) async throws(LibraryError) -> [MemoryState]? {
        let (viewer, visibility) = (viewer, visibility)
        return try await library.read(to: "read the versions of the memory \(id)") { db in
            guard let entry = try Self.own(id, for: viewer, visibility: visibility, db) else { return nil }
            return try Self.states(of: entry, db)
        }
    }

    /// Makes a memory of theirs say what it said in a state. That is a change, too: nothing is lost by it.
    /// - Returns: the memory; nil where there is no such state.
    public func restore(_ id: MemoryID, state number: Int) async throws(LibraryError) -> AuthorizedMemory? {
        let (viewer, visibility) = (viewer, visibility)
        return try await library.write(to: "take back a version of the memory \(id)") { db in
            guard let old = try Self.own(id, for: viewer, visibility: visibility, db),
                let state = try Self.states(of: old, db).first(where: { $0.number == number })
            else { return nil }
            var value = old.content
            state.content.write(to: &value)
            return try Self.seen(try Self.rewrite(old, as: value, db), by: viewer, db)
        }
    }

    private static func states(of entry: Entry<Memory>, _ db: Database) throws -> [MemoryState] {
        let ids = try String.fetchAll(
            db, sql: "SELECT id FROM memory_versions WHERE memory = ? ORDER BY id", arguments: [entry.id.cell])
        // What can't be read, as a later version may have written it, is passed over.
        let old = try MemoryVersion.layout.fetch(ids, db).compactMap { version in
            version.content.content.map { (version.created, $0) }
        }
        let states = old.enumerated().map { MemoryState(number: $0 + 1, until: $1.0, content: $1.1) }
        return states + [MemoryState(number: states.count + 1, until: nil, content: MemoryVersion.Content(entry.content))]
    }

    // MARK: Files

    /// Adds a file to a memory of theirs. It has been looked at before; see `MediaIntake`.
    /// - Parameters:
    ///   - media: what is known of the file.
    ///   - file: the file, which is copied.
    ///   - id: the memory that the file belongs to.
    ///   - position: which file of the memory it is, from 0; one that is there already is not added again. Nil: the next.
    /// - Returns: the memory as it now is; nil where they see none.
    public func add(_ media: Media, file: URL, to id: MemoryID, at position: Int? = nil) async throws(LibraryError)
        -> AuthorizedMemory?
    {
        guard let seen = try await get(id) else { return nil }
        guard seen.isMine else { throw LibraryError(.notAllowed, "this memory belongs to somebody else") }
        if let position, seen.media.count > position { return seen }
        if seen.media.count >= Self.mediaLimit {
            throw LibraryError(.invalidValue, "a memory can have at most \(Self.mediaLimit) files")
        }
        var media = media
        media.memory = id
        media.position = (seen.media.map(\.position).max() ?? -1) + 1
        _ = try await library.add(media, file: file, isConsumed: true)
        // Its first file says what a memory is, where it was not said before.
        let isUntold = seen.media.isEmpty && seen.entry.kind == .text
        return try await touched(id, kind: isUntold ? Memory.Kind(rawValue: media.kind.rawValue) : nil)
    }

    /// Changes what is said of a file of a memory of theirs.
    public func edit(
        _ media: MediaID, of id: MemoryID, _ change: @escaping @Sendable (inout Media) -> Void
    ) async throws(LibraryError) -> AuthorizedMemory? {
        guard try await isOwn(media, of: id) else { return nil }
        _ = try await library.media.update(media) { change(&$0) }
        return try await touched(id)
    }

    /// Puts a file of a memory of theirs into the trash.
    public func trash(_ media: MediaID, of id: MemoryID) async throws(LibraryError) -> AuthorizedMemory? {
        guard try await isOwn(media, of: id) else { return nil }
        _ = try await library.media.trash([media])
        return try await touched(id)
    }

    /// The most files of a memory.
    static let mediaLimit = 20

    private func isOwn(_ media: MediaID, of id: MemoryID) async throws(LibraryError) -> Bool {
        guard let found = try await self.media(media, of: id) else { return false }
        if !found.isMine { throw LibraryError(.notAllowed, "this memory belongs to somebody else") }
        return true
    }

    /// Marks the memory as changed, so that viewers are notified of changed files.
    /// - Parameters:
    ///   - id: the memory.
    ///   - kind: what it is from now on; nil leaves that as it is.
    private func touched(_ id: MemoryID, kind: Memory.Kind? = nil) async throws(LibraryError) -> AuthorizedMemory? {
        try await library.write(to: "change the memory \(id)") { db in
            try db.execute(
                sql: "UPDATE memories SET modified = max(modified, ?), kind = ifnull(?, kind) WHERE id = ?",
                arguments: [Date().cell, kind.cell, id.cell])
        }
        return try await get(id)
    }

    // MARK: Parts

    private func author() throws(LibraryError) -> AccountID? {
        switch viewer {
        case .owner(let account): account
        case .account(let account): account
        case .link: throw LibraryError(.notAllowed, "visitors by a link can look, but not write")
        }
    }

    /// The entry, where they see it and wrote it.
    private static func own(_ id: MemoryID, for viewer: Viewer, visibility: MemoryVisibility, _ db: Database) throws -> Entry<
        Memory
    >? {
        guard let entry = try find(id, for: viewer, visibility: visibility, db) else { return nil }
        if !viewer.isAuthor(entry.account) { throw LibraryError(.notAllowed, "this memory belongs to somebody else") }
        return entry
    }

    private static func rewrite(_ old: Entry<Memory>, as value: Memory, _ db: Database) throws -> Entry<Memory> {
        let before = MemoryVersion.Content(old.content)
        let entry = try Memory.layout.update(old, from: old.content, to: value, db)
        if MemoryVersion.Content(entry.content) != before {
            _ = try MemoryVersion.layout.insert(MemoryVersion(memory: old.id, content: before), db)
            try db.execute(
                sql: """
                    DELETE FROM memory_versions WHERE memory = ?1 AND id IN
                        (SELECT id FROM memory_versions WHERE memory = ?1 ORDER BY id DESC LIMIT -1 OFFSET \(versionLimit))
                    """, arguments: [old.id.cell])
        }
        return entry
    }

    private static func checkAudience(_ memory: Memory, _ db: Database) throws {
        guard memory.privacy == .shared else { return }
        for account in memory.audience where try Account.layout.fetch(account, db)?.trashed != .some(nil) {
            throw LibraryError(.notFound, "there is no account \(account) to share with")
        }
    }

    private static func seen(_ entry: Entry<Memory>, by viewer: Viewer, _ db: Database) throws -> AuthorizedMemory {
        guard let seen = try AuthorizedMemory.of([entry], by: viewer, db).first else { throw Memory.layout.gone(entry.id) }
        return seen
    }
}
