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

/// A file of an exhibit by its kind and name.
public struct ExhibitFileName: Sendable, Hashable {
    /// `model` or `photo`.
    public let kind: Media.Kind
    /// The name in its folder.
    public let name: String
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
    ///   - removing: says of the exhibit before and after the change which files are removed; nil for none. Added ones stay.
    ///   - change: changes the record as it is now; what it throws is thrown, and nothing is changed.
    /// - Returns: the exhibit as it now is, or nil where there is none outside the trash.
    public func update(
        exhibit id: ExhibitID, adding files: [ExhibitFileDraft],
        removing: @escaping @Sendable (_ old: Entry<ExhibitRecord>, _ new: ExhibitRecord) -> ((ExhibitFileName) -> Bool)? = {
            _, _ in
            nil
        },
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
            if let isRemoved = removing(old, record) {
                for name in try Self.fileNames(of: id, db) where isRemoved(name) {
                    replaced += try Self.removeFile(name, of: id, db)
                }
            }
            for (draft, asset) in zip(files, staged) {
                replaced += try Self.removeFile(.init(kind: draft.kind, name: draft.fileName), of: id, db)
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

    private static func fileNames(of id: ExhibitID, _ db: Database) throws -> Set<ExhibitFileName> {
        let rows = try Row.fetchAll(db, sql: "SELECT kind, file_name FROM media WHERE exhibit = ?", arguments: [id.description])
        return Set(
            rows.compactMap { row in
                guard let kind = String(cell: row[0]).flatMap({ Media.Kind(rawValue: $0) }), let name = String(cell: row[1]) else {
                    return nil
                }
                return ExhibitFileName(kind: kind, name: name)
            })
    }

    private static func removeFile(_ file: ExhibitFileName, of id: ExhibitID, _ db: Database) throws -> [AssetHash] {
        let condition = "exhibit = ? AND kind = ? AND file_name = ?"
        let arguments: StatementArguments = [id.description, file.kind.rawValue, file.name]
        let hashes = try String.fetchAll(db, sql: "SELECT hash FROM media WHERE \(condition)", arguments: arguments)
        try db.execute(sql: "DELETE FROM media WHERE \(condition)", arguments: arguments)
        return hashes.compactMap { AssetHash($0) }
    }
}
