import Codecs
import DioramaLibrary
import Foundation
import Support

/// Writes everything that the owner sees in a library as one zip file that needs no Diorama to be read: rows as JSON, things also
/// as a table, files under readable names. It is for people; `Library.backup` makes copies that can be restored.
public struct LibraryArchive: Sendable {
    /// What an archive holds.
    public struct Contents: Sendable, Equatable, Encodable {
        /// Files of spaces, things, memories and recordings.
        public var files = 0
        /// Files that neither this device nor the bucket has, or that couldn't be downloaded; `missing.txt` lists them.
        public var missing = 0
        /// Size of the archive in bytes.
        public var byteCount: Int64 = 0
    }

    private let library: Library
    private let media: MediaStore

    /// - Parameters:
    ///   - library: what is exported.
    ///   - media: its originals; those that are only in the bucket are downloaded.
    public init(library: Library, media: MediaStore) {
        self.library = library
        self.media = media
    }

    /// - Parameters:
    ///   - target: the zip file; it appears whole or not at all. Its folder has room for the files twice where it is on another
    ///     disk than the library, once otherwise.
    ///   - progress: receives the progress.
    /// - Throws: `LibraryError`, `FormatError` where it can't be written; `CancellationError`.
    public func write(to target: URL, progress: ProgressReporter = .silent) async throws -> Contents {
        let work = target.deletingLastPathComponent().appendingPathComponent(
            ".diorama-export-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        var contents = Contents()
        let memories = try await writeTables(to: work, progress.part(0...0.1))
        let files = try await writeFiles(to: work, of: memories, progress.part(0.1...0.5))
        contents.files = files.written
        contents.missing = files.missing.count
        if !files.missing.isEmpty {
            let lines = files.missing.joined(separator: "\n") + "\n"
            try AtomicFile.write(Array(lines.utf8), to: work.appendingPathComponent("missing.txt"))
        }
        try AtomicFile.write(Array(Self.explanation.utf8), to: work.appendingPathComponent("README.txt"))
        try await Blocking.run { try ZipFolder.write(work, to: target, progress: progress.part(0.5...1)) }
        contents.byteCount = (try FileManager.default.attributesOfItem(atPath: target.path)[.size] as? NSNumber)?.int64Value ?? 0
        return contents
    }

    private static let explanation = """
        Everything in a library of Diorama that its owner sees, made by Diorama \(DioramaVersion.current).

        things.csv                 things as a table
        things.json                things with places, loans and maintenance
        spaces.json                spaces with their capture and report
        memories.json              memories with author, privacy, anchor and files; not the private ones of other people
        tables/NAME.jsonl          rows as stored, a JSON object a line; times are milliseconds since 1970 UTC
        files/                     files of spaces, things, memories, recordings and exhibits under readable names
        files.json                 the SHA-256 and the media type of each of these
        missing.txt                files that were neither on this device nor in the bucket, if there are any

        It can't be read back as a library: 'diorama library backup --to FOLDER --with-files' makes copies for that.

        """

    // MARK: Rows

    /// - Returns: the memories that the owner sees.
    private func writeTables(to work: URL, _ progress: ProgressReporter) async throws -> [AuthorizedMemory] {
        try progress.report(0, "Writing rows")
        let tables = work.appendingPathComponent("tables", isDirectory: true)
        try FileManager.default.createDirectory(at: tables, withIntermediateDirectories: true)
        func file(_ name: String) -> URL { tables.appendingPathComponent("\(name).jsonl") }
        _ = try await library.things.export(to: file("things"))
        _ = try await library.places.export(to: file("places"))
        _ = try await library.loans.export(to: file("loans"))
        _ = try await library.maintenance.export(to: file("maintenance"))
        _ = try await library.recordings.export(to: file("recordings"))
        _ = try await library.workflows.export(to: file("workflows"))
        _ = try await library.plans.export(to: file("plans"))
        _ = try await library.measurements.export(to: file("measurements"))
        _ = try await library.exhibits.export(to: file("exhibits"))
        _ = try await library.contacts.export(to: file("contacts"))
        _ = try await library.requests.export(to: file("requests"))
        _ = try await library.accounts.export(to: file("accounts"))
        let things = ThingExport(library: library, media: media)
        try AtomicFile.write(try await things.file(.csv), to: work.appendingPathComponent("things.csv"))
        try AtomicFile.write(try await things.file(.json), to: work.appendingPathComponent("things.json"))
        if let account = try await library.activeAccount() {
            try AtomicFile.write(
                [UInt8](try await library.exportConsents(of: account.id)), to: work.appendingPathComponent("consents.json"))
        }
        let spaces = try await spaces()
        try write(spaces.map(ExportedSpace.init), to: work.appendingPathComponent("spaces.json"))
        let memories = try await memories(in: spaces)
        try write(memories.map(ExportedMemory.init), to: work.appendingPathComponent("memories.json"))
        try progress.report(1, "Writing rows")
        return memories
    }

    private func write(_ value: some Encodable, to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try AtomicFile.write([UInt8](try encoder.encode(value)), to: file)
    }

    private func spaces() async throws -> [Space] {
        var spaces = try await library.trashedSpaces()
        var last: SpaceID?
        repeat {
            let page = try await library.spaces(limit: 200, after: last)
            spaces += page
            last = page.count == 200 ? page.last?.id : nil
        } while last != nil
        return spaces
    }

    private func memories(in spaces: [Space]) async throws -> [AuthorizedMemory] {
        let visible = library.memories(for: .owner(try await library.activeAccount()?.id))
        var memories: [AuthorizedMemory] = []
        for space in spaces {
            var last: MemoryID?
            repeat {
                let page = try await visible.list(in: space.id, after: last, limit: 200)
                memories += page.memories
                last = page.hasMore ? page.memories.last?.entry.id : nil
            } while last != nil
        }
        return memories
    }

    // MARK: Files

    private struct WrittenFiles {
        var written = 0
        var missing: [String] = []
    }

    private func writeFiles(
        to work: URL, of memories: [AuthorizedMemory], _ progress: ProgressReporter
    ) async throws -> WrittenFiles {
        var plan = ArchivePaths()
        for space in try await spaces() {
            for asset in space.assets {
                plan.add(
                    asset.hash, type: asset.contentType,
                    at: "files/spaces/\(SpaceFiles.plainName(for: space.name))/\(asset.fileName)")
            }
        }
        for memory in memories {
            for media in memory.media { plan.add(media, of: "memories", named: memory.entry.title) }
        }
        try await addMedia(to: &plan)
        var files = WrittenFiles()
        var listed: [ExportedFile] = []
        for (i, item) in plan.items.enumerated() {
            try progress.report(Double(i) / Double(max(1, plan.items.count)), "Collecting files")
            do {
                let original = try await media.originals.file(item.hash, contentType: item.contentType)
                try Self.link(original, to: work.appendingPathComponent(item.path))
                files.written += 1
                listed.append(ExportedFile(path: item.path, sha256: item.hash.description, contentType: item.contentType))
            } catch let error as LibraryError {
                if error.kind == .cancelled || error.kind == .diskFull { throw error }
                files.missing.append("\(item.path): \(error.message)")
            }
        }
        try write(listed, to: work.appendingPathComponent("files.json"))
        return files
    }

    /// The files of things, recordings, spaces and exhibits.
    private func addMedia(to plan: inout ArchivePaths) async throws {
        var next: Cursor<Media>?
        repeat {
            let page = try await library.media.list(after: next, limit: 500)
            for media in page.entries where media.memory == nil {
                if let id = media.thing {
                    plan.add(media, of: "things", named: try await library.things.get(id)?.name)
                } else if let id = media.space {
                    plan.add(media, of: "spaces", named: try await library.space(id)?.name)
                } else if let id = media.recording {
                    plan.add(media, of: "recordings", named: try await library.recordings.get(id)?.title)
                } else {
                    plan.add(media, of: "exhibits", named: nil)
                }
            }
            next = page.next
        } while next != nil
    }

    /// A second name for the file, or a copy where it is on another disk.
    private static func link(_ file: URL, to target: URL) throws {
        try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        do {
            try FileManager.default.linkItem(at: file, to: target)
        } catch {
            try FileManager.default.copyItem(at: file, to: target)
        }
    }
}

/// Where files are in the archive: each path once.
private struct ArchivePaths {
    struct Item {
        let hash: AssetHash
        let contentType: String
        let path: String
    }

