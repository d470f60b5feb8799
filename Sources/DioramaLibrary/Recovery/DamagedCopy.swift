import Foundation
import GRDB
import Support

/// Copies of a damaged database to read from: SQLite repairs and merges while it opens, and the original must stay as it was found.
struct DamagedCopy {
    let layout: LibraryFolder
    /// A folder for the copies.
    let scratch: URL

    /// The copies that are worth reading, the most complete one last.
    /// - Parameter model: a sound database of the same library, whose page size and schema may stand in for damaged ones.
    func make(damage: [LibraryDamage], model: URL?) throws -> [URL] {
        guard let header = try DatabaseHeader(layout.database, to: "restore the library"), header.fileSize > 0 else { return [] }
        let repaired = header.problem == nil ? nil : header.repaired(pageSize: try Self.pageSize(model: model))
        let log = LibraryFolder.log(of: layout.database)
        let hasLog = FileManager.default.fileExists(atPath: log.path)
        let isTorn = damage.contains { if case .logTorn = $0 { true } else { false } }
        var copies: [URL] = []
        // Where the log is torn, its beginning may be older than what was already merged into the database.
        for withLog in isTorn ? [true, false] : [hasLog] {
            let copy = scratch.appendingPathComponent(withLog && hasLog ? "with-log.sqlite" : "without-log.sqlite")
            try Self.copy(layout.database, to: copy)
            if withLog && hasLog { try Self.copy(log, to: LibraryFolder.log(of: copy)) }
            if let repaired { try Self.overwrite(repaired, in: copy) }
            copies.append(copy)
        }
        return copies
    }

    /// Bytes of a page of the damaged database; nil where there is none.
    func pageSize(model: URL?) throws -> Int? {
        guard let header = try DatabaseHeader(layout.database, to: "restore the library"), header.fileSize > 0 else { return nil }
        return try header.pageSize ?? Self.pageSize(model: model)
    }

    /// Bytes of a page where the header does not say: those of the model, or SQLite's default.
    private static func pageSize(model: URL?) throws -> Int {
        try model.flatMap { try DatabaseHeader($0, to: "restore the library")?.pageSize } ?? 4096
    }

    /// A sound schema in the place of one that can't be read: page 1 of a clone made of the same database has its tables at the
    /// same places.
    static func transplantSchema(from model: URL, to copy: URL) throws {
        guard let header = try DatabaseHeader(model, to: "restore the library"), let size = header.pageSize else { return }
        let handle = try FileHandle(forReadingFrom: model)
        defer { try? handle.close() }
        if let page = try handle.read(upToCount: size), page.count == size {
            try overwrite(Array(page), in: copy)
            // The log may bring the damaged page again.
            try? FileManager.default.removeItem(at: LibraryFolder.log(of: copy))
        }
    }

    /// A clone, or a copy where the file system can't.
    static func copy(_ file: URL, to target: URL) throws {
        let action = "restore the library"
        if try FileClone.make(file, at: target, to: action) { return }
        var copy = try AtomicFile(target)
        _ = try FileHash.of(file, to: action) { try copy.write($0) }
        try copy.commit()
    }

    private static func overwrite(_ bytes: [UInt8], in file: URL) throws {
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.seek(toOffset: 0)
        try handle.write(contentsOf: Data(bytes))
    }
}
