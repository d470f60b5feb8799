import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder of backups: `<id>/library.sqlite` with `<id>/manifest.json` and, once checked, `<id>/assets.txt`. What is being made or
/// removed is called `.<id>.partial`.
struct BackupFolder: Sendable {
    let root: URL

    init(_ root: URL) { self.root = root }

    func folder(_ id: BackupID) -> URL { root.appendingPathComponent(id.description, isDirectory: true) }
    func database(_ id: BackupID) -> URL { folder(id).appendingPathComponent("library.sqlite") }
    func partial(_ id: BackupID) -> URL { root.appendingPathComponent(".\(id).partial", isDirectory: true) }
    static func manifest(in folder: URL) -> URL { folder.appendingPathComponent("manifest.json") }
    static func assetList(in folder: URL) -> URL { folder.appendingPathComponent("assets.txt") }
    /// The files of assets that the backups here name, laid out as in a library.
    var assets: LibraryFolder { LibraryFolder(root) }

    /// The backups, newest first. A folder without a manifest that can be read is no backup of ours and is left alone.
    func all() throws(LibraryError) -> [Backup] {
        try names().compactMap { BackupID($0) }.compactMap { try? manifest($0) }.sorted { $0.id > $1.id }
    }

    /// The files that the newest sound backup names.
    func filesOfNewest() throws(LibraryError) -> Set<AssetHash> {
        guard let newest = try all().first(where: \.isGood),
            let list = try? String(contentsOf: Self.assetList(in: folder(newest.id)), encoding: .utf8)
        else { return [] }
        return Set(list.split(separator: "\n").compactMap { AssetHash($0.prefix(64)) })
    }

    /// What is known of a backup.
    /// - Throws: `LibraryError` of kind `notFound` where there is none, `damaged` where its manifest can't be read.
    func manifest(_ id: BackupID) throws(LibraryError) -> Backup {
        let file = Self.manifest(in: folder(id))
        guard let bytes = try? Data(contentsOf: file) else {
            throw LibraryError(.notFound, "there is no backup \(id) in \(root.path)")
        }
        guard bytes.count <= 1 << 20, let backup = try? Self.decoder.decode(Backup.self, from: bytes), backup.id == id else {
            throw LibraryError(.damaged, "the manifest of the backup \(id) is damaged: \(file.path); use another backup")
        }
        return backup
    }

    /// Writes the manifest into the backup's folder, wherever that lies at the moment.
    static func write(_ backup: Backup, in folder: URL) throws {
        try AtomicFile.write([UInt8](try encoder.encode(backup)), to: manifest(in: folder))
    }

    /// Removes a backup: first its name, so that a kill leaves either all of it or nothing that counts.
    func remove(_ id: BackupID, _ steps: FaultInjectionPoints) throws {
        let doomed = partial(id)
        try steps("rename the backup to be removed")
        if rename(folder(id).path, doomed.path) != 0 {
            throw LibraryError(system: errno, could: "remove the backup \(id)", at: folder(id))
        }
        AtomicFile.syncFolder(root)
        try steps("remove the backup")
        try FileManager.default.removeItem(at: doomed)
    }

    /// Removes what was left by a program that ended while it made or removed a backup. Needs the lock.
    func sweep() throws(LibraryError) {
        for name in try names() where name.hasPrefix(".") && name.hasSuffix(".partial") {
            guard BackupID(name.dropFirst().prefix(KSUID.length)) != nil else { continue }
            try? FileManager.default.removeItem(at: root.appendingPathComponent(name))
        }
    }

    /// Runs `body` while nobody else, in any program, makes or removes backups here; waits for those who do.
    func locked<R>(_ body: () throws -> R) throws -> R {
        try LibraryOpening.makeFolder(root)
        let lock = try LibraryLock(root.appendingPathComponent(".lock"))
        try lock.waitAlone()
        defer { lock.release() }
        return try body()
    }

    private func names() throws(LibraryError) -> [String] {
        guard FileManager.default.fileExists(atPath: root.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: root.path).sorted()
        } catch {
            throw LibraryError(error, could: "list the backups", in: root)
        }
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }
}
