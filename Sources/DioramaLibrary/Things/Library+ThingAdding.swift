import Foundation
import GRDB

/// A thing to be added together with others.
public struct NewThing: Sendable {
    /// The thing; its `place` is replaced where `path` has names.
    public var thing: Thing
    /// Names of the places that it is in, the outermost first; missing places are created. Empty: the thing's own place.
    public var path: [String]
    /// Its loans; their `thing` is replaced.
    public var loans: [Loan]
    /// Its maintenance log; the `thing` of the entries is replaced.
    public var maintenance: [Maintenance]

    /// A thing to be added together with others.
    public init(_ thing: Thing, path: [String] = [], loans: [Loan] = [], maintenance: [Maintenance] = []) {
        self.thing = thing
        self.path = path
        self.loans = loans
        self.maintenance = maintenance
    }
}

extension Library {
    /// How many things are added in one transaction: others who want to write wait at most for these.
    private static let thingsOfTransaction = 500

    /// Adds things with the places that they need, whole or not at all. Many are added in several transactions, between which
    /// others may write; what was added already goes to the trash where one of them fails.
    /// - Parameters:
    ///   - new: at most 100,000 things.
    ///   - title: what is done, as "Import 214 things".
    /// - Returns: the things in the given order, and the action to be undone.
    /// - Throws: `LibraryError`: `invalidValue` where a value can't be kept, `cancelled` where the task was.
    public func addThings(
        _ new: [NewThing], title: String
    ) async throws(LibraryError) -> (things: [Entry<Thing>], undo: UndoID) {
        if new.count > 100_000 {
            throw LibraryError(.invalidValue, "at most 100,000 things can be added at once, not \(new.count)")
        }
        if new.count <= Self.thingsOfTransaction {
            let done = try await undoable(title) { journal, db in try Self.insert(new, &journal, db) }
            return (done.result, done.undo)
        }
        // What can't be kept is found before anything is written.
        let thing = ThingID(KSUID())
        for draft in new {
            _ = try Thing.layout.checked(draft.thing)
            for var loan in draft.loans {
                loan.thing = thing
                _ = try Loan.layout.checked(loan)
            }
            for var entry in draft.maintenance {
                entry.thing = thing
                _ = try Maintenance.layout.checked(entry)
            }
        }
        let batch = try await write(to: title) { db in try UndoBatch.begin(db) }
        do throws(LibraryError) {
            let things = try await addParts(of: new, title: title, batch)
            try await write(to: title) { db in try batch.complete(title: title, db) }
            return (things, batch.id)
        } catch {
            try await write(to: "undo: \(title)") { db in try batch.rollBack(db) }
            throw error
        }
    }

    private func addParts(
        of new: [NewThing], title: String, _ batch: UndoBatch
    ) async throws(LibraryError) -> [Entry<Thing>] {
        var things: [Entry<Thing>] = []
        for (number, start) in stride(from: 0, to: new.count, by: Self.thingsOfTransaction).enumerated() {
            if Task.isCancelled { throw LibraryError(.cancelled, "cancelled; nothing was added") }
            let part = Array(new[start..<min(start + Self.thingsOfTransaction, new.count)])
            things += try await write(to: title) { db in
                var journal = UndoJournal()
                let added = try Self.insert(part, &journal, db)
                try batch.note(journal, part: number, db)
                return added
            }
        }
        return things
    }

    private static func insert(_ new: [NewThing], _ journal: inout UndoJournal, _ db: Database) throws -> [Entry<Thing>] {
        var places = PlacePaths()
        return try new.map { draft -> Entry<Thing> in
            var thing = draft.thing
            if !draft.path.isEmpty { thing.place = try places.place(at: draft.path, account: thing.account, &journal, db) }
            let entry = try journal.insert(thing, db)
            for var loan in draft.loans {
                loan.thing = entry.id
                _ = try journal.insert(loan, db)
            }
            for var maintenance in draft.maintenance {
                maintenance.thing = entry.id
                _ = try journal.insert(maintenance, db)
            }
            return entry
        }
    }

    /// The place with this path, created with what is missing of the places that contain it.
    /// - Parameter path: 1 to 20 names, the outermost first.
    /// - Throws: `LibraryError` of kind `invalidValue`.
    public func place(at path: [String], account: AccountID? = nil) async throws(LibraryError) -> Entry<Place> {
        try await write(to: "add the place \"\(path.joined(separator: "/"))\"") { db in
            var places = PlacePaths()
            var journal = UndoJournal()
            let id = try places.place(at: path, account: account, &journal, db)
            guard let entry = try Place.layout.fetch(id, db) else { throw Place.layout.gone(id) }
            return entry
        }
    }
}

/// Finds places by their paths, whatever the case of the letters, and creates those that are missing.
private struct PlacePaths {
    private var known: [[String]: PlaceID] = [:]

    mutating func place(
        at path: [String], account: AccountID?, _ journal: inout UndoJournal, _ db: Database
    ) throws -> PlaceID {
        if !(1...20).contains(path.count) {
            throw LibraryError(.invalidValue, "a place's path has 1 to 20 names, not \(path.count)")
        }
        let key = path.map { $0.lowercased() }
        if let id = known[key] { return id }
        let parent = path.count > 1 ? try place(at: Array(path.dropLast()), account: account, &journal, db) : nil
        let siblings = try Place.layout.fetch(where: "parent IS ? AND trashed IS NULL", [parent.cell], db)
        let id =
            try siblings.first { $0.name.lowercased() == key[key.count - 1] }?.id
            ?? journal.insert(Place(name: path[path.count - 1], parent: parent, account: account), db).id
        known[key] = id
        return id
    }
}
