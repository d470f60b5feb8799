import DioramaLibrary
import Foundation

/// The things of a library, as people use them: listed, shown, added with photos, edited, merged, lent and maintained.
public struct ThingCatalogue: Sendable {
    let library: Library
    let media: MediaStore

    /// The things of `library`; `media` downloads originals that another device added and makes previews.
    public init(library: Library, media: MediaStore) {
        self.library = library
        self.media = media
    }

    /// A thing in a list, with what a list shows of it.
    public struct Item: Sendable, Equatable {
        /// The thing.
        public let thing: Entry<Thing>
        /// The first of its photos; nil where it has none.
        public let cover: Entry<Media>?
        /// The names of the places that it is in, the outermost first.
        public let path: [String]
        /// Whether it is lent and not returned.
        public let isLent: Bool
    }

    /// A page of things.
    public struct Page: Sendable, Equatable {
        /// The things in the order of the list.
        public let items: [Item]
        /// Where the next page begins; nil on the last.
        public let next: Cursor<Thing>?
        /// Number of things on all pages.
        public let total: Int
    }

    /// A thing with everything that belongs to it.
    public struct Details: Sendable, Equatable {
        /// The thing as lists show it.
        public let item: Item
        /// Its files, in their order.
        public let media: [Entry<Media>]
        /// Its loans, the latest first.
        public let loans: [Entry<Loan>]
        /// Its maintenance log, the latest first.
        public let maintenance: [Entry<Maintenance>]
        /// Recordings of it, the latest first; at most 100.
        public let recordings: [Entry<Recording>]
        /// The name of the space that it is in.
        public let spaceName: String?
    }

    /// A page of things that are not in the trash.
    /// - Parameter limit: 1 to 200.
    /// - Throws: `LibraryError` of kind `invalidValue` for a limit out of range or the cursor of another order.
    public func list(
        _ filter: ThingFilter = ThingFilter(), by order: ThingOrder = .newest, after cursor: Cursor<Thing>? = nil, limit: Int = 50
    ) async throws -> Page {
        let conditions = filter.conditions
        let page = try await library.things.list(conditions, by: order.order, after: cursor, limit: limit)
        return Page(items: try await items(page.entries), next: page.next, total: try await library.things.count(conditions))
    }

    /// A thing with everything that belongs to it, also from the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func details(_ id: ThingID) async throws -> Details {
        let entry = try await thing(id)
        let items = try await self.items([entry])
        let files = try await all(library.media, [.thing(id)], by: .position)
        return Details(
            item: items[0], media: files, loans: try await all(library.loans, [.thing(id)], by: .newest),
            maintenance: try await all(library.maintenance, [.thing(id)], by: .newest),
            recordings: try await library.recordings.list([.thing(id)], limit: 100).entries,
            spaceName: try await name(of: entry.space))
    }

    /// The thing, also from the trash.
    /// - Throws: `SpacesError` of kind `notFound`.
    public func thing(_ id: ThingID) async throws -> Entry<Thing> {
        guard let entry = try await library.things.get(id) else { throw Self.notFound(id.description) }
        return entry
    }

    /// The thing that a person means: by its id, or by its name where only one has it.
    /// - Throws: `SpacesError`: `notFound`, or `invalidInput` where several things have the name.
    public func thing(named text: String) async throws -> Entry<Thing> {
        if let id = ThingID(text), let entry = try await library.things.get(id) { return entry }
        let found = try await library.things.list([.text(text)], limit: 200).entries
        let exact = found.filter { $0.name.compare(text, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame }
        if exact.count > 1 {
            throw SpacesError(
                .invalidInput, "\(exact.count) things are named \"\(text)\"",
                remedy: "give the id: "
                    + exact.prefix(5).map(\.id.description).joined(separator: ", "))
        }
        guard let entry = exact.first else { throw Self.notFound("\"\(text)\"") }
        return entry
    }

    /// Things with their covers, paths and loans, in the given order.
    public func items(_ entries: [Entry<Thing>]) async throws -> [Item] {
        let covers = try await library.covers(of: entries.map(\.id))
        let lent = Set(try await all(library.loans, [.isOpen], by: .due).compactMap(\.thing))
        var paths: [PlaceID: [String]] = [:]
        for place in Set(entries.compactMap(\.place)) { paths[place] = try await library.path(to: place).map(\.name) }
        return entries.map { entry in
            Item(
                thing: entry, cover: covers[entry.id], path: entry.place.flatMap { paths[$0] } ?? [],
                isLent: lent.contains(entry.id))
        }
    }

    private func name(of space: SpaceID?) async throws -> String? {
        guard let space else { return nil }
        return try await library.space(space)?.name
    }

    /// All entries of a table that fulfil the conditions.
    package func all<V>(
        _ table: CatalogueTable<V>, _ conditions: [Condition<V>], by order: Order<V>
    ) async throws -> [Entry<V>] {
        var entries: [Entry<V>] = []
        var next: Cursor<V>?
        repeat {
            let page = try await table.list(conditions, by: order, after: next, limit: 1000)
            entries += page.entries
            next = page.next
        } while next != nil
        return entries
    }

    static func notFound(_ what: String) -> SpacesError {
        SpacesError(.notFound, "there is no thing \(what)", remedy: "'diorama thing list' prints the things")
    }
}
