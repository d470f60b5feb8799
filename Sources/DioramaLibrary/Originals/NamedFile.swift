import Foundation
import GRDB

/// A file that the catalogue names, with what is needed to find and check it.
public struct NamedFile: Sendable, Hashable {
    /// SHA-256 of its bytes.
    public let hash: AssetHash
    /// The media type, as `image/jpeg`.
    public let contentType: String
    /// Size in bytes.
    public let byteCount: Int64
    /// The name that a download gets.
    public let fileName: String
    /// The name of the space that it belongs to; nil for files of things and recordings.
    public let space: String?

    /// The file in a message: `model.glb of the space "Hall"`.
    public var text: String { fileName + (space.map { " of the space \"\($0)\"" } ?? "") }
}

extension Library {
    /// All files that the catalogue names, each once, by hash. Where several rows name one, it is a file of the oldest space.
    public func namedFiles() async throws(LibraryError) -> [NamedFile] {
        try await read(to: "list the files") { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT a.hash, a.content_type, a.byte_count, a.file_name, s.name AS space
                    FROM space_assets AS a LEFT JOIN spaces AS s ON s.id = a.space
                    UNION ALL
                    SELECT m.hash, m.content_type, m.byte_count, m.file_name, s.name
                    FROM media AS m LEFT JOIN memories AS y ON y.id = m.memory
                        LEFT JOIN spaces AS s ON s.id = coalesce(m.space, y.space)
                    """)
            var files: [AssetHash: NamedFile] = [:]
            while let row = try rows.next() {
                // A row of a later version may name no valid hash.
                guard let hash = String.fromDatabaseValue(row["hash"]).flatMap({ AssetHash($0) }), hash != .ofNothing,
                    files[hash] == nil
                else { continue }
                files[hash] = NamedFile(
                    hash: hash, contentType: String.fromDatabaseValue(row["content_type"]) ?? "",
                    byteCount: Int64.fromDatabaseValue(row["byte_count"]) ?? -1,
                    fileName: String.fromDatabaseValue(row["file_name"]) ?? "", space: String.fromDatabaseValue(row["space"]))
            }
            return files.values.sorted { $0.hash < $1.hash }
        }
    }
}
