import Foundation

/// One row of a result, with its values by column name.
public struct PostgresRow: Sendable {
    let columns: [String: Int]
    let values: [String?]

    /// The text of a value; nil for NULL.
    /// - Throws: `PostgresError` where there is no such column.
    public func optional(_ column: String) throws(PostgresError) -> String? {
        guard let index = columns[column] else { throw PostgresError(.unexpectedRow, "a row has no column \(column)") }
        return values[index]
    }

    /// The text of a value that is not NULL.
    public func text(_ column: String) throws(PostgresError) -> String {
        guard let value = try optional(column) else { throw PostgresError(.unexpectedRow, "the column \(column) has no value") }
        return value
    }

    /// An integer.
    public func int(_ column: String) throws(PostgresError) -> Int { try value(column, Int.init) }

    /// An integer, or nil for NULL.
    public func optionalInt(_ column: String) throws(PostgresError) -> Int? {
        try optional(column) == nil ? nil : int(column)
    }

    /// A 64-bit integer.
    public func int64(_ column: String) throws(PostgresError) -> Int64 { try value(column, Int64.init) }

    /// A 64-bit integer, or nil for NULL.
    public func optionalInt64(_ column: String) throws(PostgresError) -> Int64? {
        try optional(column) == nil ? nil : int64(column)
    }

    /// A number.
    public func double(_ column: String) throws(PostgresError) -> Double { try value(column, Double.init) }

    /// A number, or nil for NULL.
    public func optionalDouble(_ column: String) throws(PostgresError) -> Double? {
        try optional(column) == nil ? nil : double(column)
    }

    /// A boolean.
    public func bool(_ column: String) throws(PostgresError) -> Bool {
        try value(column) { $0 == "t" ? true : $0 == "f" ? false : nil }
    }

    /// A time.
    public func date(_ column: String) throws(PostgresError) -> Date { try value(column, PostgresTimestamp.date) }

    /// A time, or nil for NULL.
    public func optionalDate(_ column: String) throws(PostgresError) -> Date? {
        try optional(column) == nil ? nil : date(column)
    }

    /// A `text[]` whose texts are plain words: without quotes, backslashes, commas and braces.
    public func words(_ column: String) throws(PostgresError) -> [String] {
        let text = try text(column)
        guard text.hasPrefix("{"), text.hasSuffix("}"), !text.contains("\\") else {
            throw PostgresError(.unexpectedRow, "the column \(column) is not a list of words")
        }
        return text.dropFirst().dropLast().split(separator: ",").map { $0.trimmingCharacters(in: ["\""]) }
    }

    private func value<T>(_ column: String, _ read: (String) -> T?) throws(PostgresError) -> T {
        let text = try text(column)
        guard let value = read(text) else {
            throw PostgresError(.unexpectedRow, "the column \(column) has no \(T.self): \(text.prefix(40))")
        }
        return value
    }
}
