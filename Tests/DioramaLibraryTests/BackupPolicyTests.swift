import Foundation
import DioramaLibrary
import Testing

@Suite struct BackupPolicyTests {
    /// Runs a year and a half of backups, four a day, each followed by pruning.
    @Test func `over a year the newest, and one a day, week and month are left`() throws {
        let day: TimeInterval = 86_400
        var backups: [Backup] = []
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        for i in 0..<2200 {
            now += day / 4
            backups.append(try Self.backup(at: now, isGood: i % 3 != 0))
            let kept = BackupPolicy.standard.kept(backups, at: now)
            backups.removeAll { !kept.contains($0.id) }
            #expect(kept.contains(try #require(backups.last).id))
            #expect(i == 0 || backups.contains(where: \.isGood))
        }
        #expect((15...28).contains(backups.count), "\(backups.count)")
        for (days, count) in [(2.0, 4...9), (7, 8...13), (28, 11...17), (120, 14...22), (380, 15...28)] {
            let recent = backups.filter { now.timeIntervalSince($0.made) <= days * day }
            #expect(count.contains(recent.count), "\(recent.count) of the last \(days) days")
        }
        let oldest = try #require(backups.first).made
        #expect((300...380).contains(now.timeIntervalSince(oldest) / day))
    }

    @Test func `the last known good is kept however old it is, and bad ones are not`() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let good = try Self.backup(at: now - 86_400 * 3000, isGood: true)
        let unchecked = try (0..<10).map { try Self.backup(at: now - Double($0) * 60, isGood: nil) }
        let bad = try Self.backup(at: now, isGood: false, isBad: true)
        let kept = BackupPolicy(newest: 2, days: 0, weeks: 0, months: 0).kept([good, bad] + unchecked, at: now)
        #expect(kept == [good.id, unchecked[0].id, unchecked[1].id])
    }

    @Test func `a clock that was set back costs no backup`() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let ahead = try (1...5).map { try Self.backup(at: now + Double($0) * 86_400 * 400, isGood: true) }
        let kept = BackupPolicy(newest: 1, days: 0, weeks: 0, months: 0).kept(ahead, at: now)
        #expect(kept == Set(ahead.map(\.id)))
    }

    /// A backup as its manifest describes it.
    private static func backup(at time: Date, isGood: Bool?, isBad: Bool = false) throws -> Backup {
        let hash = String(repeating: "0", count: 64)
        let check = """
            , "check": {"checked": 1, "hash": "\(hash)", "rowCounts": {}, "assetCount": 0, "assetByteCount": 0,
            "problems": [\(isBad ? "\"x\"" : "")]}
            """
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        let json = """
            {"id": "\(BackupID())", "made": \(Int64(time.timeIntervalSince1970 * 1000)), "method": "clone", "application": "x",
            "byteCount": 1, "source": ""\(isGood == true || isBad ? check : "")}
            """
        return try decoder.decode(Backup.self, from: Data(json.utf8))
    }
}
