import Foundation
import GRDB

/// The entries of one kind in a library: `library.things`, `library.places`.
///
/// Every call is one transaction, whole or not at all, off the caller's thread.
public struct CatalogueTable<Value: CatalogueValue>: Sendable {
    let library: Library
    var layout: TableLayout<Value> { Value.layout }

    init(_ library: Library) { self.library = library }

    /// Adds a value.
    /// - Returns: its entry, with what was trimmed.
    /// - Throws: `LibraryError`: `invalidValue` where it can't be kept, `notFound` where it names what is not there, `notIncluded`
    ///   where the account's tier does not have it.
    public func add(_ value: Value) async throws(LibraryError) -> Entry<Value> {
        let layout = layout
        return try await library.write(to: "add a \(layout.noun)") { db in try layout.insert(value, db) }
    }

    /// Adds values in one transaction: all or none. Give some hundreds at a time, as everyone else waits meanwhile.
    public func add(_ values: [Value]) async throws(LibraryError) -> [Entry<Value>] {
        let layout = layout
        return try await library.write(to: "add to the \(layout.table)") { db in try values.map { try layout.insert($0, db) } }
    }

    /// The entry, or nil where there is none; also where it is in the trash.
    public func get(_ id: Identifier<Value>) async throws(LibraryError) -> Entry<Value>? {
        let layout = layout
        return try await library.read(to: "read the \(layout.noun) \(id)") { db in try layout.fetch(id, db) }
    }

    /// The entries with these ids (1000 at most), in their order; what is not there is left out.
    public func get(_ ids: [Identifier<Value>]) async throws(LibraryError) -> [Entry<Value>] {
        let layout = layout
        if ids.count > 1000 { throw LibraryError(.invalidValue, "at most 1000 entries can be read at once, not \(ids.count)") }
        return try await library.read(to: "read the \(layout.table)") { db in try layout.fetch(ids.map(\.description), db) }
    }

    /// Changes an entry as it is now. Only the columns that `change` changes are written.
    /// - Returns: the entry as it now is, or nil where there is none.
    public func update(
        _ id: Identifier<Value>, _ change: @escaping @Sendable (inout Value) throws -> Void
    ) async throws(LibraryError) -> Entry<Value>? {
        let layout = layout
        return try await library.write(to: "change the \(layout.noun) \(id)") { db in
            guard let old = try layout.fetch(id, db) else { return nil }
            var value = old.content
            try change(&value)
            return try layout.update(old, from: old.content, to: value, db)
        }
    }

    /// Writes what a form has changed of the entry that it was filled with. What others changed meanwhile stays, where it is
    /// another column.
    /// - Returns: the entry as it now is, or nil where it is gone.
    public func update(_ base: Entry<Value>, to value: Value) async throws(LibraryError) -> Entry<Value>? {
        let layout = layout
        return try await library.write(to: "change the \(layout.noun) \(base.id)") { db in
            guard let old = try layout.fetch(base.id, db) else { return nil }
            return try layout.update(old, from: base.content, to: value, db)
        }
    }

    /// Puts entries into the trash: no list and no search has them any more, but nothing is lost.
    /// - Returns: those that were not there before; `restore` of these undoes the call.
    public func trash(_ ids: [Identifier<Value>]) async throws(LibraryError) -> [Identifier<Value>] {
        let layout = layout
        return try await library.write(to: "put into the trash") { db in try layout.setTrashed(ids, at: Date(), db) }
    }

    /// Takes entries out of the trash.
    /// - Returns: those that were there.
    public func restore(_ ids: [Identifier<Value>]) async throws(LibraryError) -> [Identifier<Value>] {
        let layout = layout
        return try await library.write(to: "take out of the trash") { db in try layout.setTrashed(ids, at: nil, db) }
    }

    /// Deletes an entry permanently, on every device, with the media that belong to nothing else. Its id is never used again.
    /// - Returns: whether there was such an entry.
    public func purge(_ id: Identifier<Value>) async throws(LibraryError) -> Bool {
        let layout = layout
        let (wasThere, hashes) = try await library.write(to: "purge the \(layout.noun) \(id)") { db in try layout.purge(id, db) }
        // The rows are gone for good now. A file that can't be removed, or a kill before that, is left to the next opening.
        try? await library.removeUnnamed(hashes)
        return wasThere
    }
}
