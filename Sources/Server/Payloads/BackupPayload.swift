import DioramaLibrary
import Foundation

/// A backup as the API shows it.
struct BackupPayload: Encodable {
    let id: String
    let made: String
    let method: String
    let byteCount: Int64
    let state: String
    @EncodesNull var checked: String?
    @EncodesNull var problem: String?

    init(backup: Backup) {
        id = backup.id.description
        made = backup.made.payload
        method = backup.method.rawValue
        byteCount = Int64(backup.byteCount)
        state = backup.isGood ? "good" : backup.isBad ? "bad" : "unchecked"
        checked = backup.check?.checked.payload
        problem = backup.check?.problems.first
    }
}

/// The backups together, the newest in full.
struct BackupsPayload: Encodable {
    let count: Int
    @EncodesNull var latest: BackupPayload?
    @EncodesNull var latestGood: BackupPayload?
    @EncodesNull var isChanged: Bool?
    let isRunning: Bool
    /// Whether backups are made at quiet times and when the server ends.
    let isAutomatic: Bool
    /// Why the latest automatic backup failed.
    @EncodesNull var problem: String?

    /// - Parameter backups: newest first.
    init(backups: [Backup], isChanged: Bool?, isRunning: Bool, isAutomatic: Bool, problem: String?) {
        self.isAutomatic = isAutomatic
        self.problem = problem
        count = backups.count
        latest = backups.first.map(BackupPayload.init)
        latestGood = backups.first(where: \.isGood).map(BackupPayload.init)
        self.isChanged = isChanged
        self.isRunning = isRunning
    }
}
