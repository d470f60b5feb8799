import Foundation
import DioramaLibrary

/// A backup as the API shows it. Absent values are written as null.
struct BackupPayload: Encodable {
    let backup: Backup

    private enum Key: String, CodingKey { case id, made, method, byteCount, state, checked, problem }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(backup.id.description, forKey: .id)
        try fields.encode(backup.made.payload, forKey: .made)
        try fields.encode(backup.method.rawValue, forKey: .method)
        try fields.encode(backup.byteCount, forKey: .byteCount)
        try fields.encode(backup.isGood ? "good" : backup.isBad ? "bad" : "unchecked", forKey: .state)
        try fields.encode(backup.check?.checked.payload, forKey: .checked)
        try fields.encode(backup.check?.problems.first, forKey: .problem)
    }
}

/// The backups together, the newest in full.
struct BackupsPayload: Encodable {
    /// Newest first.
    let backups: [Backup]
    let isChanged: Bool?
    let isRunning: Bool

    private enum Key: String, CodingKey { case count, latest, latestGood, isChanged, isRunning }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(backups.count, forKey: .count)
        try fields.encode(backups.first.map(BackupPayload.init), forKey: .latest)
        try fields.encode(backups.first(where: \.isGood).map(BackupPayload.init), forKey: .latestGood)
        try fields.encode(isChanged, forKey: .isChanged)
        try fields.encode(isRunning, forKey: .isRunning)
    }
}
