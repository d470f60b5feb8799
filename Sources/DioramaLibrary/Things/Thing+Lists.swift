import Foundation
import GRDB

extension Condition where Value == Thing {
    /// Of a category, whatever the case of its letters (ASCII); nil for those without.
    public static func category(_ category: String?) -> Self { indexed("category", category.cell) }

    /// Of a brand, whatever the case of its letters (ASCII); nil for those without.
    public static func brand(_ brand: String?) -> Self { indexed("brand", brand.cell) }

    /// With a tag, whatever the case of its letters (ASCII).
    public static func tag(_ tag: String) -> Self {
        var condition = Condition(
            "number IN (SELECT number FROM thing_tags WHERE tag = ?)",
            test: "EXISTS (SELECT 1 FROM thing_tags WHERE tag = ? AND thing_tags.number = thing_list.number)", [tag.cell])
        condition.probe = ("SELECT 1 FROM thing_tags WHERE tag = ?", [tag.cell])
        condition.found = "SELECT number AS found FROM thing_tags WHERE tag = ?"
        return condition
    }

    /// Of an account; nil for those of nobody.
    public static func account(_ account: AccountID?) -> Self { isAccount(account) }

    /// In a space; nil for those in none.
    public static func space(_ space: SpaceID?) -> Self { indexed("space", space.cell) }

    /// In a place, or in one that it contains; nil for those in none.
    public static func place(_ place: PlaceID?) -> Self {
        guard let place else { return indexed("place", .null) }
        return Condition("place IN (\(PlaceTree.below))", [place.cell])
    }

    /// Worth so much, in one currency.
    public static func value(_ units: ClosedRange<Int64>, _ currency: String) -> Self {
        range(
            "value", is: "BETWEEN ? AND ?", arguments: [units.lowerBound.cell, units.upperBound.cell],
            and: ("currency = ?", [currency.cell]))
    }

    /// Bought since a time and before another.
    public static func purchased(_ times: Range<Date>) -> Self {
        range("purchased", is: "BETWEEN ? AND ? - 1", arguments: [times.lowerBound.cell, times.upperBound.cell])
    }

    /// With a warranty that ends before a time, and not before another.
    public static func warrantyEnding(after start: Date = .distantPast, before end: Date) -> Self {
        range("warranty_until", is: "BETWEEN ? AND ? - 1", arguments: [start.cell, end.cell])
    }

    private static func range(
        _ column: String, is range: String, arguments bounds: [DatabaseValue],
        and other: (sql: String, arguments: [DatabaseValue]) = ("TRUE", [])
    ) -> Self {
        // A plus keeps SQLite from using the column's index.
        var condition = Condition(
            "\(column) \(range) AND \(other.sql)", test: "+\(column) \(range) AND \(other.sql)", bounds + other.arguments)
        condition.probe = ("SELECT 1 FROM thing_list WHERE \(column) \(range)", bounds)
        return condition
    }
}

extension Order where Value == Thing {
    /// By name, whatever the case of its letters (ASCII).
    public static var name: Self { Self("name", "name") }
    /// The one changed last first.
    public static var lastChanged: Self { Self("changed", "modified", descending: true) }
    /// The greatest number of minor units first, whatever the currency: filter by one.
    public static var mostValuable: Self { Self("value", "value", descending: true) }
    /// The one bought last first.
    public static var lastPurchased: Self { Self("purchased", "purchased", descending: true) }
    /// The one whose warranty ends first.
    public static var warrantyEnd: Self { Self("warranty", "warranty_until") }
}

/// A word by which things are filtered, and how many have it.
public struct WordCount: Sendable, Equatable {
    /// The category, brand or tag.
    public let word: String
    /// Number of things with it.
    public let count: Int
}

extension Library {
    /// All categories of things that are not in the trash, the most used first, 1000 at most.
    public func categories() async throws(LibraryError) -> [WordCount] { try await words("category", of: "thing_list") }

    /// All brands of things that are not in the trash, the most used first, 1000 at most.
    public func brands() async throws(LibraryError) -> [WordCount] { try await words("brand", of: "thing_list") }

    /// All tags of things that are not in the trash, the most used first, 1000 at most.
    public func tags() async throws(LibraryError) -> [WordCount] { try await words("tag", of: "thing_tags") }

    private func words(_ column: String, of table: String) async throws(LibraryError) -> [WordCount] {
        try await query(to: "count the things") { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT \(column), count(*) AS number FROM \(table) WHERE \(column) IS NOT NULL
                    GROUP BY \(column) ORDER BY number DESC, \(column) LIMIT 1000
                    """
            ).map { WordCount(word: $0[0], count: $0[1]) }
        }
    }
}