    private(set) var items: [Item] = []
    private var taken: Set<String> = []

    mutating func add(_ media: Entry<Media>, of kind: String, named owner: String?) {
        let folder = SpaceFiles.plainName(for: owner.flatMap { $0.isEmpty ? nil : $0 } ?? "unnamed")
        add(media.hash, type: media.contentType, at: "files/\(kind)/\(folder)/\(media.fileName)")
    }

    mutating func add(_ hash: AssetHash, type contentType: String, at path: String) {
        var free = path
        var number = 2
        let name = path as NSString
        while !taken.insert(free.lowercased()).inserted {
            let end = name.pathExtension.isEmpty ? "" : ".\(name.pathExtension)"
            free = "\(name.deletingPathExtension)-\(number)\(end)"
            number += 1
        }
        items.append(Item(hash: hash, contentType: contentType, path: free))
    }
}

private struct ExportedFile: Encodable {
    let path: String
    let sha256: String
    let contentType: String
}

private struct ExportedSpace: Encodable {
    let id: String
    let name: String
    let created: Date
    let trashed: Date?
    let areaSquareMetres: Double?
    let capture: String?
    let notes: [String]
    /// The report of the scan, as JSON text.
    let report: String?

    init(_ space: Space) {
        id = space.id.description
        name = space.name
        created = space.created
        trashed = space.trashed
        areaSquareMetres = space.areaSquareMetres
        capture = space.capture?.kind
        notes = space.capture?.notes ?? []
        report = space.report
    }
}

private struct ExportedMemory: Encodable {
    let id: String
    let space: String?
    let author: String?
    let title: String
    let text: String
    let kind: String
    let mood: String?
    let tags: [String]
    let privacy: String
    let created: Date
    let anchor: MemoryAnchor?
    let files: [String]

    init(_ memory: AuthorizedMemory) {
        id = memory.entry.id.description
        space = memory.entry.space?.description
        author = memory.author?.name
        title = memory.entry.title
        text = memory.entry.text
        kind = memory.entry.kind.rawValue
        mood = memory.entry.mood
        tags = memory.entry.tags
        privacy = memory.entry.privacy.rawValue
        created = memory.entry.created
        anchor = memory.entry.anchor
        files = memory.media.map { $0.hash.description }
    }
}
