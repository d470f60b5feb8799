import Foundation
import GRDB
import Synchronization

/// A folder that keeps spaces: an SQLite catalogue and the files that it names.
///
/// Every call is whole or not at all, also when the program is killed in it; docs/library.md says how. Several programs, and
/// several instances in one program, may have one library open. All methods may be called from anywhere at once. They are not
/// stopped by the cancellation of their task, so that a cancelled job can still be marked as such; only lists, searches, adding
/// files and `verify` heed it.
public final class Library: Sendable {
    /// The library's folder.
    public let folder: URL
    /// Whether it is a demo library: it takes only so many changes, and never syncs.
    public let isDemo: Bool
    let layout: LibraryFolder
    package let pool: DatabasePool
    /// Held while the library is open; nil where it is open read-only.
    private let lock: LibraryLock?
    private let readOnlyCopy: ReadOnlyCopy?
    /// Whether rows were written through this instance.
    private let wroteRows = Mutex(false)

    /// Opens the library in `folder`, making folder and library where there is none.
    ///
    /// An earlier version's library is brought up to date. Where nobody else has the library open, what a killed program left is
    /// cleared away: files on their way in, files that no space names, and jobs that were under way, which become `failed`.
    /// - Throws: `LibraryError` where the folder can't be made or written, holds something else, or is of a newer version. What was
    ///   there is then left as it was.
    public init(at folder: URL) throws(LibraryError) {
        let layout = LibraryFolder(folder.standardizedFileURL)
        let opening = try LibraryOpening(layout)
        let pool = try opening.run()
        self.folder = layout.root
        self.layout = layout
        self.pool = pool
        lock = opening.lock
        readOnlyCopy = nil
        do {
            isDemo = try pool.writeWithoutTransaction { db in try DemoGuard.isInstalled(db) }
        } catch {
            throw LibraryError(error, could: "open the library", in: layout.root)
        }
    }

    /// Opens the library in `folder` without writing anything in it, as on a disk that can't be written, or to rescue data from a
    /// damaged one: the catalogue is read from a copy in a temporary folder, without the checks of `init(at:)`. It shows the state
    /// at this moment. Every call that writes fails.
    /// - Throws: `LibraryError`: `notFound` where there is no library; `newerVersion`, `notALibrary`; `damaged` where the catalogue
    ///   can't be read at all.
    public init(readOnly folder: URL) throws(LibraryError) {
        let layout = LibraryFolder(folder.standardizedFileURL)
        let copy = try ReadOnlyCopy(layout)
        self.folder = layout.root
        self.layout = layout
        pool = copy.pool
        lock = nil
        readOnlyCopy = copy
        do {
            isDemo = try pool.read { db in try DemoGuard.isInstalled(db) }
        } catch {
            throw LibraryError(error, could: "open the library", in: layout.root)
        }
    }

    /// Whether nothing can be written.
    public var isReadOnly: Bool { readOnlyCopy != nil }

    /// Whether anything was written to the catalogue through this instance.
    public var hasWritten: Bool { wroteRows.withLock { $0 } }

    /// Notes that something was written to the catalogue.
    package func noteWrite() { wroteRows.withLock { $0 = true } }

    /// Ends all use of the library, once nothing is under way; every later call fails. Letting go of the last reference does the
    /// same.
    public func close() throws(LibraryError) {
        endSession()
        do {
            // Readers first: only the writer, as the last, can fold the write-ahead log into the catalogue.
            pool.invalidateReadOnlyConnections()
            try pool.close()
        } catch {
            throw LibraryError(error, could: "close the library", in: folder)
        }
        lock?.release()
    }

    deinit { endSession() }

    /// Writes down that the library was left in order, if nobody else has it open. That is done before SQLite merges and removes
    /// its write-ahead log: a session without a log is a log that was lost.
    private func endSession() {
        if let lock, lock.takeAlone() { try? FileManager.default.removeItem(at: layout.session) }
        // Only a connection that writes can merge the log, and only the last one does.
        pool.invalidateReadOnlyConnections()
    }
}

extension Library {
    /// Reads from one unchanging state of the catalogue.
    func read<R: Sendable>(
        to action: String, _ body: @escaping @Sendable (Database) throws -> R
    ) async throws(LibraryError) -> R {
        // A task of its own does not hear of the caller's cancellation.
        let result = await Task { try await pool.read(body) }.result
        return try unwrap(result, could: action)
    }

    /// Reads for a list or a search, which nobody needs any more once the task is cancelled.
    func query<R: Sendable>(
        to action: String, _ body: @escaping @Sendable (Database) throws -> R
    ) async throws(LibraryError) -> R {
        do {
            return try await pool.read(body)
        } catch {
            throw LibraryError(error, could: action, in: folder)
        }
    }

    /// Runs `body` in one transaction, which holds SQLite's write lock from its beginning: nobody else, in any program, is in
    /// another. What is derived from the rows that it writes is brought up to date in the same transaction.
    func write<R: Sendable>(
        to action: String, _ body: @escaping @Sendable (Database) throws -> R
    ) async throws(LibraryError) -> R {
        if isReadOnly {
            throw LibraryError(.notAllowed, "couldn't \(action): the library is open read-only")
        }
        let result = await Task {
            try await pool.write { db in
                let before = db.totalChangesCount
                let value = try body(db)
                try DerivedRows.update(db)
                if db.totalChangesCount != before { noteWrite() }
                return value
            }
        }.result
        return try unwrap(result, could: action)
    }

    private func unwrap<R>(_ result: Result<R, any Error>, could action: String) throws(LibraryError) -> R {
        switch result {
        case .success(let value): return value
        case .failure(let error): throw LibraryError(error, could: action, in: folder)
        }
    }
}
