import Changes
import DioramaLibrary
import Foundation
import GRDB
import Testing

@Suite struct HealthTests {
    /// Limits that nothing on the machine of the test reaches.
    private static let generous = HealthLimits(backupAge: 1e9, syncAge: 1e9, freeByteCount: 0)

    private func health(_ library: Library, _ limits: HealthLimits = generous) async throws -> HealthReport {
        HealthReport(try await library.healthFindings(limits))
    }

    @Test func `a new library is good, also without a backup`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            #expect(try await health(library, HealthLimits(freeByteCount: 0)).state == .good)
            _ = try await library.add(try makeDraft("x", seed: 1, in: files))
            let report = try await health(library, HealthLimits(freeByteCount: 0))
            #expect(report.state == .good && report.findings.isEmpty)
        }
    }

    @Test func `truncated and missing files are bad at once, other damage once it was verified`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            let space = try await library.add(try makeDraft("x", seed: 1, in: files))
            let file = try #require(try await library.assetFile(space.assets[0].hash)).1
            let content = try Data(contentsOf: file)
            try content.dropLast().write(to: file)
            #expect(try await health(library).findings.map(\.topic) == [.files])
            try FileManager.default.removeItem(at: file)
            let missing = try await health(library)
            #expect(missing.state == .bad && missing.findings[0].message.contains("1 file"))
            // Of the same size, but not the same.
            var flipped = content
            flipped[10] ^= 1
            try flipped.write(to: file)
            #expect(try await health(library).state == .good)
            #expect(try !library.verify().isSound)
            let verified = try await health(library)
            #expect(verified.state == .bad && verified.findings[0].line.contains("library verify"))
            try content.write(to: file)
            #expect(try library.verify().isSound)
            #expect(try await health(library).state == .good)
        }
    }

    @Test func `a backup that is too old is bad while there are changes since`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            _ = try await library.add(try makeDraft("x", seed: 1, in: files))
            let strict = HealthLimits(backupAge: -1, syncAge: 1e9, freeByteCount: 0)
            let none = try await health(library, strict)
            #expect(none.state == .bad && none.findings[0].message.contains("no backup"))
            _ = try await library.backup()
            #expect(try await health(library, strict).state == .good)
            _ = try await library.add(try makeDraft("y", seed: 2, in: files))
            let old = try await health(library, strict)
            #expect(old.state == .bad && old.findings[0].topic == .backup)
            #expect(try await health(library).state == .good)
            // A verification that finds nothing is no change.
            _ = try await library.backup()
            _ = try library.verify()
            #expect(try await health(library, strict).state == .good)
        }
    }

    @Test func `a disk that is nearly full is a warning, then bad`() async throws {
        try await withFolders { folder, _ in
            let library = try Library(at: folder)
            let free = try #require(
                (try FileManager.default.attributesOfFileSystem(forPath: folder.path)[.systemFreeSize] as? NSNumber)?.int64Value)
            let warning = try await health(library, HealthLimits(freeByteCount: free / 4 * 3))
            #expect(warning.state == .warning && warning.findings.map(\.topic) == [.disk])
            #expect(try await health(library, HealthLimits(freeByteCount: free * 2)).state == .bad)
        }
    }

    @Test func `a clock that is years ahead is bad until it is set or confirmed`() async throws {
        try await withFolders { folder, files in
            let library = try Library(at: folder)
            _ = try await library.add(try makeDraft("x", seed: 1, in: files))
            #expect(try library.clockFinding() == nil)
            func setClock(daysAhead days: Int64) async throws {
                try await library.pool.write { db in try ChangeTracking.correctClock(db, byMilliseconds: days * 86_400_000) }
            }
            try await setClock(daysAhead: 3 * 365)
            let finding = try #require(try library.clockFinding())
            #expect(finding.state == .bad && finding.remedy.contains("library clock --confirm"))
            try await library.confirmClock()
            #expect(try library.clockFinding() == nil)
            try await setClock(daysAhead: 3000 * 365)
            let error = await #expect(throws: LibraryError.self) { try await library.confirmClock() }
            #expect(error?.kind == .invalidValue)
            try await library.pool.write { db in
                try db.execute(sql: "UPDATE sync_state SET clock = ?", arguments: [Int64.max / 2 + 9])
            }
            #expect(try library.clockFinding()?.remedy.contains("diorama sync") == true)
        }
    }

    @Test func `the most urgent finding comes first and gives the state`() {
        let disk = HealthReport.Finding(.disk, .warning, message: "a", remedy: "b")
        let sync = HealthReport.Finding(.sync, .bad, message: "c", remedy: "d")
        let report = HealthReport([disk, sync, disk])
        #expect(report.state == .bad && report.findings == [sync, disk, disk] && HealthReport([]).state == .good)
    }
}
