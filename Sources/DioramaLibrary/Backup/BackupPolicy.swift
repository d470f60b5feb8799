import Foundation

/// Which generations of backups are kept: the newest few, then one a day, a week, a month. The last known good is always kept, and
/// the last one without rows that changed on the disk.
public struct BackupPolicy: Sendable, Equatable {
    /// How many of the newest are kept, whenever they were made.
    public var newest: Int
    /// For how many days back one a day is kept.
    public var days: Int
    /// For how many weeks back one a week is kept.
    public var weeks: Int
    /// For how many months of 30 days back one a month is kept.
    public var months: Int

    /// Creates a policy. Negative counts are treated as 0, and at least the newest backup is kept.
    public init(newest: Int, days: Int, weeks: Int, months: Int) {
        self.newest = newest
        self.days = days
        self.weeks = weeks
        self.months = months
    }

    /// The newest 3, one a day for 7 days, one a week for 4 weeks, one a month for 12 months.
    public static let standard = BackupPolicy(newest: 3, days: 7, weeks: 4, months: 12)

    /// Those of `backups` that are kept at the time `now`.
    public func kept(_ backups: [Backup], at now: Date = Date()) -> Set<BackupID> {
        let usable = backups.filter { !$0.isBad }.sorted { ($0.made, $0.id) > ($1.made, $1.id) }
        var kept = Set(usable.prefix(max(newest, 1)).map(\.id))
        if let good = usable.first(where: \.isGood) { kept.insert(good.id) }
        // What a row was before it changed on the disk is only in an earlier backup.
        if let unchanged = usable.first(where: { $0.isGood && $0.changedRows.isEmpty }) { kept.insert(unchanged.id) }
        let day: TimeInterval = 86_400
        for (length, count) in [(day, days), (7 * day, weeks), (30 * day, months)] {
            // Slots are counted from 1970, not from now: which backup stands for a slot must not change from hour to hour.
            let current = slot(now, length)
            var taken: Set<Int> = []
            // The oldest of each slot: the newest would be replaced by the next one, and none would ever get old.
            for backup in usable.reversed() {
                let slot = slot(backup.made, length)
                if slot > current - max(count, 0) && slot <= current, taken.insert(slot).inserted { kept.insert(backup.id) }
            }
        }
        // A clock that was wrong for a while is no reason to throw a backup away.
        for backup in usable where backup.made > now { kept.insert(backup.id) }
        return kept
    }

    private func slot(_ time: Date, _ length: TimeInterval) -> Int { Int((time.timeIntervalSince1970 / length).rounded(.down)) }
}
