import Codecs
import DioramaSync
import Foundation
import DioramaLibrary

/// The content of an offer or update: JSON, then a changeset of the shared rows.
struct ShareContent: Sendable, Equatable {
    struct Head: Sendable, Equatable, Codable {
        var permission: Share.Permission
        var title: String
        var note: String
        /// Ids by table: all rows that the share may ever write.
        var rows: [String: [String]]
        var media: [SharedMedia]
        /// The id of the request that it answers.
        var answers: String?
    }

    static let rowLimit = 10_000
    private static let headLimit = 4 << 20

    var head: Head
    var changeset: [UInt8]

    init(head: Head, changeset: [UInt8]) {
        self.head = head
        self.changeset = changeset
    }

    func bytes() throws(SyncError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(head), json.count <= Self.headLimit else {
            throw SyncError(.invalidValue, "this is too much to share at once; choose less")
        }
        var writer = ByteWriter()
        writer.put(json)
        writer.put(changeset)
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(SyncError) {
        var reader = ByteReader(bytes)
        guard let json = reader.data(limit: Self.headLimit), let changeset = reader.data(limit: Envelope.byteLimit), reader.isAtEnd,
            let text = String(validating: json, as: UTF8.self),
            var head = try? JSONDecoder().decode(Head.self, from: Data(text.utf8)), Share.Permission.known.contains(head.permission)
        else { throw SyncError(.damaged, "its content can't be decoded") }
        head.title = head.title.oneLine(200)
        head.note = head.note.oneLine(2000)
        for (table, ids) in head.rows {
            guard SharedTables.names.contains(table) else {
                throw SyncError(.refused, "it holds rows of \"\(table.oneLine())\", which are never shared")
            }
            if let id = ids.first(where: { KSUID($0) == nil }) {
                throw SyncError(.refused, "it contains the invalid id \"\(id.oneLine())\"")
            }
        }
        guard (1...Self.rowLimit).contains(head.rows.values.reduce(0) { $0 + $1.count }) else {
            throw SyncError(.refused, "it shares no rows, or more than \(Self.rowLimit)")
        }
        guard head.media.allSatisfy({ $0.contentType.utf8.count <= 255 && ($0.byteCount ?? 0) >= 0 }) else {
            throw SyncError(.refused, "the description of a file exceeds the limit")
        }
        self.head = head
        self.changeset = changeset
    }
}
