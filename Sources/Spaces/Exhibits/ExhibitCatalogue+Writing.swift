import Codecs
import DioramaLibrary
import Exhibits
import Foundation
import Support
import Synchronization

extension ExhibitCatalogue {
    /// Creates an exhibit without content.
    /// - Parameter title: 1 to 200 characters.
    /// - Throws: `SpacesError` of kind `invalidInput`, `LibraryError`.
    public func create(title: String) async throws -> StoredExhibit {
        let exhibit = Exhibit(title: title)
        try Self.validate(exhibit)
        return try await add(exhibit, files: [])
    }

    /// Creates a copy of an exhibit with its files; of one in the library the files are shared, not copied.
    public func copy(_ original: StoredExhibit, progress: ProgressReporter = .silent) async throws -> StoredExhibit {
        var exhibit = original.exhibit
        exhibit.title = String((exhibit.title + " (copy)").prefix(200))
        let package = try await package(original, progress: progress)
        return try await add(exhibit, files: package.files.sorted { $0.key < $1.key })
    }

    /// Imports a package, after checking all of it.
    /// - Throws: `SpacesError` of kind `invalidInput` with the first problem, and how many more there are; `LibraryError`.
    public func add(_ package: ExhibitPackage, progress: ProgressReporter = .silent) async throws -> StoredExhibit {
        let report = try await Blocking.run { try package.check(progress: progress.part(0...0.7)) }
        if let first = report.problems.first {
            let more = report.problems.count - 1
            throw SpacesError(
                .invalidInput, first.problem + (more > 0 ? " (and \(more) more)" : ""), at: first.location,
                remedy: first.remedy ?? "'diorama exhibit check' prints all problems")
        }
        let named = package.exhibit.files
        return try await add(package.exhibit, files: named.map { ($0, package.files[$0]!) })
    }

    /// Imports a package that was sent as a zip archive.
    /// - Parameters:
    ///   - archive: the file; it is left as it is.
    ///   - folder: an empty folder, into which it is unpacked.
    ///   - progress: receives the progress.
    public func add(archive: URL, unpackedTo folder: URL, progress: ProgressReporter = .silent) async throws -> StoredExhibit {
        let package = try await Blocking.run {
            try Self.package(archive: archive, unpackedTo: folder, progress: progress.part(0...0.2))
        }
        return try await add(package, progress: progress.part(0.2...1))
    }

    /// Unpacks a package of at most 2,000 entries and 4 GiB; the folder in which `exhibit.json` is may be below its top.
    /// - Throws: `SpacesError` of kind `invalidInput` where it is not an archive of a package.
    public static func package(
        archive: URL, unpackedTo folder: URL, progress: ProgressReporter = .silent
    ) throws -> ExhibitPackage {
        var limits = ArchiveLimits()
        limits.entries = 2000
        limits.unpackedBytes = 4 << 30
        let root = try ArchiveUnpacker(limits: limits).unpack(archive, into: folder, progress: progress)
        do throws(ExhibitError) { return try ExhibitPackage(folder: root) } catch {
            // The folder into which it was unpacked means nothing to the user.
            throw SpacesError(
                .invalidInput, error.kind == .unreadable ? "the archive contains no readable exhibit.json" : error.problem,
                at: error.location, remedy: error.remedy)
        }
    }

    /// Replaces the document.
    /// - Parameters:
    ///   - exhibit: the new document. Files that it no longer names stay, so that the change can be undone; exports and visitors
    ///     don't get them, and the first change after `unnamedDays` days without one removes them.
    ///   - original: the exhibit as it was read.
    ///   - revision: the revision that the changes are based on.
    ///   - time: when it is saved.
    /// - Throws: `SpacesError`: `invalidInput` for a broken rule or a file that is not there, `conflict` where the document was
    ///   changed since `revision` or is built in, `notFound`.
    public func save(
        _ exhibit: Exhibit, of original: StoredExhibit, basedOn revision: String, at time: Date = Date()
    ) async throws -> StoredExhibit {
        try Self.validate(exhibit)
        let known = Set(original.files.map(\.path))
        if let missing = exhibit.files.first(where: { !known.contains($0) }) {
            throw SpacesError(
                .invalidInput, "the exhibit has no file \(missing)", remedy: "add the file before the document names it")
        }
        return try await change(original, adding: [], at: time) { current in
            guard current.revision == revision else {
                throw SpacesError(
                    .conflict, "the exhibit was changed elsewhere meanwhile", input: current.exhibit.title,
                    remedy: "load it again, or save over the other changes")
            }
            return exhibit
        }
    }

