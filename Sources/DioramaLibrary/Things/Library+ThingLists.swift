import Foundation
import GRDB

/// Sums of the things of one group, as a category.
public struct ThingTotal: Sendable, Equatable {
    /// By what things are grouped.
    public enum Group: String, Sendable, CaseIterable {
        /// The place that they are in directly.
        case place
        /// The category.
        case category
        /// Each tag: a thing with two tags is in both groups.
        case tag
        /// The currency of the value.
        case currency
    }

    /// The place's id, the category, the tag or the currency; nil for things without one.
    public let key: String?
    /// Number of entries.
    public let things: Int
    /// Number of items: the sum of the quantities.
    public let items: Int
    /// Sums of value times quantity, one for each currency, in the order of the currencies.
    public let values: [Money]
}

/// What is to be remembered on a day, of a thing or of a request.
public struct ThingReminder: Sendable, Equatable {
    /// What happens on the day.
    public enum Kind: String, Sendable, CaseIterable {
        /// The warranty ends.
        case warranty
        /// Maintenance is due.
        case maintenance
        /// A loan is to be returned.
        case loan
        /// A contact's request is to be answered.
        case request
        /// A contact is to answer a request.
        case answer
    }

    /// What happens.
    public let kind: Kind
    /// The id of the loan, the request or the entry of the maintenance log; of a warranty that of the thing.
    public let id: KSUID
    /// The thing; nil for requests.
    public let thing: ThingID?
    /// The name of the thing, or the title of the request.
    public let name: String
    /// The borrower, the contact, or the title of the maintenance; empty for a warranty.
    public let detail: String
    /// When it happens.
    public let due: Date
}

extension Library {
    /// Sums of things that are not in the trash, by group; the group with the most entries first, 1000 at most.
    /// - Throws: `LibraryError`: `invalidValue` where a sum exceeds what 64 bits hold.
    public func totals(by group: ThingTotal.Group) async throws(LibraryError) -> [ThingTotal] {
        Array(try await allTotals(by: group).sorted { $0.things > $1.things }.prefix(1000))
    }

    /// The same without a limit, in the order of the keys.
    package func allTotals(by group: ThingTotal.Group) async throws(LibraryError) -> [ThingTotal] {
        let (key, source) =
            switch group {
            case .place: ("place", "thing_list")
            case .category: ("category", "thing_list")
            case .tag: ("tag", "thing_list JOIN thing_tags USING (number)")
            case .currency: ("CASE WHEN value IS NULL THEN NULL ELSE currency END", "thing_list")
            }
        return try await query(to: "add up the things") { db in
            // In the order of the indexes by place and by category, which hold all that is read here. Groups of a second column
            // cost a third more where no index has them, and one currency needs none.
            let currencies = try Int.fetchOne(db, sql: "SELECT count(DISTINCT currency) FROM thing_list") ?? 0
            let rows = try Row.fetchAll(
                db,
                sql: currencies > 1
                    ? """
                    SELECT \(key), currency, count(*), sum(quantity), sum(value * quantity)
                    FROM \(source) GROUP BY 1, 2 ORDER BY 1, 2
                    """
                    : """
                    SELECT \(key), max(currency), count(*), sum(quantity),
                        sum(CASE WHEN currency IS NOT NULL THEN value * quantity END)
                    FROM \(source) GROUP BY 1 ORDER BY 1
                    """)
            var totals: [ThingTotal] = []
            for row in rows {
                let key: String? = row[0]
                let money = Money(minorUnits: try Self.sum(row[4]), currency: row[1])
                // The same key but for case, as lists compare it.
                if let last = totals.last, last.key?.lowercased() == key?.lowercased() {
                    totals[totals.count - 1] = ThingTotal(
                        key: last.key, things: last.things + row[2], items: last.items + row[3],
                        values: last.values + [money].compactMap(\.self))
                } else {
                    totals.append(ThingTotal(key: key, things: row[2], items: row[3], values: [money].compactMap(\.self)))
                }
            }
            return totals
        }
    }

    /// SQLite goes on with floating point where a product exceeds 64 bits: no amount of money then.
    private static func sum(_ cell: DatabaseValue) throws -> Int64? {
        switch cell.storage {
        case .int64(let sum): return sum
        case .null: return nil
        case .double, .string, .blob:
            throw LibraryError(.invalidValue, "the values add up to more than can be counted: correct the value of a thing")
        }
    }

