import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A change that was made to the demo library.
public struct DemoChange: Sendable, Equatable {
    /// How the row was changed.
    public enum Kind: String, Sendable {
        /// The row was added.
        case insert
        /// Columns of the row were changed.
        case update
        /// The row was deleted.
        case delete
    }

    /// The row that was changed.
    public let row: RowReference
    /// How it was changed.
    public let kind: Kind
    /// When it was changed, to the millisecond.
    public let time: Date
}

/// The demo library: a library of its own in `demo/` in the library's folder, to try everything out without touching one's own
/// things.
///
/// It takes a limited number of changes, notes each, never syncs (`Library.isDemo`), and can be put back as it was.
public actor DemoMode {
    private let library: Library
    private let fill: @Sendable (Library) async throws -> Void
    private var demo: Library?

    /// - Parameters:
    ///   - library: the user's own library, in whose folder the demo library is.
    ///   - fill: fills an empty library, as with a space made from the program's own demo capture, then `DemoCatalogue`.
    public init(
        of library: Library, fill: @escaping @Sendable (Library) async throws -> Void = { try await DemoCatalogue.fill($0) }
    ) {
        self.library = library
        self.fill = fill
    }

    /// Where the demo library lies.
    public nonisolated var folder: URL { library.folder.appendingPathComponent("demo", isDirectory: true) }

    /// Whether the demo library is shown in place of one's own. It is this device's setting.
    public func isShown() async throws(LibraryError) -> Bool {
        try await library.read(to: "read a setting") { db in try LocalSettings.get("demo", db) == "shown" }
    }

    /// Shows the demo library, or one's own again.
    public func show(_ isShown: Bool) async throws(LibraryError) {
        try await library.write(to: "write a setting") { db in try LocalSettings.set("demo", to: isShown ? "shown" : nil, db) }
    }

    /// The library to be shown: the demo library or one's own.
    public func shown() async throws(LibraryError) -> Library { try await isShown() ? open() : library }

    /// Whether the demo library was made.
    public nonisolated var isMade: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// Maximum number of changes that the demo library accepts.
    public static let maxChanges = DemoGuard.maxChanges

    /// Deletes the demo library; the own library is shown from now on.
    /// - Throws: `LibraryError`: `inUse` where another program has it open; then it stays as it is.
    public func remove() async throws(LibraryError) {
        try await show(false)
        try close()
        guard isMade else { return }
        let lock = try lockAlone()
        defer { lock.release() }
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            throw LibraryError(error, could: "delete the demo library", in: folder)
        }
    }

    /// Closes the demo library, where it is open.
    public func close() throws(LibraryError) {
        try demo?.close()
        demo = nil
    }

    /// The demo library; it is made where there is none yet.
    public func open() async throws(LibraryError) -> Library {
        if let demo { return demo }
        if !isMade { try await make() }
        let opened = try Library(at: folder)
        demo = opened
        return opened
    }

    /// Puts the demo library back as it was made. It must not be in use elsewhere; a library that `open` gave out before is closed.
    /// - Throws: `LibraryError`: `inUse` where another program has it open; then it stays as it is.
    public func reset() async throws(LibraryError) -> Library {
        try demo?.close()
        demo = nil
        if isMade {
            let lock = try lockAlone()
            defer { lock.release() }
            try await make()
        }
        return try await open()
    }

    /// - Throws: `LibraryError` of kind `inUse` where another program has the demo library open.
    private func lockAlone() throws(LibraryError) -> LibraryLock {
        let lock = try LibraryLock(LibraryFolder(folder).lock)
        if lock.takeAlone() { return lock }
        throw LibraryError(.inUse, "the demo library at \(folder.path) is open elsewhere; close it there and try again")
    }

    /// Makes a demo library beside the one that is there and puts it into its place: it is the old one or the new one, never a
    /// part.
    private func make() async throws(LibraryError) {
        let layout = library.layout
        let fresh = layout.root.appendingPathComponent("demo.new-\(KSUID())", isDirectory: true)
        do {
            removeLeftovers()
            let made = try Library(at: fresh)
            try await fill(made)
            try await made.write(to: "finish the demo library") { db in
                try DemoGuard.install(db, limit: DemoGuard.maxChanges)
            }
            try made.close()
            let old = layout.root.appendingPathComponent("demo.old-\(KSUID())", isDirectory: true)
            if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.moveItem(at: folder, to: old) }
            try FileManager.default.moveItem(at: fresh, to: folder)
            removeLeftovers()
        } catch {
            try? FileManager.default.removeItem(at: fresh)
            throw LibraryError(error, could: "make the demo library", in: fresh)
        }
    }

    /// Removes what a killed program left of making one.
    private func removeLeftovers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: library.folder.path)) ?? []
        for name in names where name.hasPrefix("demo.new-") || name.hasPrefix("demo.old-") {
            guard KSUID(name.dropFirst("demo.new-".count)) != nil else { continue }
            try? FileManager.default.removeItem(at: library.folder.appendingPathComponent(name))
        }
    }
}

extension Library {
    /// What was changed in a demo library, the latest first; empty for any other library.
    public func demoChanges() async throws(LibraryError) -> [DemoChange] {
        try await read(to: "list the changes to the demo") { db in
            guard try DemoGuard.isInstalled(db) else { return [] }
            return try Row.fetchAll(db, sql: "SELECT \"table\", id, change, made FROM demo_changes ORDER BY number DESC").compactMap
            { row in
                guard let id = KSUID(row[1] as String), let kind = DemoChange.Kind(rawValue: row[2]) else { return nil }
                return DemoChange(row: RowReference(table: row[0], id: id), kind: kind, time: Date(milliseconds: row[3]))
            }
        }
    }
}