    /// Adds or replaces an image.
    /// - Throws: `SpacesError` of kind `invalidInput` where it isn't an image, `conflict` for the built-in exhibit.
    public func add(image file: URL, named name: String, to exhibit: StoredExhibit) async throws -> StoredExhibit {
        let draft = try ExhibitFileDraft("images/\(name)", file)
        let problem = try await Blocking.run { ExhibitFile.imageProblem(file, contentType: draft.contentType) }
        if let problem { throw SpacesError(.invalidInput, problem, input: name) }
        return try await change(exhibit, adding: [draft]) { $0.exhibit }
    }

    /// Moves an exhibit to the trash.
    /// - Throws: `SpacesError` of kind `conflict` for the built-in exhibit.
    public func trash(_ exhibit: StoredExhibit) async throws {
        _ = try await library.exhibits.trash([try Self.record(of: exhibit)])
    }

    /// Moves an exhibit back from the trash.
    /// - Throws: `SpacesError` of kind `notFound` where it is not there.
    public func restore(_ id: String) async throws -> StoredExhibit {
        guard let record = ExhibitID(id), try await library.exhibits.restore([record]) == [record] else {
            throw SpacesError(.notFound, "there is no exhibit \(id) in the trash")
        }
        return try await exhibit(id)
    }

    // MARK: Changes

    /// For how many days without a change files are kept that the document doesn't name: undo in an open editor names them again.
    public static let unnamedDays = 7

    /// Which files are removed with a change: those that neither document names, where the old one has not changed for days.
    private static func isUnnamed(_ old: Entry<ExhibitRecord>, _ new: ExhibitRecord, at time: Date) -> ((ExhibitFileName) -> Bool)?
    {
        guard time.timeIntervalSince(old.modified) > Double(unnamedDays) * 86_400,
            let before = try? Exhibit(json: Data(old.document.utf8)), let after = try? Exhibit(json: Data(new.document.utf8))
        else { return nil }
        let named = Set(before.files + after.files)
        return { file in
            let folder: ExhibitFile.Folder = file.kind == .model ? .models : .images
            return !named.contains("\(folder.rawValue)/\(file.name)")
        }
    }

    /// Changes the document as it is now, and adds files with it.
    func change(
        _ original: StoredExhibit, adding files: [ExhibitFileDraft], at time: Date = Date(),
        _ change: @escaping @Sendable (CurrentExhibit) throws -> Exhibit
    ) async throws -> StoredExhibit {
        let id = try Self.record(of: original)
        let failure = ChangeFailure()
        let entry: Entry<ExhibitRecord>?
        do throws(LibraryError) {
            entry = try await library.update(
                exhibit: id, adding: files, removing: { Self.isUnnamed($0, $1, at: time) }
            ) { record in
                do {
                    let exhibit = try change(CurrentExhibit(record))
                    try Self.validate(exhibit)
                    record.title = exhibit.title
                    record.document = String(decoding: try exhibit.json(), as: UTF8.self)
                } catch {
                    failure.cause.withLock { $0 = error }
                    throw error
                }
            }
        } catch {
            throw failure.cause.withLock { $0 } ?? error
        }
        guard entry != nil else {
            throw SpacesError(.notFound, "there is no exhibit \(original.id) any more", remedy: "restore it from the trash first")
        }
        return try await exhibit(original.id)
    }

    static func record(of exhibit: StoredExhibit) throws(SpacesError) -> ExhibitID {
        guard let id = exhibit.record else {
            throw SpacesError(
                .conflict, "the built-in exhibit can't be changed", input: exhibit.id, remedy: "make a copy of it and change that")
        }
        return id
    }

    static func validate(_ exhibit: Exhibit) throws(SpacesError) {
        guard let first = exhibit.problems().first else { return }
        throw SpacesError(.invalidInput, first.problem, at: first.location, remedy: first.remedy)
    }

    private func add(_ exhibit: Exhibit, files: [(String, URL)]) async throws -> StoredExhibit {
        let drafts = try files.map { try ExhibitFileDraft($0.0, $0.1) }
        let record = ExhibitRecord(title: exhibit.title, document: String(decoding: try exhibit.json(), as: UTF8.self))
        return try await self.exhibit(try await library.add(record, files: drafts).id.description)
    }
}

/// An exhibit as a transaction finds it.
struct CurrentExhibit {
    let exhibit: Exhibit
    let revision: String

    init(_ record: ExhibitRecord) throws {
        exhibit = try Exhibit(json: Data(record.document.utf8))
        revision = StoredExhibit.revision(of: exhibit)
    }
}

/// Why a change was given up inside a transaction, whose own error would hide it.
private final class ChangeFailure: Sendable {
    let cause = Mutex<(any Error)?>(nil)
}
