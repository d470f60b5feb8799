import Foundation
import GRDB
import Support

extension Library {
    /// The default folder of backups: `backups` in the library's folder.
    public var backupFolder: URL { layout.backups }

    /// Makes a backup of the database: a copy-on-write clone where the file system can, by `VACUUM INTO` where not. Others may use
    /// the library meanwhile; a clone holds up writers for the milliseconds that it takes.
    ///
    /// By default it is then checked, and earlier ones that `options.policy` does not keep are removed. Rows that changed on the
    /// disk are no error: `changedRows` of the backup names them.
    /// - Throws: `LibraryError`: `diskFull`, `noPermission`, `invalidValue` for options that don't fit; nothing is left then.
    ///   `damaged` where the copy was made, but the check found something wrong with it, which most likely is wrong with the
    ///   library, too.
    public func backup(_ options: BackupOptions = BackupOptions()) async throws(LibraryError) -> Backup {
        try await backup(options, steps: .process)
    }

    package func backup(_ options: BackupOptions, steps: FaultInjectionPoints) async throws(LibraryError) -> Backup {
        if isReadOnly && options.folder == nil {
            throw LibraryError(.notAllowed, "the library is open read-only; give another folder for the backup")
        }
        let layout = layout
        let pool = pool
        // What was purged is not to be in it.
        try await removeTraces()
        let expiry = try await backupExpiry()
        do {
            return try await Blocking.run {
                let maker = BackupMaker(layout: layout, pool: pool, options: options, steps: steps)
                let made = try maker.make()
                guard options.isChecked else { return made }
                let folder = BackupFolder(options.folder ?? layout.backups)
                let backup = try folder.locked { try BackupVerification(folder: folder, steps: steps).run(made.id) }
                if let problem = backup.check?.problems.first {
                    throw LibraryError(
                        .damaged,
                        "the backup \(backup.id) is damaged (\(problem)); the library itself may be damaged: "
                            + "run 'diorama library verify'")
                }
                if let policy = options.policy { _ = try Self.prune(folder, by: policy, expiry, steps: steps) }
                return backup
            }
        } catch {
            throw LibraryError(error, could: "make a backup", in: folder)
        }
    }

    /// The backups in `folder`, newest first.
    public func backups(in folder: URL? = nil) throws(LibraryError) -> [Backup] {
        try BackupFolder(folder ?? layout.backups).all()
    }

    /// The backups of the library in `folder`, newest first, without opening it.
    public static func backups(ofLibrary folder: URL) throws(LibraryError) -> [Backup] {
        try BackupFolder(LibraryFolder(folder.standardizedFileURL).backups).all()
    }

    /// Checks a backup: it opens, SQLite finds nothing wrong, its bytes are still those of the first check. What is found stands in
    /// its `check`, and in its manifest.
    /// - Throws: `LibraryError` of kind `notFound` where there is no such backup.
    public func checkBackup(_ id: BackupID, in folder: URL? = nil) async throws(LibraryError) -> Backup {
        let backups = BackupFolder(folder ?? layout.backups)
        do {
            return try await Blocking.run {
                try backups.locked { try BackupVerification(folder: backups, steps: .process).run(id) }
            }
        } catch {
            throw LibraryError(error, could: "check the backup \(id)", in: self.folder)
        }
    }

    /// Removes the backups that `policy` does not keep, those that have expired because of purged rows, and the files beside them
    /// that no backup names any more.
    /// - Returns: those that were removed.
    @discardableResult
    public func pruneBackups(_ policy: BackupPolicy = .standard, in folder: URL? = nil) async throws(LibraryError) -> [BackupID] {
        let backups = BackupFolder(folder ?? layout.backups)
        let expiry = try await backupExpiry()
        do {
            return try await Blocking.run { try Self.prune(backups, by: policy, expiry, steps: .process) }
        } catch {
            throw LibraryError(error, could: "remove old backups", in: self.folder)
        }
    }

    /// Whether anything was written since `backup` was made, seen from the outside of the database's files: true where that is not
    /// sure.
    public func hasChanged(since backup: Backup) -> Bool { SourceState.of(layout) != backup.source }

    /// What the database's files look like from outside.
    var databaseState: String { SourceState.of(layout) }

    /// Makes a backup where something was written since the newest one and that is older than `age` in seconds; nothing otherwise.
    /// - Returns: the backup, or nil where none was needed.
    public func backUpIfOlder(
        than age: TimeInterval = 86_400, _ options: BackupOptions = BackupOptions()
    ) async throws(LibraryError) -> Backup? {
        if let newest = try backups(in: options.folder).first(where: { !$0.isBad }) {
            let isYoung = (0..<age).contains(Date().timeIntervalSince(newest.made))
            if isYoung || !hasChanged(since: newest) { return nil }
        }
        let made = try await backup(options)
        try await expireBackups(options)
        return made
    }

    private static func prune(
        _ folder: BackupFolder, by policy: BackupPolicy, _ expiry: BackupExpiry, steps: FaultInjectionPoints
    ) throws -> [BackupID] {
        try folder.locked {
            let all = try folder.all()
            let kept = policy.kept(all).subtracting(expiry.expired(all))
            let doomed = all.filter { !kept.contains($0.id) }
            for backup in doomed { try folder.remove(backup.id, steps) }
            if !doomed.isEmpty, FileManager.default.fileExists(atPath: folder.assets.assets.path) {
                try removeUnnamed(folder, all.filter { kept.contains($0.id) })
            }
            return doomed.map(\.id)
        }
    }

    /// Removes files beside the backups that none of them names.
    private static func removeUnnamed(_ folder: BackupFolder, _ kept: [Backup]) throws {
        var named: Set<AssetHash> = []
        for backup in kept { named.formUnion(try BackupFiles.catalogued(by: folder.database(backup.id)).map(\.hash)) }
        for hash in try folder.assets.assetFiles() where !named.contains(hash) {
            try FileManager.default.removeItem(at: folder.assets.asset(hash))
        }
    }
}
