import Foundation
import GRDB
import Support

extension Library {
    /// Whether there is a library in `folder`, damaged ones included. Nothing is created.
    public static func exists(at folder: URL) -> Bool {
        let layout = LibraryFolder(folder.standardizedFileURL)
        if FileManager.default.fileExists(atPath: layout.database.path) { return true }
        return (try? OpeningCheck(layout: layout).isLibrary()) == true || FirstStartStage(layout: layout).pending != nil
    }

    /// Opens the library in `folder`; creates none.
    /// - Throws: `LibraryError` of kind `notFound` where there is none; else as `init(at:)`.
    public convenience init(existing folder: URL) throws(LibraryError) {
        guard Self.exists(at: folder) else { throw Self.missing(in: folder) }
        let stage = FirstStartStage(layout: LibraryFolder(folder.standardizedFileURL))
        // Joining was interrupted after everything had been fetched.
        if stage.pending == .bucket {
            do {
                try stage.finish()
            } catch {
                throw LibraryError(error, could: "open the library", in: folder)
            }
            stage.remove()
        }
        try self.init(at: folder)
    }

    /// The error where a library is needed and there is none.
    public static func missing(in folder: URL) -> LibraryError {
        LibraryError(
            .notFound,
            "there is no library in \(folder.path); create one with 'diorama account create --name NAME', or join yours with "
                + "'diorama account join --bucket URL'")
    }

    /// Makes the library in `folder`, where there is none, from a source. The library appears complete or not at all; a call that
    /// was killed can be repeated.
    /// - Parameters:
    ///   - folder: the library's folder; created where it is missing.
    ///   - source: where the library comes from.
    ///   - accepting: inspects the people who use that library before it is put in place; an error of it leaves no library.
    ///   - progress: receives the progress.
    /// - Returns: the open library; nil where the source has none.
    /// - Throws: `LibraryError`: `inUse` where there is a library in the folder already, `damaged` where the source's is not sound.
    public static func create(
        at folder: URL, from source: any LibrarySource,
        accepting check: @escaping @Sendable (_ people: LibraryPeople) throws -> Void = { _ in },
        progress: ProgressReporter = .silent
    ) async throws -> Library? {
        let layout = LibraryFolder(folder.standardizedFileURL)
        let stage = FirstStartStage(layout: layout)
        let isNew = !FileManager.default.fileExists(atPath: layout.root.path)
        do {
            try LibraryOpening.makeFolder(layout.root)
            try stage.finish()
            if !FileManager.default.fileExists(atPath: layout.database.path) {
                try stage.prepare()
                // Of a call that was killed before all was there.
                try? FileManager.default.removeItem(at: stage.library.database)
                guard try await source.fetch(to: stage.library.database, progress: progress) else {
                    stage.discard(isNew)
                    return nil
                }
                try stage.place(from: .bucket) { db in try check(try LibraryPeople(db)) }
            }
            let library = try Library(at: folder)
            stage.remove()
            return library
        } catch {
            stage.discard(isNew)
            throw error
        }
    }
}
