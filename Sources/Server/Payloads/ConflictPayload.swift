import Foundation

/// A cell that two devices wrote without knowing of each other, as the API shows it: what stands, and what it won over.
struct ConflictPayload: Encodable {
    /// One of the two values.
    struct Side: Encodable {
        let value: ConflictValue
        /// When it was written.
        let written: String
        let device: DevicePayload

        init(sql: String, milliseconds: Int64, device: DevicePayload) {
            value = ConflictValue(sql: sql)
            written = Date(timeIntervalSince1970: Double(milliseconds) / 1000).payload
            self.device = device
        }
    }

    let number: Int64
    /// When it was noticed, milliseconds since 1970.
    let noticed: Int64
    let table: String
    let id: String
    /// What people call the row; nil where it has no name, or is gone.
    let name: String?
    let column: String
    let won: Side
    let lost: Side
    let isUndone: Bool

    private enum Key: String, CodingKey { case number, noticed, table, id, name, column, won, lost, isUndone }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(number, forKey: .number)
        try fields.encode(Date(timeIntervalSince1970: Double(noticed) / 1000).payload, forKey: .noticed)
        try fields.encode(table, forKey: .table)
        try fields.encode(id, forKey: .id)
        try fields.encode(name, forKey: .name)
        try fields.encode(column, forKey: .column)
        try fields.encode(won, forKey: .won)
        try fields.encode(lost, forKey: .lost)
        try fields.encode(isUndone, forKey: .isUndone)
    }
}

/// The latest conflicts, newest first.
struct ConflictListPayload: Encodable {
    let conflicts: [ConflictPayload]
}

/// A value that SQLite's `quote` has written, taken apart: long texts are cut, of data only the size is told.
struct ConflictValue: Encodable {
    enum Kind: String, Encodable { case text, number, empty, data }

    let kind: Kind
    /// The text, or the number as SQL writes it; empty for the others.
    let text: String
    let isCut: Bool
    /// Of data.
    let byteCount: Int?

    /// Longer texts are cut.
    static let maximumCharacters = 500

    private enum Key: String, CodingKey { case kind, text, isCut, byteCount }

    init(sql: String) {
        var text = ""
        if sql == "NULL" {
            (kind, byteCount) = (.empty, nil)
        } else if sql.hasPrefix("X'") || sql.hasPrefix("x'") {
            (kind, byteCount) = (.data, max(sql.utf8.count - 3, 0) / 2)
        } else if sql.hasPrefix("'") {
            (kind, byteCount) = (.text, nil)
            text = sql.dropFirst().dropLast().replacingOccurrences(of: "''", with: "'")
        } else {
            (kind, byteCount) = (.number, nil)
            text = sql
        }
        isCut = text.count > Self.maximumCharacters
        self.text = isCut ? String(text.prefix(Self.maximumCharacters)) : text
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(text, forKey: .text)
        try fields.encode(isCut, forKey: .isCut)
        try fields.encode(byteCount, forKey: .byteCount)
    }
}
