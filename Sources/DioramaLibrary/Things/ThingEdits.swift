import Foundation
import GRDB

/// What a bulk edit changes of each thing; nil leaves a property as it is.
public struct ThingEdits: Sendable, Equatable {
    /// The new category; an inner nil removes it.
    public var category: String??
    /// The new brand; an inner nil removes it.
    public var brand: String??
    /// The new condition; an inner nil removes it.
    public var condition: String??
    /// The new place; an inner nil takes the things out of theirs.
    public var place: PlaceID??
    /// Whether an insurance covers them.
    public var isInsured: Bool?
    /// Tags that are added.
    public var addedTags: [String] = []
    /// Tags that are removed, whatever the case of their letters.
    public var removedTags: [String] = []

    /// Edits that change nothing.
    public init() {}

    func apply(to thing: inout Thing) {
        if let category { thing.category = category }
        if let brand { thing.brand = brand }
        if let condition { thing.condition = condition }
        if let place { thing.place = place }
        if let isInsured { thing.isInsured = isInsured }
        let removed = Set(removedTags.map { $0.lowercased() })
        if !removed.isEmpty { thing.tags.removeAll { removed.contains($0.lowercased()) } }
        for tag in addedTags where !thing.tags.contains(where: { $0.lowercased() == tag.lowercased() }) { thing.tags.append(tag) }
    }
}

extension Library {
    /// Changes many things at once, whole or not at all.
    /// - Parameter ids: at most 10,000.
    /// - Returns: the number of things that were changed, and the action to be undone.
    /// - Throws: `LibraryError`: `invalidValue` where a value can't be, `notFound` where a thing or the place is not there.
    public func edit(
        things ids: [ThingID], _ edits: ThingEdits
    ) async throws(LibraryError) -> (changed: Int, undo: UndoID) {
        if !(1...10_000).contains(ids.count) {
            throw LibraryError(.invalidValue, "1 to 10,000 things can be changed at once, not \(ids.count)")
        }
        let done = try await undoable("change \(ids.count) things") { journal, db in
            var changed = 0
            for id in ids {
                guard let old = try Thing.layout.fetch(id, db), old.trashed == nil else { throw Thing.layout.gone(id) }
                var thing = old.content
                edits.apply(to: &thing)
                if try journal.update(old, to: thing, db) != old { changed += 1 }
            }
            return changed
        }
        return (done.result, done.undo)
    }

    /// Adds a copy of a thing, with its files, without its serial number, loans, maintenance and position.
    /// - Throws: `LibraryError` of kind `notFound` where the thing is not there.
    public func duplicate(_ id: ThingID, name: String) async throws(LibraryError) -> Entry<Thing> {
        try await write(to: "duplicate the thing") { db in
            guard let old = try Thing.layout.fetch(id, db) else { throw Thing.layout.gone(id) }
            var thing = old.content
            thing.name = name
            thing.serial = nil
            thing.position = nil
            thing.object = nil
            let copy = try Thing.layout.insert(thing, db)
            for file in try Media.layout.fetch(where: "thing = ? AND trashed IS NULL", [id.cell], db) {
                var media = file.content
                media.thing = copy.id
                media.recording = nil
                media.memory = nil
                _ = try Media.layout.insert(media, db)
            }
            return copy
        }
    }

    /// Merges things into one: it gets their files, recordings, loans and maintenance, and each value that it has none of itself;
    /// quantities are not added, as merged entries describe the same thing. The others go to the trash.
    /// - Returns: the thing as it now is, and the action to be undone.
    /// - Throws: `LibraryError`: `invalidValue` for no others or the thing itself among them, `notFound` where one is not there.
    public func merge(
        _ others: [ThingID], into id: ThingID
    ) async throws(LibraryError) -> (thing: Entry<Thing>, undo: UndoID) {
        if others.isEmpty || others.count > 100 || others.contains(id) || Set(others).count != others.count {
            throw LibraryError(.invalidValue, "1 to 100 other things can be merged into a thing, each once")
        }
        let done = try await undoable("merge \(others.count + 1) things") { journal, db -> Entry<Thing> in
            guard var kept = try Thing.layout.fetch(id, db), kept.trashed == nil else { throw Thing.layout.gone(id) }
            for other in others {
                guard let old = try Thing.layout.fetch(other, db), old.trashed == nil else { throw Thing.layout.gone(other) }
                kept = try journal.update(kept, to: kept.content.filled(from: old.content), db)
                try Self.move(from: other, to: id, &journal, db)
            }
            try journal.trash(others, db)
            return kept
        }
        return (done.result, done.undo)
    }

    private static func move(from old: ThingID, to new: ThingID, _ journal: inout UndoJournal, _ db: Database) throws {
        try move(Media.self, \.thing, from: old, to: new, &journal, db)
        try move(Recording.self, \.thing, from: old, to: new, &journal, db)
        try move(Loan.self, \.thing, from: old, to: new, &journal, db)
        try move(Maintenance.self, \.thing, from: old, to: new, &journal, db)
    }

    private static func move<V: CatalogueValue>(
        _ type: V.Type, _ path: WritableKeyPath<V, ThingID?>, from old: ThingID, to new: ThingID, _ journal: inout UndoJournal,
        _ db: Database
    ) throws {
        for entry in try V.layout.fetch(where: "thing = ?", [old.cell], db) {
            var value = entry.content
            value[keyPath: path] = new
            _ = try journal.update(entry, to: value, db)
        }
    }
}

extension Thing {
    /// This thing, with each value that it lacks taken from another.
    fileprivate func filled(from other: Thing) -> Thing {
        var thing = self
        thing.category = category ?? other.category
        thing.brand = brand ?? other.brand
        thing.model = model ?? other.model
        thing.serial = serial ?? other.serial
        thing.condition = condition ?? other.condition
        thing.value = value ?? other.value
        thing.purchased = purchased ?? other.purchased
        thing.price = price ?? other.price
        thing.seller = seller ?? other.seller
        thing.warrantyUntil = warrantyUntil ?? other.warrantyUntil
        thing.warrantyNotes = warrantyNotes ?? other.warrantyNotes
        thing.place = place ?? other.place
        if space == nil { (thing.space, thing.position, thing.object) = (other.space, other.position, other.object) }
        thing.isInsured = isInsured || other.isInsured
        for tag in other.tags where !thing.tags.contains(where: { $0.lowercased() == tag.lowercased() }) && thing.tags.count < 100 {
            thing.tags.append(tag)
        }
        let names = Set(fields.map(\.name))
        thing.fields = Array((fields + other.fields.filter { !names.contains($0.name) }).prefix(200))
        if !other.notes.isEmpty, other.notes != notes {
            thing.notes = [notes, other.notes].filter { !$0.isEmpty }.joined(separator: "\n\n")
        }
        return thing
    }
}
