import Foundation
import GRDB
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Puts a restored catalogue in the place of the one that is there, which is set aside with all that belongs to it. Several files
/// have to be moved: a file `.exchange` says from the first to the last move that they are to be, so that whoever opens the library
/// next after a kill does the rest. The lock must be held alone.
struct CatalogueExchange {
    let layout: LibraryFolder
    let steps: FaultInjectionPoints
    private static let action = "put the restored library in place"

    init(_ layout: LibraryFolder, steps: FaultInjectionPoints = .process) { (self.layout, self.steps) = (layout, steps) }

    /// Where the catalogue with this name is set aside to; under `prepared` while its successor is being made.
    func folder(_ id: KSUID) -> URL { layout.damaged.appendingPathComponent(id.description, isDirectory: true) }
    func prepared(_ id: KSUID) -> URL { layout.damaged.appendingPathComponent(".\(id).partial", isDirectory: true) }
    static func restored(in folder: URL) -> URL { folder.appendingPathComponent("restored.sqlite") }

    /// Exchanges the catalogue for `restored.sqlite` in the prepared folder `id`, which must be whole and durable.
    func begin(_ id: KSUID) throws {
        try steps("name the folder of what is set aside")
        try move(prepared(id), to: folder(id))
        AtomicFile.syncFolder(layout.damaged)
        try steps("write down that the exchange has begun")
        try AtomicFile.write(Array(id.description.utf8), to: layout.exchange)
        try finish()
    }

    /// Does what is left of an exchange that was begun; nothing where there is none.
    func finish() throws {
        guard let text = try? String(contentsOf: layout.exchange, encoding: .utf8) else { return }
        guard let id = KSUID(text) else {
            throw LibraryError(.damaged, "\(layout.exchange.path) can't be read; remove it, then 'diorama library restore' goes on")
        }
        let folder = folder(id)
        let restored = Self.restored(in: folder)
        if FileManager.default.fileExists(atPath: restored.path) {
            let database = layout.database
            // The log first: a database without its log is only older, a log without its database is nothing.
            for file in [LibraryFolder.log(of: database), LibraryFolder.sharedMemory(of: database), database]
            where FileManager.default.fileExists(atPath: file.path) {
                try steps("set \(file.lastPathComponent) aside")
                try move(file, to: folder.appendingPathComponent(file.lastPathComponent))
            }
            AtomicFile.syncFolder(folder)
            try setFilesAside(notNamedBy: restored, in: LibraryFolder(folder))
            try steps("put the restored database in place")
            try move(restored, to: database)
            AtomicFile.syncFolder(layout.root)
        }
        try steps("write down that the exchange is done")
        try FileManager.default.removeItem(at: layout.exchange)
        AtomicFile.syncFolder(layout.root)
    }

    /// Removes what was prepared for an exchange that was never begun: copies, all of it.
    func sweep() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: layout.damaged.path)) ?? []
        where name.hasPrefix(".") && name.hasSuffix(".partial") && KSUID(name.dropFirst().prefix(KSUID.length)) != nil {
            try? FileManager.default.removeItem(at: layout.damaged.appendingPathComponent(name))
        }
    }

    /// Files that the restored catalogue does not name would be removed by the next opening; they may be all that is left of what
    /// was added last.
    private func setFilesAside(notNamedBy database: URL, in aside: LibraryFolder) throws {
        let named = Set(try BackupFiles.named(by: database).map(\.hash))
        for hash in try layout.assetFiles() where !named.contains(hash) {
            try steps("set a file aside")
            let target = aside.asset(hash)
            try LibraryOpening.makeFolder(target.deletingLastPathComponent())
            try move(layout.asset(hash), to: target)
        }
    }

    private func move(_ file: URL, to target: URL) throws {
        if rename(file.path, target.path) != 0 { throw LibraryError(system: errno, could: Self.action, at: file) }
    }
}
