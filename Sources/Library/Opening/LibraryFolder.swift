import Foundation

/// Where everything lies in a library's folder.
struct LibraryFolder: Sendable {
    let root: URL

    init(_ root: URL) { self.root = root }

    /// The catalogue, an SQLite database; `-wal` and `-shm` stand beside it while it is open.
    var database: URL { root.appendingPathComponent("library.sqlite") }
    /// Locked by every program that has the library open; always empty.
    var lock: URL { root.appendingPathComponent("library.lock") }
    /// Finished files: `assets/ab/ab…`, named by their SHA-256.
    var assets: URL { root.appendingPathComponent("assets", isDirectory: true) }
    /// Files on their way in, named by KSUIDs.
    var incoming: URL { root.appendingPathComponent("incoming", isDirectory: true) }

    func asset(_ hash: AssetHash) -> URL {
        assets.appendingPathComponent(String(hash.description.prefix(2)), isDirectory: true).appendingPathComponent(
            hash.description)
    }

    /// Every finished file. Names that a library doesn't give are not ours, and are not listed.
    func assetFiles() throws -> [AssetHash] {
        try names(in: assets).filter { $0.utf8.count == 2 }.flatMap { prefix in
            try names(in: assets.appendingPathComponent(prefix)).filter { $0.hasPrefix(prefix) }.compactMap { AssetHash($0) }
        }
    }

    /// Every file on its way in, whole (`KSUID`) or in part (`.KSUID.xxxxxxxx.partial`, as `AtomicFile` names it).
    func incomingFiles() throws -> [URL] {
        try names(in: incoming).filter { name in
            let isPartial = name.hasPrefix(".") && name.hasSuffix(".partial")
            return KSUID(isPartial ? name.dropFirst().prefix(KSUID.length) : name[...]) != nil
        }.map { incoming.appendingPathComponent($0) }
    }

    private func names(in folder: URL) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }
}
