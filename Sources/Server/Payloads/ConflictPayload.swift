import Changes
import DioramaSync
import Foundation
import Support

/// A cell that two devices wrote concurrently, as the API shows it: the value that holds, and the one that it replaced.
struct ConflictPayload: Encodable {
    /// One of the two values.
    struct Side: Encodable {
        let value: ConflictValue
        /// When it was written.
        let written: String
        let device: DevicePayload

        init(sql: String, milliseconds: Int64, device: DevicePayload) {
            value = ConflictValue(sql: sql)
            written = Date(milliseconds: milliseconds).payload
            self.device = device
        }
    }

    let number: Int64
    let noticed: String
    let table: String
    let id: String
    /// What people call the row; null where it has no name, or is gone.
    @EncodesNull var name: String?
    let column: String
    let won: Side
    let lost: Side
    let isUndone: Bool

    /// - Parameter name: what people call the row.
    init(_ conflict: Conflict, name: String?, devices: [SyncDevice]) {
        number = conflict.number
        noticed = Date(milliseconds: conflict.noticed).payload
        table = conflict.table
        id = conflict.id
        self.name = name
        column = conflict.column
        won = Side(
            sql: conflict.won, milliseconds: conflict.wonAt.milliseconds, device: .of(conflict.wonDevice, devices))
        lost = Side(
            sql: conflict.lost, milliseconds: conflict.lostAt.milliseconds, device: .of(conflict.lostDevice, devices))
        isUndone = conflict.isUndone
    }
}

/// The latest conflicts, newest first.
struct ConflictListPayload: Encodable {
    let conflicts: [ConflictPayload]
}

/// A value that SQLite's `quote` has written, taken apart: long texts are cut, of data only the size is given.
struct ConflictValue: Encodable {
    enum Kind: String, Encodable { case text, number, empty, data }

    let kind: Kind
    /// The text, or the number as SQL writes it; empty for the others.
    let text: String
    let isCut: Bool
    /// Of data.
    @EncodesNull var byteCount: Int?

    /// Longer texts are cut.
    static let maximumCharacters = 500

    init(sql: String) {
        var text = ""
        byteCount = nil
        if sql == "NULL" {
            kind = .empty
        } else if sql.hasPrefix("X'") || sql.hasPrefix("x'") {
            kind = .data
            byteCount = max(sql.utf8.count - 3, 0) / 2
        } else if sql.hasPrefix("'") {
            kind = .text
            text = sql.dropFirst().dropLast().replacingOccurrences(of: "''", with: "'")
        } else {
            kind = .number
            text = sql
        }
        isCut = text.count > Self.maximumCharacters
        self.text = isCut ? String(text.prefix(Self.maximumCharacters)) : text
    }
}
