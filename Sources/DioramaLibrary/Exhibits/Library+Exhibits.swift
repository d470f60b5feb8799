import Foundation
import GRDB

/// A file to be added to an exhibit.
public struct ExhibitFileDraft: Sendable {
    /// `model` or `photo`: with the name its path in the exhibit.
    public var kind: Media.Kind
    /// The name of the file in its folder.
    public var fileName: String
    /// The media type.
    public var contentType: String
    /// The file on disk.
    public var file: URL

    /// Creates a draft.
    public init(kind: Media.Kind, fileName: String, contentType: String, file: URL) {
        self.kind = kind
        self.fileName = fileName
        self.contentType = contentType
        self.file = file
    }

    fileprivate var asset: AssetDraft {
        AssetDraft(kind: .source, contentType: contentType, fileName: fileName, file: file)
    }

    fileprivate func media(of exhibit: ExhibitID, _ staged: StagedAsset) -> Media {
        Media(
            kind: kind, contentType: contentType, fileName: fileName, hash: staged.hash, byteCount: staged.byteCount,
            exhibit: exhibit)
    }
}

extension Library {
    /// Adds an exhibit with its files, whole or not at all.
    /// - Throws: `LibraryError`: `invalidValue` where something can't be kept, `notFound` where a file is not there, `diskFull`,
    ///   `cancelled`.
    public func add(
        _ exhibit: ExhibitRecord, files: [ExhibitFileDraft]
    ) async throws(LibraryError) -> Entry<ExhibitRecord> {
        let drafts = files.map(\.asset)
        for draft in drafts { try draft.check() }
        return try await addFiles(drafts, to: "add the exhibit \"\(exhibit.title)\"") { staged, db in
            let entry = try ExhibitRecord.layout.insert(exhibit, db)
            for (draft, asset) in zip(files, staged) {
                try Originals.note(asset.hash, byteCount: asset.byteCount, db)
                _ = try Media.layout.insert(draft.media(of: entry.id, asset), db)
            }
            return entry
        }
    }

    /// Changes an exhibit and adds files to it, whole or not at all. A file replaces one of the same kind and name.
    /// - Parameters:
    ///   - id: the exhibit.
    ///   - files: what is added.
    ///   - change: changes the record as it is now; what it throws is thrown, and nothing is changed.
    /// - Returns: the exhibit as it now is, or nil where there is none outside the trash.
    public func update(
        exhibit id: ExhibitID, adding files: [ExhibitFileDraft],
        _ change: @escaping @Sendable (inout ExhibitRecord) throws -> Void
    ) async throws(LibraryError) -> Entry<ExhibitRecord>? {
        let drafts = files.map(\.asset)
        for draft in drafts { try draft.check() }
        let (entry, replaced) = try await addFiles(drafts, to: "change the exhibit \(id)") {
            staged, db -> (Entry<ExhibitRecord>?, [AssetHash]) in
            guard let old = try ExhibitRecord.layout.fetch(id, db) else { return (nil, []) }
            var record = old.content
            try change(&record)
            let entry = try ExhibitRecord.layout.update(old, from: old.content, to: record, db)
            var replaced: [AssetHash] = []
            for (draft, asset) in zip(files, staged) {
                replaced += try Self.removeFile(draft, of: id, db)
                try Originals.note(asset.hash, byteCount: asset.byteCount, db)
                _ = try Media.layout.insert(draft.media(of: id, asset), db)
            }
            try Originals.forgetUnnamed(replaced, db)
            return (entry, replaced)
        }
        // A file that can't be removed is left to the next opening.
        try? await removeUnnamed(replaced)
        return entry
    }

    private static func removeFile(_ draft: ExhibitFileDraft, of id: ExhibitID, _ db: Database) throws -> [AssetHash] {
        let condition = "exhibit = ? AND kind = ? AND file_name = ?"
        let arguments: StatementArguments = [id.description, draft.kind.rawValue, draft.fileName]
        let hashes = try String.fetchAll(db, sql: "SELECT hash FROM media WHERE \(condition)", arguments: arguments)
        try db.execute(sql: "DELETE FROM media WHERE \(condition)", arguments: arguments)
        return hashes.compactMap { AssetHash($0) }
    }
}
