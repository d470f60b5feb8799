import Foundation
import GRDB
import DioramaLibrary
import Testing

@Suite struct BackupTests {
    /// Makes a library of a backup and the given files, and opens it.
    static func open(_ backup: Backup, of folder: URL, files: URL? = nil, in place: URL) throws -> Library {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let database = folder.appendingPathComponent("\(backup.id)/library.sqlite")
        try FileManager.default.copyItem(at: database, to: place.appendingPathComponent("library.sqlite"))
        if let files { try FileManager.default.copyItem(at: files, to: place.appendingPathComponent("assets")) }
        return try Library(at: place)
    }

    @Test func `a backup has everything, is checked, and says what it has`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            for i in 0..<5 as Range<UInt64> { _ = try await library.add(try makeDraft("Space \(i)", seed: i, in: files)) }
            let spaces = try await library.spaces()
            let backup = try await library.backup(BackupOptions(application: "Tests 1.0"))
            #expect(backup.isGood)
            #expect(backup.application == "Tests 1.0")
            #expect(backup.check?.rowCounts["spaces"] == 5)
            #expect(backup.check?.assetCount == 5)
            #expect(backup.check?.assetByteCount == 5000)
            #expect(try library.backups() == [backup])
            #expect(try Library.backups(ofLibrary: folder) == [backup])
            let made = folder.appendingPathComponent("backups/\(backup.id)")
            #expect(filesBelow(made) == ["assets.txt", "library.sqlite", "manifest.json"])
            let list = try String(contentsOf: made.appendingPathComponent("assets.txt"), encoding: .utf8)
            #expect(list.split(separator: "\n").count == 5)
            // Later changes don't reach it.
            _ = try await library.add(SpaceDraft(name: "later"))
            let place = folder.deletingLastPathComponent().appendingPathComponent("second")
            let second = try Self.open(
                backup, of: library.backupFolder, files: folder.appendingPathComponent("assets"), in: place)
            #expect(try await second.spaces() == spaces)
            #expect(try second.verify().problems == [])
        }
    }

    @Test func `backups made while others write are each one moment of the library`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            async let writing: Void = {
                for i in 0..<60 { _ = try await library.add(SpaceDraft(name: "Space \(i)")) }
            }()
            var backups: [Backup] = []
            for _ in 0..<6 { backups.append(try await library.backup(BackupOptions(policy: nil))) }
            try await writing
            let all = try await library.spaces(limit: 100).reversed().map(\.id)
            #expect(try library.backups() == backups.reversed())
            for (i, backup) in backups.enumerated() {
                let place = folder.deletingLastPathComponent().appendingPathComponent("copy-\(i)")
                let found = try await Self.open(backup, of: library.backupFolder, in: place).spaces(limit: 100).reversed().map(\.id)
                #expect(found == Array(all.prefix(found.count)))
            }
        }
    }

    @Test func `it is known whether something was written since a backup`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            _ = try await library.add(SpaceDraft(name: "one"))
            let backup = try await library.backup()
            #expect(!library.hasChanged(since: backup))
            _ = try await library.spaces()
            #expect(!library.hasChanged(since: backup))
            _ = try await library.add(SpaceDraft(name: "two"))
            #expect(library.hasChanged(since: backup))
        }
    }

    @Test func `a backup with files in another folder brings a lost library back, files and all`() async throws {
        try await withFolders { folder, files in
            let outside = folder.deletingLastPathComponent().appendingPathComponent("outside")
            let library = try Library(at: folder)
            for i in 0..<3 as Range<UInt64> { _ = try await library.add(try makeDraft("Space \(i)", seed: i, in: files)) }
            let options = BackupOptions(folder: outside, includesFiles: true)
            _ = try await library.backup(options)
            _ = try await library.add(try makeDraft("Space 3", seed: 3, in: files))
            let backup = try await library.backup(options)
            #expect(try library.backups(in: outside).count == 2)
            #expect(filesBelow(outside.appendingPathComponent("assets")).count == 4)
            let spaces = try await library.spaces()
            try library.close()
            try FileManager.default.removeItem(at: folder)
            let report = try #require(
                try await Library.restore(folder, options: RecoveryOptions(backup: backup.id, backups: outside)))
            #expect(report.missingFiles == [])
            let again = try Library(at: folder)
            #expect(try await again.spaces() == spaces)
            #expect(try again.verify().problems == [])
            // Without a folder of its own there is no place for files.
            let error = await libraryError { _ = try await again.backup(BackupOptions(includesFiles: true)) }
            #expect(error?.kind == .invalidValue)
        }
    }

    @Test func `a backup with files says which it lacks, and has those of the cache`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var hashes: [AssetHash] = []
            for i in 0..<3 as Range<UInt64> {
                hashes.append(try await library.add(try makeDraft("Space \(i)", seed: i, in: files)).assets[0].hash)
            }
            let outside = files.appendingPathComponent("outside")
            let options = BackupOptions(folder: outside, includesFiles: true)
            #expect(try await library.backup(options).files?.notIncluded == 0)
            try await MediaStore(library).originals.release(hashes[0])
            _ = try await library.dropOriginal(hashes[1])
            try FileManager.default.removeItem(at: outside)
            let backup = try await library.backup(options)
            #expect(backup.files?.included == 2 && backup.files?.notIncluded == 1)
            #expect(try library.backups(in: outside).first == backup)
            #expect(try await library.backup().files == nil)
            // The next one keeps what it has.
            _ = try await library.pruneBackups(.standard, in: outside)
            #expect(filesBelow(outside.appendingPathComponent("assets")).count == 2)
        }
    }

    @Test func `a backup whose bytes changed later is found out, and not the last known good any more`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            _ = try await library.add(SpaceDraft(name: "precious"))
            let first = try await library.backup()
            let second = try await library.backup()
            let file = library.backupFolder.appendingPathComponent("\(second.id)/library.sqlite")
            var bytes = try Data(contentsOf: file)
            let place = try #require(bytes.range(of: Data("precious".utf8)))
            bytes[place.lowerBound] = UInt8(ascii: "P")
            try bytes.write(to: file)
            let checked = try await library.checkBackup(second.id)
            #expect(checked.isBad)
            #expect(checked.check?.problems == ["the database's bytes have changed since it was made"])
            #expect(try await library.checkBackup(first.id).isGood)
            #expect(try await library.pruneBackups() == [second.id])
            #expect(try library.backups().map(\.id) == [first.id])
        }
    }

    @Test(.enabled(if: CloningDisk.isAvailable, "needs root and xfsprogs, to make a disk that can clone"))
    func `on a disk that can clone, the database and its log are cloned`() async throws {
        try await withFolders { folder, files in
            try await CloningDisk.with(at: folder) {
                let place = folder.appendingPathComponent("library")
                let library = try Library(at: place)
                async let writing: Void = {
                    for i in 0..<60 { _ = try await library.add(SpaceDraft(name: "Space \(i)")) }
                }()
                var backups: [Backup] = []
                for _ in 0..<6 { backups.append(try await library.backup(BackupOptions(policy: nil))) }
                try await writing
                #expect(backups.allSatisfy { $0.method == .clone && $0.isGood })
                let all = try await library.spaces(limit: 100).reversed().map(\.id)
                for (i, backup) in backups.enumerated() {
                    let copy = folder.appendingPathComponent("copy-\(i)")
                    let found = try await Self.open(backup, of: library.backupFolder, in: copy).spaces(limit: 100).reversed().map(
                        \.id)
                    #expect(found == Array(all.prefix(found.count)))
                }
                // The clone did not cost SQLite its locks: the log is still there, and another program keeps out.
                _ = try await library.backup()
                #expect(FileManager.default.fileExists(atPath: place.appendingPathComponent("library.sqlite-wal").path))
                _ = try await library.add(SpaceDraft(name: "after"))
                #expect(try library.verify().problems == [])
            }
        }
    }
}

@Suite struct BackupSchedulerTests {
    @Test func `suspending makes a backup, and none where nothing was written`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            _ = try await library.add(SpaceDraft(name: "one"))
            let scheduler = BackupScheduler(library, quiet: .seconds(600))
            await scheduler.activity()
            let made = try #require(try await scheduler.suspend())
            #expect(made.check == nil, "there is no time to check it")
            #expect(try await scheduler.suspend() == nil)
            _ = try await library.add(SpaceDraft(name: "two"))
            #expect(try await scheduler.suspend() != nil)
            await scheduler.stop()
            _ = try await library.add(SpaceDraft(name: "three"))
            #expect(try await scheduler.suspend() == nil, "it was stopped")
        }
    }

    @Test func `a quiet time makes a checked backup`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            _ = try await library.add(SpaceDraft(name: "one"))
            let (made, told) = AsyncStream.makeStream(of: Backup.self)
            let scheduler = BackupScheduler(library, quiet: .milliseconds(1)) {
                if case .success(let backup) = $0 { told.yield(backup) }
            }
            await scheduler.activity()
            var backups = made.makeAsyncIterator()
            let backup = try #require(await backups.next())
            #expect(backup.isGood)
            await scheduler.stop()
        }
    }
}
