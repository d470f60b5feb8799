import Foundation
import GRDB

/// What one cell of a table can hold.
protocol CellValue: SendableMetatype {
    var cell: DatabaseValue { get }
    /// Nil where the cell holds something else.
    init?(cell: DatabaseValue)
}

extension CellValue where Self: DatabaseValueConvertible {
    var cell: DatabaseValue { databaseValue }
    init?(cell: DatabaseValue) {
        guard let value = Self.fromDatabaseValue(cell) else { return nil }
        self = value
    }
}

extension String: CellValue {}
extension Int: CellValue {}
extension Int64: CellValue {}
extension Double: CellValue {}
extension Data: CellValue {}
extension Bool: CellValue {}

/// Single precision, widened: every value comes back bit for bit.
extension Float: CellValue {
    var cell: DatabaseValue { Double(self).databaseValue }
    init?(cell: DatabaseValue) {
        guard let value = Double.fromDatabaseValue(cell) else { return nil }
        self = Float(value)
    }
}

/// Milliseconds since 1970 UTC.
extension Date: CellValue {
    var cell: DatabaseValue { milliseconds.databaseValue }
    init?(cell: DatabaseValue) {
        guard let milliseconds = Int64.fromDatabaseValue(cell) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}

extension Optional: CellValue where Wrapped: CellValue {
    var cell: DatabaseValue { self?.cell ?? .null }
    init?(cell: DatabaseValue) { self = cell.isNull ? Wrapped?.none : Wrapped(cell: cell) }
}

extension Identifier: CellValue {
    var cell: DatabaseValue { description.databaseValue }
    init?(cell: DatabaseValue) {
        guard let text = String.fromDatabaseValue(cell), let id = Self(text) else { return nil }
        self = id
    }
}

extension AssetHash: CellValue {
    var cell: DatabaseValue { description.databaseValue }
    init?(cell: DatabaseValue) {
        guard let text = String.fromDatabaseValue(cell), let hash = Self(text) else { return nil }
        self = hash
    }
}

/// A word out of a set that later versions may add to. What this version does not know is kept as it is.
extension CellValue where Self: RawRepresentable, RawValue == String {
    var cell: DatabaseValue { rawValue.databaseValue }
    init?(cell: DatabaseValue) {
        guard let text = String.fromDatabaseValue(cell) else { return nil }
        self.init(rawValue: text)
    }
}

/// JSON, always written the same way.
protocol JSONCellValue: CellValue, Codable {}

extension JSONCellValue {
    var cell: DatabaseValue { JSONText.of(self).databaseValue }
    init?(cell: DatabaseValue) {
        guard let text = String.fromDatabaseValue(cell), let value = JSONText.read(Self.self, text) else { return nil }
        self = value
    }
}

extension Array: CellValue, JSONCellValue where Element: Codable {}

/// JSON as the catalogue writes it: keys in order, so that equal values are equal text.
enum JSONText {
    static func of(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Only values that JSON can hold are ever given: numbers were checked to be finite.
        guard let data = try? encoder.encode(value) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }

    static func read<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
