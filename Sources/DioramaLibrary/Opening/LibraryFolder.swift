import Foundation

/// The paths in a library's folder.
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

    /// The write-ahead log of a database.
    static func log(of database: URL) -> URL { URL(fileURLWithPath: database.path + "-wal") }
    /// The shared memory beside a database's write-ahead log.
    static func sharedMemory(of database: URL) -> URL { URL(fileURLWithPath: database.path + "-shm") }
    /// Copies of the catalogue, unless they are kept elsewhere.
    var backups: URL { root.appendingPathComponent("backups", isDirectory: true) }
    /// Catalogues that were set aside, each with its report, in folders named by KSUIDs.
    var damaged: URL { root.appendingPathComponent("damaged", isDirectory: true) }
    /// There while the library is open; left behind by a program that was killed.
    var session: URL { root.appendingPathComponent(".session") }
    /// There while a catalogue is being exchanged for a restored one: the id of the folder in `damaged/` that it goes to.
    var exchange: URL { root.appendingPathComponent(".exchange") }

    func asset(_ hash: AssetHash) -> URL {
        assets.appendingPathComponent(String(hash.description.prefix(2)), isDirectory: true).appendingPathComponent(
            hash.description)
    }

    /// Preview images made from originals; each can be made again.
    var previews: URL { root.appendingPathComponent("previews", isDirectory: true) }
    /// Originals that were downloaded on demand.
    var cache: URL { root.appendingPathComponent("cache", isDirectory: true) }

    /// Parts of spaces that were cut out for links, by the hash of the model; each can be made again.
    var parts: URL { root.appendingPathComponent("parts", isDirectory: true) }

    func preview(_ hash: AssetHash, _ size: PreviewSize) -> URL {
        previews.appendingPathComponent(String(hash.description.prefix(2)), isDirectory: true).appendingPathComponent(
            "\(hash)-\(size.rawValue).jpg")
    }

    /// What others get in place of an original: the same without personal metadata. The number counts what changes the rules for
    /// that: copies of earlier rules are not given away.
    func sharedCopy(_ hash: AssetHash) -> URL {
        previews.appendingPathComponent(String(hash.description.prefix(2)), isDirectory: true).appendingPathComponent(
            "\(hash)-shared-2")
    }

    func cached(_ hash: AssetHash) -> URL {
        cache.appendingPathComponent(String(hash.description.prefix(2)), isDirectory: true).appendingPathComponent(hash.description)
    }

    /// Originals whose download is not complete.
    var partials: URL { cache.appendingPathComponent("partial", isDirectory: true) }

    func partial(_ hash: AssetHash) -> URL { partials.appendingPathComponent(hash.description) }

    /// Every original in the cache.
    func cachedFiles() throws -> [AssetHash] { try hashedFiles(in: cache) }

    /// Every finished file. Names that a library doesn't give are not ours, and are not listed.
    func assetFiles() throws -> [AssetHash] { try hashedFiles(in: assets) }

    private func hashedFiles(in folder: URL) throws -> [AssetHash] {
        try names(in: folder).filter { $0.utf8.count == 2 }.flatMap { prefix in
            try names(in: folder.appendingPathComponent(prefix)).filter { $0.hasPrefix(prefix) }.compactMap { AssetHash($0) }
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
