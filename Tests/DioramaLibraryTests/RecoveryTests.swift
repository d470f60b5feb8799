import Crypto
import Foundation
import GRDB
import DioramaLibrary
import TestSupport
import Testing
import Support

/// A library with spaces, some of them newer than its backup.
struct DamagedLibrary {
    let folder: URL
    var database: URL { folder.appendingPathComponent("library.sqlite") }
    var log: URL { folder.appendingPathComponent("library.sqlite-wal") }
    let spaces: [Space]
    let backedUp: [Space]

    /// - Parameter backup: after how many of the spaces a backup is made; nil for none.
    static func make(in folder: URL, _ files: URL, count: Int = 40, backup: Int?, isClosed: Bool = true) async throws
        -> DamagedLibrary
    {
        let library = try Library(at: folder)
        var backedUp: [Space] = []
        for i in 0..<count {
            if i == backup {
                #expect(try await library.backup().isGood)
                backedUp = try await library.spaces(limit: 1000)
            }
            if i % 10 == 0 {
                _ = try await library.add(try makeDraft("Space \(i)", seed: UInt64(i), byteCount: 200, in: files))
            } else {
                _ = try await library.add(SpaceDraft(name: "Space \(i) " + String(repeating: "\(i) ", count: 20), triangleCount: i))
            }
        }
        let spaces = try await library.spaces(limit: 1000)
        if isClosed {
            try library.close()
        } else {
            // As a kill leaves it: the log, and the sign of a session.
            let killed = folder.deletingLastPathComponent().appendingPathComponent("killed")
            try #require(try runProgram("/bin/cp", ["-r", folder.path, killed.path]) == 0)
            try? FileManager.default.removeItem(at: killed.appendingPathComponent("library.sqlite-shm"))
            try library.close()
            return DamagedLibrary(folder: killed, spaces: spaces, backedUp: backedUp)
        }
        return DamagedLibrary(folder: folder, spaces: spaces, backedUp: backedUp)
    }

    /// Opens the library, restored where need be, and checks that it is sound and has all its files in one place or the other.
    func restored(_ options: RecoveryOptions = RecoveryOptions()) async throws -> (spaces: [Space], report: RecoveryReport?) {
        let assets = Set(filesBelow(folder.appendingPathComponent("assets")).map { String($0.suffix(64)) })
        let before = try? Data(contentsOf: database)
        let (library, report) = try await Library.open(at: folder, options: options)
        defer { try? library.close() }
        let problems = try library.verify().problems
        let restored = try await library.spaces(limit: 1000)
        // Bits that were flipped inside values leave the structure intact: only the digests of rows, and the search, show them.
        let isValue = ["the search", "has changed on the disk", "has disappeared from the disk"]
        #expect(
            problems.filter { problem in
                !problem.contains("the file is missing") && !(report == nil && isValue.contains { problem.contains($0) })
            } == [])
        if report == nil {
            let names = Dictionary(uniqueKeysWithValues: spaces.map { ($0.id, $0.name) })
            #expect(restored.allSatisfy { names[$0.id] == $0.name } || problems.contains { $0.contains("on the disk") })
        }
        let left = filesBelow(folder.appendingPathComponent("assets")) + filesBelow(folder.appendingPathComponent("damaged"))
        #expect(assets.isSubset(of: Set(left.map { String($0.suffix(64)) })))
        if let report {
            #expect(Library.recoveryReports(ofLibrary: folder).first == report)
            #expect(report.lines.allSatisfy { !$0.contains("\n") })
            let aside = URL(fileURLWithPath: report.folder).appendingPathComponent("library.sqlite")
            if let before, report.damage != [.missing] {
                let kept = try Data(contentsOf: aside)
                // SQLite may have merged a sound log into it before it was found damaged.
                if !FileManager.default.fileExists(atPath: log.path) { #expect(kept.count == before.count || !kept.isEmpty) }
            }
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent(".exchange").path))
        }
        return (restored, report)
    }
}

