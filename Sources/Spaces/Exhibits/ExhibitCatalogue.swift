import DioramaLibrary
import Exhibits
import Foundation
import Support

/// The exhibits of a library, and the built-in one.
public struct ExhibitCatalogue: Sendable {
    /// The library of the exhibits.
    public let library: Library
    /// What finds their files.
    public let media: MediaStore
    let builtIn: BuiltInExhibit

    /// `media` finds the files, and downloads those that are only in the bucket.
    public init(library: Library, media: MediaStore) {
        self.library = library
        self.media = media
        // A library that is open read-only is not written into.
        builtIn = BuiltInExhibit(folder: library.isReadOnly ? FileManager.default.temporaryDirectory : library.folder)
    }

    // MARK: Reading

    /// All exhibits: the built-in one, then those of the library, the newest first, and those that can't be read.
    public func list() async throws -> ExhibitList {
        var list = ExhibitList(exhibits: [builtIn.exhibit], unreadable: [])
        var next: Cursor<ExhibitRecord>?
        repeat {
            let page = try await library.exhibits.list(after: next, limit: 200)
            for entry in page.entries {
                do { list.exhibits.append(try await stored(entry)) } catch let error as SpacesError where error.kind == .damaged {
                    list.unreadable.append(.init(id: entry.id.description, title: entry.title, problem: error.problem))
                }
            }
            next = page.next
        } while next != nil
        return list
    }

    /// The exhibit with an id of the library, or the name of the built-in one.
    /// - Throws: `SpacesError`: `notFound`; `damaged` where the document can't be read.
    public func exhibit(_ id: String) async throws -> StoredExhibit {
        if id == BuiltInExhibit.name { return builtIn.exhibit }
        guard let record = ExhibitID(id), let entry = try await library.exhibits.get(record), entry.trashed == nil
        else {
            throw SpacesError(.notFound, "there is no exhibit \(id)", remedy: "'diorama exhibit list' prints the exhibits")
        }
        return try await stored(entry)
    }

    /// A file on this device; one that is only in the bucket is downloaded.
    /// - Parameters:
    ///   - path: the path in the exhibit.
    ///   - exhibit: the exhibit.
    ///   - allowsDraft: whether a small image of the same view is given for an image of the built-in exhibit that is not drawn yet.
    /// - Throws: `SpacesError` of kind `notFound` where the exhibit has no such file, `LibraryError` where it can't be had.
    public func file(_ path: String, of exhibit: StoredExhibit, allowsDraft: Bool = false) async throws -> URL {
        guard let file = exhibit.file(path) else {
            throw SpacesError(.notFound, "the exhibit has no file \(path)", input: exhibit.exhibit.title)
        }
        guard let hash = file.hash else { return try await builtIn.file(path, allowsDraft: allowsDraft) }
        return try await media.original(hash, contentType: file.contentType)
    }

    /// The exhibit with the files that its document names, all on this device.
    public func package(_ exhibit: StoredExhibit, progress: ProgressReporter = .silent) async throws -> ExhibitPackage {
        var files: [String: URL] = [:]
        let paths = exhibit.exhibit.files
        if exhibit.isBuiltIn { try await builtIn.make(progress: progress.part(0...0.9)) }
        for (i, path) in paths.enumerated() {
            try progress.report(Double(i) / Double(max(1, paths.count)), "Fetching files")
            files[path] = try await file(path, of: exhibit)
        }
        return ExhibitPackage(exhibit.exhibit, files: files)
    }

    private func stored(_ entry: Entry<ExhibitRecord>) async throws -> StoredExhibit {
        let document: Exhibit
        do throws(ExhibitError) { document = try Exhibit(json: Data(entry.document.utf8)) } catch {
            throw SpacesError(
                .damaged, "the exhibit's document in the library can't be read: \(error)", input: entry.title,
                remedy: "restore a backup, or move it to the trash")
        }
        var files: [String: StoredExhibit.File] = [:]
        var next: Cursor<Media>?
        repeat {
            let page = try await library.media.list([.exhibit(entry.id)], by: .position, after: next, limit: 1000)
            for media in page.entries {
                // Two devices may have added a file of the same name: the later one counts.
                if let file = StoredExhibit.File(media.content) { files[file.path] = file }
            }
            next = page.next
        } while next != nil
        return StoredExhibit(
            id: entry.id.description, record: entry.id, created: entry.created, modified: entry.modified, exhibit: document,
            files: files.values.sorted { $0.path < $1.path })
    }
}
