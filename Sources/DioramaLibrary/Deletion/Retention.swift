import Foundation

/// How long what was deleted permanently stays in places from which something could still be restored. All devices share it.
public struct Retention: Sendable, Codable, Equatable {
    /// Days until files that no row names are removed from the bucket.
    public var bucketDays: Int
    /// Days until backups are removed that have rows which were deleted since.
    public var backupDays: Int

    /// The largest number of days.
    public static let maxDays = 3650

    /// A retention; by default 7 days in the bucket and 30 days in backups.
    public init(bucketDays: Int = 7, backupDays: Int = 30) {
        self.bucketDays = bucketDays
        self.backupDays = backupDays
    }

    private static let setting = "retention"

    fileprivate func checked() throws(LibraryError) {
        for (days, name) in [(bucketDays, "the days in the bucket"), (backupDays, "the days of backups")]
        where !(0...Self.maxDays).contains(days) {
            throw LibraryError(.invalidValue, "\(name) must be between 0 and \(Self.maxDays), not \(days)")
        }
    }

    fileprivate static func read(_ library: Library) async throws(LibraryError) -> Retention {
        try await library.setting(setting, as: Retention.self) ?? Retention()
    }

    fileprivate func write(_ library: Library) async throws(LibraryError) {
        try checked()
        try await library.setSetting(Self.setting, to: self)
    }
}

extension Library {
    /// How long what was deleted permanently stays in the bucket and in backups.
    public func retention() async throws(LibraryError) -> Retention { try await Retention.read(self) }

    /// Sets how long what was deleted permanently stays in the bucket and in backups, on all devices.
    /// - Throws: `LibraryError` of kind `invalidValue` for numbers of days that can't be.
    public func setRetention(_ retention: Retention) async throws(LibraryError) { try await retention.write(self) }
}