@Suite struct RecoveryTests {
    @Test func `a sound library is opened without a word`() async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: 10)
            let (spaces, report) = try await made.restored()
            #expect(report == nil)
            #expect(spaces == made.spaces)
            #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("damaged").path))
            #expect(try await Library.restore(folder) == nil)
        }
    }

    /// Ways to lose a database whole.
    enum Loss: CaseIterable { case deleted, emptied, zeros, text }

    @Test(arguments: Loss.allCases)
    func `a lost database comes back from the backup`(loss: Loss) async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: 30)
            switch loss {
            case .deleted: try FileManager.default.removeItem(at: made.database)
            case .emptied: try Data().write(to: made.database)
            case .zeros: try Data(count: 50_000).write(to: made.database)
            case .text: try Data(String(repeating: "a letter ", count: 3000).utf8).write(to: made.database)
            }
            let plain = await libraryError { _ = try Library(at: folder) }
            #expect(plain?.kind == .damaged || plain?.kind == .notALibrary)
            #expect(plain?.message.contains("\n") == false)
            let (spaces, report) = try await made.restored()
            #expect(Set(spaces.map(\.id)).isSuperset(of: made.backedUp.map(\.id)))
            let found = try #require(report)
            guard case .backup = found.base else { throw CocoaError(.featureUnsupported) }
            #expect(spaces == made.backedUp && !found.isComplete)
            #expect(found.setAsideFiles == 1, "the file of a space that the backup does not have")
        }
    }

    /// Noise in the place of a header says all kinds of things: reserved bytes, free pages, another format.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func `a header of noise is put right, and nothing is missing`(seed: UInt64) async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: 30)
            var random = SplitMix64(seed: seed)
            var bytes = try Data(contentsOf: made.database)
            bytes.replaceSubrange(0..<100, with: Data((0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }))
            try bytes.write(to: made.database)
            let (spaces, report) = try await made.restored()
            #expect(report != nil && spaces == made.spaces)
        }
    }

    @Test func `without a backup, what can be read is kept`() async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, count: 300, backup: nil)
            var bytes = try Data(contentsOf: made.database)
            // Pages of rows, not of the schema: without that nothing can be read.
            for name in ["Space 151 151", "Space 201 201"] {
                let page = try #require(bytes.range(of: Data(name.utf8))).lowerBound / 4096
                bytes.replaceSubrange(page * 4096..<page * 4096 + 4096, with: Data(repeating: 0xA5, count: 4096))
            }
            try bytes.write(to: made.database)
            let (spaces, report) = try await made.restored()
            let found = try #require(report)
            #expect(found.base == .nothing)
            let known = Dictionary(uniqueKeysWithValues: made.spaces.map { ($0.id, $0.name) })
            for space in spaces { #expect(known[space.id] == space.name) }
            #expect(spaces.count > 200, "\(spaces.count) of 300")
            #expect(try Data(contentsOf: URL(fileURLWithPath: found.folder + "/library.sqlite")) == bytes)
        }
    }

    @Test func `nothing is changed where nothing can be restored`() async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: nil)
            let bytes = Data(repeating: 7, count: 60_000)
            try bytes.write(to: made.database)
            let assets = filesBelow(folder.appendingPathComponent("assets"))
            for _ in 0..<2 {
                let error = await libraryError { _ = try await Library.open(at: folder) }
                #expect(error?.kind == .damaged)
                #expect(try Data(contentsOf: made.database) == bytes)
                #expect(filesBelow(folder.appendingPathComponent("assets")) == assets)
                #expect(filesBelow(folder.appendingPathComponent("damaged")) == [])
            }
            // Only when that is asked for.
            let (spaces, report) = try await made.restored(RecoveryOptions(allowsEmptyLibrary: true))
            #expect(spaces == [])
            #expect(report?.base == .nothing)
            #expect(report?.setAsideFiles == 4)
        }
    }

    @Test func `a source from outside helps where there is no backup`() async throws {
        struct Snapshot: LibrarySource {
            let file: URL?
            let name = "the bucket"
            func fetch(to target: URL, progress: ProgressReporter) async throws -> Bool {
                guard let file else { return false }
                try FileManager.default.copyItem(at: file, to: target)
                return true
            }
        }
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: nil)
            let snapshot = folder.deletingLastPathComponent().appendingPathComponent("snapshot.sqlite")
            try FileManager.default.copyItem(at: made.database, to: snapshot)
            try Data(repeating: 7, count: 60_000).write(to: made.database)
            let (spaces, report) = try await made.restored(
                RecoveryOptions(sources: [Snapshot(file: nil), Snapshot(file: snapshot)]))
            #expect(spaces == made.spaces)
            #expect(report?.base == .source("the bucket"))
        }
    }

    @Test func `the chosen backup is put back as it is, and the former library is kept`() async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: 15)
            let backup = try #require(try Library.backups(ofLibrary: folder).first)
            let before = try Data(contentsOf: made.database)
            let report = try #require(try await Library.restore(folder, options: RecoveryOptions(backup: backup.id)))
            #expect(report.damage == [])
            #expect(report.isOlder)
            #expect(try Data(contentsOf: URL(fileURLWithPath: report.folder + "/library.sqlite")) == before)
            let library = try Library(at: folder)
            #expect(try await library.spaces(limit: 1000) == made.backedUp)
            #expect(try library.verify().problems == [])
            let missing = await libraryError { _ = try await Library.restore(folder, options: RecoveryOptions(backup: BackupID())) }
            #expect(missing?.kind == .inUse, "it is open")
            try library.close()
            let gone = await libraryError { _ = try await Library.restore(folder, options: RecoveryOptions(backup: BackupID())) }
            #expect(gone?.kind == .notFound)
        }
    }

    @Test func `a lost log is noticed where a backup knows more`() async throws {
        try await withFolders { folder, files in
            // All is in the log but the schema; then a backup is made, and the program is killed.
            let made = try await DamagedLibrary.make(in: folder, files, backup: 35, isClosed: false)
            let size = try Data(contentsOf: made.log).count
            try #require(size > 10_000)
            try FileManager.default.removeItem(at: made.log)
            let (spaces, report) = try await made.restored()
            #expect(report != nil)
            #expect(Set(spaces.map(\.id)).isSuperset(of: made.backedUp.map(\.id)))
        }
    }

    @Test func `a log that is damaged in its middle is noticed, and nothing that was backed up is lost`() async throws {
        for seed in 1...(isSoak ? 20 : 2) as ClosedRange<UInt64> {
            try await withFolders { folder, files in
                var random = SplitMix64(seed: seed)
                let made = try await DamagedLibrary.make(in: folder, files, backup: 20, isClosed: false)
                var log = try Data(contentsOf: made.log)
                let place = Int.random(in: 0..<log.count - 60_000, using: &random)
                log[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                try log.write(to: made.log)
                let (spaces, report) = try await made.restored()
                let ids = Set(spaces.map(\.id))
                #expect(ids.isSuperset(of: made.backedUp.map(\.id)), "seed \(seed)")
                // A flipped bit in what a checkpoint had left behind changes nothing.
                if report == nil {
                    #expect(spaces == made.spaces, "seed \(seed)")
                } else {
                    #expect(ids.isSubset(of: made.spaces.map(\.id)))
                }
            }
        }
    }

    @Test func `two programs that open a damaged library at once restore it once`() async throws {
        try await withFolders { folder, files in
            let made = try await DamagedLibrary.make(in: folder, files, backup: 30)
            try Data(repeating: 3, count: 40_000).write(to: made.database)
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        // One restores; the others wait, or come while it is open, and find it sound.
                        for _ in 0..<50 {
                            do { return try await Library.open(at: folder).library.spaceCount() } catch let error as LibraryError
                                where error.kind == .inUse
                            {
                                try await Task.sleep(for: .milliseconds(20))
                            }
                        }
                        return -1
                    }
                }
                for try await count in group { #expect(count == made.backedUp.count) }
            }
            #expect(Library.recoveryReports(ofLibrary: folder).count == 1)
        }
    }
}
