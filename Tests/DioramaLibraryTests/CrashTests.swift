import Foundation
import GRDB
import DioramaLibrary
import TestSupport
import Testing
import Support

/// What a killed program leaves is built here, state by state; the real program is killed at random in `KillDuringImportTests`.
@Suite struct CrashTests {
    /// What the folder looks like when a program is killed at a step of adding or deleting.
    enum Leftover: CaseIterable {
        case partOfAnIncomingFile, wholeIncomingFile, emptyAssetFolder, placedFileWithoutRow, deletedSpaceWithFile
        case rowOfAFileWithoutSpace, queuedJob, runningJob

        func make(in folder: URL, _ random: inout SplitMix64) throws {
            var bytes = Data(count: Int.random(in: 0...5000, using: &random))
            for i in bytes.indices { bytes[i] = .random(in: 0...255, using: &random) }
            let hash = (0..<64).map { _ in "0123456789abcdef".randomElement(using: &random).map(String.init) ?? "0" }.joined()
            let assets = folder.appendingPathComponent("assets/\(hash.prefix(2))")
            switch self {
            case .partOfAnIncomingFile:
                try bytes.write(to: folder.appendingPathComponent("incoming/.\(KSUID()).1A2B3C4D.partial"))
            case .wholeIncomingFile:
                try bytes.write(to: folder.appendingPathComponent("incoming/\(KSUID())"))
            case .emptyAssetFolder:
                try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
            case .placedFileWithoutRow:
                try FileManager.default.createDirectory(at: assets, withIntermediateDirectories: true)
                try bytes.write(to: assets.appendingPathComponent(hash))
            case .deletedSpaceWithFile:
                // The rows of a space are deleted, its files are not yet.
                try edit(
                    folder,
                    """
                    DELETE FROM spaces
                        WHERE name = 'to be deleted' AND id = (SELECT min(id) FROM spaces WHERE name = 'to be deleted');
                    DELETE FROM space_assets WHERE space NOT IN (SELECT id FROM spaces);
                    DELETE FROM assets WHERE hash NOT IN (SELECT hash FROM space_assets)
                    """, foreignKeys: true)
            case .rowOfAFileWithoutSpace:
                try edit(folder, "INSERT INTO assets (hash, byte_count) VALUES ('\(hash)', 5)")
            case .queuedJob, .runningJob:
                let state = self == .queuedJob ? "queued" : "running"
                try edit(
                    folder,
                    """
                    INSERT INTO jobs (id, kind, title, state, fraction, what, remaining, created, modified)
                    VALUES ('\(JobID())', 'import', 'x', '\(state)', 0.5, 'Fusing frames', 3, 1, 1)
                    """)
            }
        }
    }

    @Test(arguments: Leftover.allCases)
    func `opening clears away what a killed program left`(leftover: Leftover) async throws {
        var random = SplitMix64(seed: 7)
        try await check([leftover], &random)
    }

    @Test(arguments: 1...(isSoak ? 25 : 4) as ClosedRange<UInt64>)
    func `opening clears away any mixture of what killed programs left`(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let leftovers = (0..<Int.random(in: 2...12, using: &random)).compactMap { _ in
            Leftover.allCases.randomElement(using: &random)
        }
        try await check(leftovers, &random)
    }