    /// What is due before a time, what is overdue first: warranties that end, open maintenance, loans and requests, 1000 at most.
    /// - Parameters:
    ///   - start: warranties that ended before are left out; what else is overdue never is.
    ///   - end: the time before which it is due.
    public func reminders(from start: Date, before end: Date) async throws(LibraryError) -> [ThingReminder] {
        try await query(to: "list what is due") { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT 'warranty', id, id, name, '', warranty_until AS due FROM thing_list
                    WHERE warranty_until >= ? AND warranty_until < ?
                    UNION ALL
                    SELECT 'maintenance', m.id, t.id, t.name, m.title, m.due FROM maintenance m JOIN thing_list t ON t.id = m.thing
                    WHERE m.due < ? AND m.done IS NULL AND m.trashed IS NULL
                    UNION ALL
                    SELECT 'loan', l.id, t.id, t.name, l.borrower, l.due FROM loans l JOIN thing_list t ON t.id = l.thing
                    WHERE l.due < ? AND l.returned IS NULL AND l.trashed IS NULL
                    UNION ALL
                    SELECT CASE WHEN is_incoming THEN 'request' ELSE 'answer' END, id, NULL, title, peer_name, due FROM requests
                    WHERE due < ? AND state IN ('open', 'accepted') AND trashed IS NULL
                    ORDER BY due, 2 LIMIT 1000
                    """, arguments: [start.cell, end.cell, end.cell, end.cell, end.cell])
            return rows.compactMap { row in
                guard let kind = ThingReminder.Kind(rawValue: row[0]), let id = KSUID(row[1] as String) else { return nil }
                return ThingReminder(
                    kind: kind, id: id, thing: (row[2] as String?).flatMap { ThingID($0) }, name: row[3], detail: row[4],
                    due: Date(milliseconds: row[5]))
            }
        }
    }

    /// The first photo of each of these things (1000 at most); those without one are left out.
    public func covers(of things: [ThingID]) async throws(LibraryError) -> [ThingID: Entry<Media>] {
        if things.count > 1000 { throw LibraryError(.invalidValue, "at most 1000 covers can be read at once, not \(things.count)") }
        if things.isEmpty { return [:] }
        return try await query(to: "find the photos of things") { db in
            let marks = databaseQuestionMarks(count: things.count)
            let ids = try Row.fetchAll(
                db,
                sql: """
                    SELECT thing, id, min(printf('%010d', position) || id) FROM media
                    WHERE thing IN (\(marks)) AND kind = 'photo' AND trashed IS NULL GROUP BY thing
                    """, arguments: StatementArguments(things.map(\.description))
            ).map { $0[1] as String }
            var covers: [ThingID: Entry<Media>] = [:]
            for entry in try Media.layout.fetch(ids, db) { if let thing = entry.thing { covers[thing] = entry } }
            return covers
        }
    }
}

/// A photo of a thing, by the hash of its file.
public struct ThingPhoto: Sendable, Hashable {
    /// The thing.
    public let thing: ThingID
    /// The file.
    public let hash: AssetHash
    /// The media type.
    public let contentType: String
}

extension Library {
    /// The photos of all things that are not in the trash.
    public func thingPhotos() async throws(LibraryError) -> [ThingPhoto] {
        try await query(to: "list the photos of things") { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT m.thing, m.hash, m.content_type FROM media m JOIN thing_list t ON t.id = m.thing
                    WHERE m.kind = 'photo' AND m.trashed IS NULL
                    """
            ).compactMap { row in
                guard let thing = ThingID(row[0] as String), let hash = AssetHash(row[1] as String) else { return nil }
                return ThingPhoto(thing: thing, hash: hash, contentType: row[2])
            }
        }
    }

    /// Puts things into the trash, as an action that can be undone.
    /// - Returns: the number of things that were not there before, and the action to be undone.
    public func trash(things ids: [ThingID]) async throws(LibraryError) -> (changed: Int, undo: UndoID) {
        let done = try await undoable("delete \(ids.count) things") { journal, db in
            try journal.trash(ids, db)
            return journal.trashed.count
        }
        return (done.result, done.undo)
    }
}

extension Condition where Value == Thing {
    /// Things that are lent and not returned yet.
    public static var isLent: Self {
        Condition("id IN (SELECT thing FROM loans WHERE returned IS NULL AND trashed IS NULL)", [])
    }
}
