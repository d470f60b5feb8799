import Foundation
import GRDB
import Support

extension Library {
    /// Opens the library in `folder`, restoring it first where its database is damaged.
    ///
    /// The damaged database is moved into `damaged/` of the folder, never deleted. What takes its place is made of the newest sound
    /// backup and all rows that can still be read and are newer; where there is no backup, of `options.sources` in the backup's
    /// place.
    /// - Returns: the open library, and what was restored: nil where nothing was wrong.
    /// - Throws: as `init(at:)`; `inUse` where another program has the library open, which must end before it can be restored.
    public static func open(
        at folder: URL, options: RecoveryOptions = RecoveryOptions(), progress: ProgressReporter = .silent
    ) async throws(LibraryError) -> (library: Library, report: RecoveryReport?) {
        do {
            return (try await opened(folder), nil)
        } catch {
            let layout = LibraryFolder(folder.standardizedFileURL)
            let isLost = error.kind == .notALibrary && (try? OpeningCheck(layout: layout).isLibrary()) == true
            guard error.kind == .damaged || isLost else { throw error }
            do {
                let report = try await restore(folder, options: options, progress: progress)
                return (try await opened(folder), report)
            } catch {
                guard error.kind == .inUse else { throw error }
                // Somebody else was quicker, and has restored it by now.
                return (try await opened(folder), nil)
            }
        }
    }

    /// Restores the library in `folder`, which nobody may have open: where its database is damaged, or where `options.backup` says
    /// which backup is to be put back. The former database is set aside in `damaged/`.
    /// - Returns: what was done; nil where nothing was wrong.
    /// - Throws: `LibraryError`; `damaged` where nothing could be restored. The library is then as it was.
    public static func restore(
        _ folder: URL, options: RecoveryOptions = RecoveryOptions(), progress: ProgressReporter = .silent
    ) async throws(LibraryError) -> RecoveryReport? {
        try await restore(folder, options: options, progress: progress, steps: .process)
    }

    package static func restore(
        _ folder: URL, options: RecoveryOptions, progress: ProgressReporter, steps: FaultInjectionPoints
    ) async throws(LibraryError) -> RecoveryReport? {
        let layout = LibraryFolder(folder.standardizedFileURL)
        do {
            let lock = try LibraryOpening(layout).lock
            for _ in 0..<40 {
                if lock.takeAlone() {
                    defer { lock.release() }
                    return try await Recovery(layout: layout, options: options, steps: steps, progress: progress).run()
                }
                try await Task.sleep(for: .milliseconds(25))
            }
        } catch {
            throw LibraryError(error, could: "restore the library", in: layout.root)
        }
        throw LibraryError(.inUse, "the library at \(layout.root.path) is open; end the program that uses it and try again")
    }

    /// The reports of all that was ever restored in the library at `folder`, newest first.
    public static func recoveryReports(ofLibrary folder: URL) -> [RecoveryReport] {
        let damaged = LibraryFolder(folder.standardizedFileURL).damaged
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return ((try? FileManager.default.contentsOfDirectory(atPath: damaged.path)) ?? []).filter { KSUID($0) != nil }.sorted(
            by: >
        )
        .compactMap { name in
            let file = damaged.appendingPathComponent(name).appendingPathComponent("report.json")
            return (try? Data(contentsOf: file)).flatMap { try? decoder.decode(RecoveryReport.self, from: $0) }
        }
    }

    /// Checks the whole database, as opening does only for small ones. Others may use the library meanwhile.
    /// - Returns: what is wrong; empty where nothing is.
    public func check() async throws(LibraryError) -> [LibraryDamage] {
        try await read(to: "check the library") { db in
            let lines = try DatabaseCheck.whole(db)
            return lines.isEmpty ? [] : [.structure(lines)]
        }
    }

    private static func opened(_ folder: URL) async throws(LibraryError) -> Library {
        do {
            return try await Blocking.run { try Library(at: folder) }
        } catch {
            throw LibraryError(error, could: "open the library", in: folder)
        }
    }
}
