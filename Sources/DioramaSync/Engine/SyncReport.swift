import Changes
import Foundation

/// What one run of sync did.
public struct SyncReport: Sendable, Equatable {
    /// Changesets that were uploaded.
    public var sent = 0
    /// Changesets that were applied.
    public var received = 0
    /// Whether a snapshot was applied.
    public var appliedSnapshot = false
    /// Whether a snapshot was written.
    public var wroteSnapshot = false
    /// Rows that were added here.
    public var inserted = 0
    /// Rows that were deleted permanently here.
    public var purged = 0
    /// Cells that changed here.
    public var updated = 0
    /// Cells that two devices had changed concurrently.
    public var conflicts = 0
    /// Changesets that were removed from the bucket: a snapshot includes them and all known devices have applied them.
    public var trimmed = 0
    /// Changesets and snapshots in the bucket from which values of purged rows were removed.
    public var redacted = 0
    /// Devices whose changesets can't be applied at present, with the reason.
    public var waiting: [String: String] = [:]
    /// Changesets that were rejected permanently.
    public var refused: [Refusal] = []
    /// Changesets of other devices whose content is still missing here after the run.
    public var behind: [MissingChangeset] = []
    /// Requests of other devices for missing changesets that were answered with a snapshot.
    public var answered = 0
    /// The tables in which something changed.
    public var tables: Set<String> = []
    /// This device's id, where it had to be given a new one because another device uses the old one.
    public var newDevice: String?
    /// Rows and cells that this device had written under a clock that others refuse, and that got a valid time and a new device id.
    public var restamped = 0

    /// A report of a run that did nothing.
    public init() {}

    /// A changeset that is never applied. Its bytes are kept in the library.
    public struct Refusal: Sendable, Equatable {
        /// The id of the device that wrote it.
        public let device: String
        /// Its number among that device's changesets, from 1.
        public let sequence: Int64
        /// Why it was rejected, for people.
        public let reason: String
    }

    /// Whether changes of other devices are missing here. Then the library is not synchronized, whatever else the run did.
    public var isBehind: Bool { !behind.isEmpty }

    /// Adds what a second pass of the same run did.
    mutating func add(_ other: SyncReport) {
        sent += other.sent
        received += other.received
        appliedSnapshot = appliedSnapshot || other.appliedSnapshot
        wroteSnapshot = wroteSnapshot || other.wroteSnapshot
        inserted += other.inserted
        purged += other.purged
        updated += other.updated
        conflicts += other.conflicts
        trimmed += other.trimmed
        waiting = other.waiting
        refused += other.refused
        behind = other.behind
        answered += other.answered
        restamped += other.restamped
        tables.formUnion(other.tables)
        newDevice = newDevice ?? other.newDevice
    }

    /// Whether nothing was sent or applied.
    public var isQuiet: Bool { sent == 0 && received == 0 && !appliedSnapshot && !wroteSnapshot }
}

/// The state of sync on this device.
public struct SyncStatus: Sendable, Equatable {
    /// This device's id.
    public let device: String
    /// The number of applied changesets of each other device.
    public let cursors: [String: Int64]
    /// Number of changesets that this device has written.
    public let sequence: Int64
    /// Number of local changes that are in no changeset yet.
    public let unsentWrites: Int
    /// The buckets that this device has synced with.
    public let buckets: [Bucket]
    /// Changesets of other devices whose content is missing here.
    public let behind: [MissingChangeset]
    /// Number of resolved conflicts that were not undone.
    public let conflicts: Int
    /// The wall clock of this device beside the latest time that the library knows.
    public let clock: WallClockState

    /// Those that were rejected permanently.
    public var refused: [SyncReport.Refusal] {
        behind.filter { $0.cause == .refused }.map { .init(device: $0.device, sequence: $0.sequence, reason: $0.reason) }
    }

    /// A bucket that this device has synced with.
    public struct Bucket: Sendable, Equatable {
        /// The bucket's location.
        public let name: String
        /// Number of this device's changesets in the bucket.
        public let sequence: Int64
        /// The time of the last complete sync; nil where there was none.
        public let synced: Date?
    }
}
