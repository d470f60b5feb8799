import Changes
import Foundation
import GRDB
import Support

extension Library {
    /// What is wrong with the library on this device: its files, backups, disk and clock. Reads sizes, not contents: damaged
    /// contents are known from the last `verify`.
    /// - Throws: `LibraryError` where the catalogue can't be read.
    public func healthFindings(_ limits: HealthLimits = HealthLimits()) async throws(LibraryError) -> [HealthReport.Finding] {
        var findings = try await damageFindings()
        findings += try await backupFindings(limits)
        findings += diskFindings(limits)
        if let clock = try clockFinding() { findings.append(clock) }
        return findings
    }

    // MARK: Files

    private func damageFindings() async throws(LibraryError) -> [HealthReport.Finding] {
        let layout = layout
        let (verified, files) = try await read(to: "check the files") { db in
            (
                try VerifyRecord.latest(db),
                try Row.fetchAll(db, sql: "SELECT hash, byte_count FROM assets").compactMap { row -> (AssetHash, Int64)? in
                    AssetHash(row["hash"] as String).map { ($0, row["byte_count"]) }
                }
            )
        }
        var missing = 0
        var truncated = 0
        for (hash, byteCount) in files {
            let attributes = try? FileManager.default.attributesOfItem(atPath: layout.asset(hash).path)
            let size = (attributes?[.size] as? NSNumber)?.int64Value
            if size == nil { missing += 1 } else if size != byteCount { truncated += 1 }
        }
        let remedy = "run 'diorama library verify' for their names, then synchronize or restore a backup with files"
        var findings: [HealthReport.Finding] = []
        if truncated > 0 {
            findings.append(.init(.files, .bad, message: "\(counted(truncated, "file")) have the wrong size", remedy: remedy))
        }
        if missing > 0 {
            findings.append(.init(.files, .bad, message: "\(counted(missing, "file")) of the library are gone", remedy: remedy))
        }
        if let verified, verified.problemCount > 0, truncated + missing == 0 {
            findings.append(
                .init(
                    .files, .bad,
                    message: "the last verification found \(counted(verified.problemCount, "problem")): \(verified.first)",
                    remedy: "repair it as 'diorama library verify' says, then verify again"))
        }
        return findings
    }

    private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    // MARK: Backups and disk

    private func backupFindings(_ limits: HealthLimits) async throws(LibraryError) -> [HealthReport.Finding] {
        if isDemo { return [] }
        let oldest = try await read(to: "check the age of the library") { db in
            try Int64.fetchOne(
                db,
                sql: """
                    SELECT min(created) FROM (SELECT min(created) AS created FROM spaces
                        UNION ALL SELECT min(created) FROM memories UNION ALL SELECT min(created) FROM things
                        UNION ALL SELECT min(created) FROM recordings)
                    """)
        }
        guard let oldest else { return [] }
        let remedy = "run 'diorama library backup', or leave 'diorama serve' running: it makes backups when the library is idle"
        let all = try backups()
        if let newest = all.first, newest.isBad {
            return [.init(.backup, .bad, message: "the latest backup is damaged", remedy: remedy)]
        }
        let newest = all.first { !$0.isBad }
        let changed = (newest?.changedRows ?? []).prefix(1).map { row in
            HealthReport.Finding(
                .backup, .warning, message: "the latest backup contains rows that changed on the disk: \(row)",
                remedy: "compare its values with those of an earlier backup; 'diorama library verify' names all of them")
        }
        if let newest, !hasChanged(since: newest) { return changed }
        let age = -(newest?.made ?? Date(milliseconds: oldest)).timeIntervalSinceNow
        guard age > limits.backupAge else { return changed }
        let days = counted(Int(age / 86_400), "day")
        let message =
            newest == nil
            ? "the library is \(days) old and has no backup" : "the last backup is \(days) old and the library has changed since"
        return [.init(.backup, .bad, message: message, remedy: remedy)] + changed
    }

    private func diskFindings(_ limits: HealthLimits) -> [HealthReport.Finding] {
        let system = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
        guard let free = (system?[.systemFreeSize] as? NSNumber)?.int64Value, free < 2 * limits.freeByteCount else { return [] }
        let amount = free.formatted(.byteCount(style: .file))
        return [
            .init(
                .disk, free < limits.freeByteCount ? .bad : .warning, message: "the library's disk has only \(amount) left",
                remedy: "free some space, or keep fewer files on this device")
        ]
    }

    // MARK: Clock

    /// What is wrong with this computer's clock: years ahead of the latest known time, or writes under a time that others refuse.
    /// Nil where it is plausible.
    /// - Throws: `LibraryError` where the catalogue can't be read.
    public func clockFinding() throws(LibraryError) -> HealthReport.Finding? {
        let clock: WallClockState
        do {
            clock = try pool.read(ChangeTracking.wallClock)
        } catch {
            throw LibraryError(error, could: "check the clock", in: folder)
        }
        if clock.isCutOff {
            return .init(
                .clock, .bad, message: "changes were written under a clock beyond the year 4199, which other devices refuse",
                remedy: "run 'diorama sync': they get a valid time under a new device id, and nothing is lost")
        }
        if clock.isAdopted { return nil }
        let shown =
            clock.milliseconds.map { Date(milliseconds: $0).formatted(.iso8601.year().month().day()) }
            ?? "a date after the year 9999"
        return .init(
            .clock, .bad,
            message: "this computer's clock shows \(shown), far beyond the library's latest change "
                + "(\(Date(milliseconds: clock.latest).formatted(.iso8601.year().month().day()))), and is not used for changes",
            remedy: "set the computer's date; if it is right, run 'diorama library clock --confirm'")
    }

    /// Uses this computer's clock for changes although it is far beyond the latest known time.
    /// - Throws: `LibraryError` of kind `invalidValue` where it is beyond what other devices accept.
    public func confirmClock() async throws(LibraryError) {
        try await write(to: "confirm the clock") { db in
            do {
                try ChangeTracking.confirmWallClock(db)
            } catch let error as ChangesError {
                throw LibraryError(.invalidValue, error.message)
            }
        }
    }
}