    /// Makes a library, leaves the leftovers in it, and checks that opening it restores order and keeps the finished spaces.
    private func check(_ leftovers: [Leftover], _ random: inout SplitMix64) async throws {
        var made = random
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var kept: [Space] = []
            for i in 0..<4 as Range<UInt64> {
                // Some spaces share a file, also with those that are deleted.
                kept.append(try await library.add(try makeDraft("kept", seed: i / 2, in: files)))
                _ = try await library.add(try makeDraft("to be deleted", seed: i, in: files))
            }
            let done = try await library.createJob(kind: "import", title: "done")
            _ = try await library.updateJob(done.id, state: .done)
            try library.close()
            for leftover in leftovers { try leftover.make(in: folder, &made) }

            let opened = try Library(at: folder)
            let report = try opened.verify()
            #expect(report.problems == [])
            #expect(report.incomingFiles == [])
            let deleted = min(4, leftovers.filter { $0 == .deletedSpaceWithFile }.count)
            let spaces = try await opened.spaces()
            #expect(spaces.count == 8 - deleted)
            #expect(spaces.filter { $0.name == "kept" } == kept.reversed())
            let jobs = try await opened.jobs()
            #expect(jobs.count == 1 + leftovers.filter { $0 == .queuedJob || $0 == .runningJob }.count)
            for job in jobs where job.id != done.id {
                #expect(job.state == .failed)
                #expect(job.error == "the program ended before it was finished")
                #expect(job.remaining == nil)
            }
            #expect(try await opened.job(done.id)?.state == .done)
            #expect(Set(filesBelow(folder.appendingPathComponent("assets"))).count == report.assetCount)
        }
        random = made
    }

    @Test func `killed in the middle of a transaction that had reached the disk, the catalogue has the spaces before it`()
        async throws
    {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var spaces: [Space] = []
            for i in 0..<5 as Range<UInt64> {
                spaces.append(try await library.add(try makeDraft("Space \(i)", seed: i, in: files)))
            }
            // A transaction that does not fit into memory spills into the write-ahead log before it is committed.
            let writer = try DatabaseQueue(path: folder.appendingPathComponent("library.sqlite").path)
            let copy = folder.deletingLastPathComponent().appendingPathComponent("copy")
            try await writer.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA cache_size = 5; BEGIN IMMEDIATE")
                for _ in 0..<200 {
                    try db.execute(
                        sql: """
                            INSERT INTO spaces (id, name, created, modified, triangle_count, point_count) VALUES (?, ?, 0, 0, 0, 0)
                            """, arguments: [SpaceID().description, String(repeating: "unfinished", count: 200)])
                }
                try copyKilled(folder, to: copy)
                try db.execute(sql: "ROLLBACK")
            }
            try writer.close()
            let log = copy.appendingPathComponent("library.sqlite-wal")
            #expect(try Data(contentsOf: log).range(of: Data("unfinished".utf8)) != nil)
            let opened = try Library(at: copy)
            #expect(try await opened.spaces() == spaces.reversed())
            #expect(try opened.verify().problems == [])
        }
    }

    @Test func `with the end of the write-ahead log lost, the catalogue has the first so many spaces, all whole`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            var spaces: [Space] = []
            for i in 0..<12 as Range<UInt64> {
                spaces.append(try await library.add(try makeDraft("Space \(i)", seed: i, in: files)))
            }
            let copy = folder.deletingLastPathComponent().appendingPathComponent("copy")
            let log = copy.appendingPathComponent("library.sqlite-wal")
            try copyKilled(folder, to: copy)
            let whole = try Data(contentsOf: log)
            try #require(whole.count > 10_000)
            var random = SplitMix64(seed: 1)
            var counts: Set<Int> = []
            // The schema itself is in the log, too; a cut before its end leaves no library, which opening refuses as there are
            // files.
            for _ in 0..<(isSoak ? 40 : 15) {
                try FileManager.default.removeItem(at: copy)
                try copyKilled(folder, to: copy)
                try whole.prefix(Int.random(in: 0...whole.count, using: &random)).write(to: log)
                do {
                    let opened = try Library(at: copy)
                    let found = try await opened.spaces()
                    #expect(found == spaces.prefix(found.count).reversed())
                    #expect(try opened.verify().problems == [])
                    counts.insert(found.count)
                } catch let error as LibraryError {
                    #expect(error.kind == .notALibrary)
                }
            }
            #expect(counts.count > 3)
        }
    }

    /// Copies a library that is open as a kill at this moment would leave it. A program of its own copies: closing the catalogue's
    /// file in this process would drop SQLite's locks on it.
    private func copyKilled(_ folder: URL, to copy: URL) throws {
        try #require(try runProgram("/bin/cp", ["-r", folder.path, copy.path]) == 0)
        // Shared memory does not outlive its programs' kill in any way that matters: SQLite makes it anew from the log.
        try? FileManager.default.removeItem(at: copy.appendingPathComponent("library.sqlite-shm"))
    }
}
