import Foundation

/// What one run of sync did.
public struct SyncReport: Sendable, Equatable {
    /// Changesets that were sent, and that were taken in.
    public var sent = 0
    public var received = 0
    /// Whether a snapshot was taken in, and whether one was made.
    public var tookSnapshot = false
    public var madeSnapshot = false
    /// Rows that appeared here, that are gone, and cells that changed.
    public var inserted = 0
    public var purged = 0
    public var updated = 0
    /// Cells for which two devices had written without knowing of each other.
    public var conflicts = 0
    /// Changesets that were removed from the bucket, because a snapshot holds them and all known devices have passed them.
    public var trimmed = 0
    /// Devices whose changesets can't be taken in at present, and why.
    public var waiting: [String: String] = [:]
    /// Changesets that were set aside for good, and why.
    public var refused: [Refusal] = []
    /// The tables in which something changed.
    public var tables: Set<String> = []
    /// This device's id, where it had to be given a new one because another device uses the old one.
    public var newDevice: String?

    public init() {}

    /// A changeset that is never taken in. Its bytes are kept in the library.
    public struct Refusal: Sendable, Equatable {
        public let device: String
        public let sequence: Int64
        public let reason: String
    }

    /// Whether nothing moved either way.
    public var isQuiet: Bool { sent == 0 && received == 0 && !tookSnapshot && !madeSnapshot }
}

/// How sync stands.
public struct SyncStatus: Sendable, Equatable {
    public let device: String
    /// For each other device: how many of its changesets were taken in.
    public let cursors: [String: Int64]
    /// Changesets of this device so far.
    public let sequence: Int64
    /// Writes of this device that lie in no changeset yet.
    public let unsentWrites: Int
    /// For each bucket: this device's changesets that it has, and when it was last synced with.
    public let buckets: [Bucket]
    public let refused: [SyncReport.Refusal]
    public let conflicts: Int

    public struct Bucket: Sendable, Equatable {
        public let name: String
        public let sequence: Int64
        public let synced: Date?
    }
}
