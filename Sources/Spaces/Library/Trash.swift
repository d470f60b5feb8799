import DioramaLibrary
import Foundation

/// The trash of a library: rows of all tables, and spaces.
public struct Trash: Sendable {
    private let library: Library

    /// The trash of `library`.
    public init(library: Library) { self.library = library }

    /// What an item in the trash is.
    public enum Kind: String, Encodable, Sendable {
        /// A physical item.
        case thing
        /// Where things are located.
        case place
        /// What was recorded of a space or a thing.
        case recording
        /// A memory of a space.
        case memory
        /// A file of a recording, thing, memory, space or exhibit.
        case media
        /// The steps of a recording.
        case workflow
        /// A measurement of a space.
        case measurement
        /// An exhibit with its files.
        case exhibit
        /// A loan of a thing.
        case loan
        /// An entry of a thing's maintenance log.
        case maintenance
        /// A space with its memories, plan, measurements and files.
        case space
    }

    /// A row of any table, or a space.
    public struct Item: Encodable, Sendable {
        /// What it is.
        public let kind: Kind
        /// Its id (KSUID), unique among all kinds.
        public let id: String
        /// Its name, title or file name.
        public let name: String
        /// When it was moved to the trash.
        public let trashed: Date
        /// Of a space, the number of its memories, which are in the trash with it.
        public var memories: Int?
    }

    /// Everything in the trash, the latest first.
    /// - Throws: `LibraryError` where the library can't be read.
    public func items() async throws -> [Item] {
        var items = try await items(of: library.things, kind: .thing) { $0.name }
        items += try await self.items(of: library.places, kind: .place) { $0.name }
        items += try await self.items(of: library.recordings, kind: .recording) { $0.title }
        items += try await self.items(of: library.memories, kind: .memory) { $0.title }
        items += try await self.items(of: library.media, kind: .media) { $0.fileName }
        items += try await self.items(of: library.workflows, kind: .workflow) { $0.name }
        items += try await self.items(of: library.measurements, kind: .measurement) { $0.name }
        items += try await self.items(of: library.exhibits, kind: .exhibit) { $0.title }
        items += try await self.items(of: library.loans, kind: .loan) { $0.borrower }
        items += try await self.items(of: library.maintenance, kind: .maintenance) { $0.title }
        for space in try await library.trashedSpaces() {
            items.append(
                Item(
                    kind: .space, id: space.id.description, name: space.name, trashed: space.trashed ?? space.modified,
                    memories: try await library.memoryCount(in: space.id)))
        }
        return items.sorted { $0.trashed > $1.trashed }
    }

    /// The item with this id.
    /// - Throws: `SpacesError` of kind `notFound` where nothing of this id is in the trash.
    public func item(_ id: String) async throws -> Item {
        guard let item = try await items().first(where: { $0.id == id }) else {
            throw SpacesError(
                .notFound, "there is no \(id) in the trash", remedy: "'diorama library trash' prints what is in it")
        }
        return item
    }

    /// Moves a space to the trash, with its memories, plan and measurements.
    /// - Throws: `SpacesError` of kind `notFound` where there is no such space outside the trash.
    public func add(_ space: SpaceID) async throws -> Item {
        guard try await library.trash(space) else {
            throw SpacesError(
                .notFound, "there is no space \(space) outside the trash", remedy: "'diorama library list' prints the spaces")
        }
        return try await item(space.description)
    }

    /// Moves an exhibit to the trash, with its files.
    /// - Throws: `SpacesError` of kind `notFound` where there is no such exhibit outside the trash.
    public func add(_ exhibit: ExhibitID) async throws -> Item {
        guard try await library.exhibits.trash([exhibit]) == [exhibit] else {
            throw SpacesError(
                .notFound, "there is no exhibit \(exhibit) outside the trash", remedy: "'diorama exhibit list' prints the exhibits")
        }
        return try await item(exhibit.description)
    }

    /// Moves an item back from the trash.
    /// - Throws: `LibraryError` where the library can't be written.
    public func restore(_ item: Item) async throws {
        switch item.kind {
        case .thing: _ = try await library.things.restore(item.ids())
        case .place: _ = try await library.places.restore(item.ids())
        case .recording: _ = try await library.recordings.restore(item.ids())
        case .memory: _ = try await library.memories.restore(item.ids())
        case .media: _ = try await library.media.restore(item.ids())
        case .workflow: _ = try await library.workflows.restore(item.ids())
        case .measurement: _ = try await library.measurements.restore(item.ids())
        case .exhibit: _ = try await library.exhibits.restore(item.ids())
        case .loan: _ = try await library.loans.restore(item.ids())
        case .maintenance: _ = try await library.maintenance.restore(item.ids())
        case .space: if let id = SpaceID(item.id) { _ = try await library.restore(id) }
        }
    }

    /// Deletes items permanently, on all devices: their rows and files, what is left of them in the database, and backups whose
    /// time is over (`Retention`). The next sync removes them from the bucket.
    /// - Throws: `LibraryError` where the library can't be written.
    public func purge(_ items: [Item]) async throws {
        for item in items { try await purge(item) }
        try await removeTraces()
    }

    /// Deletes permanently what was moved to the trash before a time.
    /// - Returns: the number of deleted items.
    public func purge(before time: Date) async throws -> Int {
        let count = try await library.purgeTrash(before: time)
        try await removeTraces()
        return count
    }

    private func removeTraces() async throws {
        try await library.removeTraces()
        try await ThingIdentifier.removeStale(in: library)
        try await library.expireBackups(BackupOptions(application: "Diorama \(DioramaVersion.current)"))
    }

    private func purge(_ item: Item) async throws {
        switch item.kind {
        case .thing: for id in item.ids(as: Thing.self) { _ = try await library.things.purge(id) }
        case .place: for id in item.ids(as: Place.self) { _ = try await library.places.purge(id) }
        case .recording: for id in item.ids(as: Recording.self) { _ = try await library.recordings.purge(id) }
        case .memory: for id in item.ids(as: Memory.self) { _ = try await library.memories.purge(id) }
        case .media: for id in item.ids(as: Media.self) { _ = try await library.media.purge(id) }
        case .workflow: for id in item.ids(as: Workflow.self) { _ = try await library.workflows.purge(id) }
        case .measurement: for id in item.ids(as: MeasurementRecord.self) { _ = try await library.measurements.purge(id) }
        case .exhibit: for id in item.ids(as: ExhibitRecord.self) { _ = try await library.exhibits.purge(id) }
        case .loan: for id in item.ids(as: Loan.self) { _ = try await library.loans.purge(id) }
        case .maintenance: for id in item.ids(as: Maintenance.self) { _ = try await library.maintenance.purge(id) }
        case .space: if let id = SpaceID(item.id) { _ = try await library.delete(id) }
        }
    }

    private func items<Value>(
        of table: CatalogueTable<Value>, kind: Kind, name: (Value) -> String
    ) async throws -> [Item] {
        var items: [Item] = []
        var next: Cursor<Value>?
        repeat {
            let page = try await table.trashed(after: next, limit: 200)
            items += page.entries.map {
                Item(kind: kind, id: $0.id.description, name: name($0.content), trashed: $0.trashed ?? $0.modified)
            }
            next = page.next
        } while next != nil
        return items
    }
}

extension Trash.Item {
    fileprivate func ids<Value>(as type: Value.Type = Value.self) -> [Identifier<Value>] {
        [Identifier<Value>(id)].compactMap { $0 }
    }
}
