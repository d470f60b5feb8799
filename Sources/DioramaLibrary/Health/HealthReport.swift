import Foundation

/// The health of a library: what endangers its contents or their copies, each with a remedy.
public struct HealthReport: Sendable, Equatable, Codable {
    /// How urgent a finding is, and the state of the whole: that of the most urgent finding.
    public enum State: String, Sendable, Codable, Comparable {
        /// Nothing was found.
        case good
        /// Nothing is lost yet; something should be done.
        case warning
        /// Contents are damaged, missing, or at risk.
        case bad

        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .good: 0
            case .warning: 1
            case .bad: 2
            }
        }
    }

    /// What a finding is about.
    public enum Topic: String, Sendable, Codable {
        /// Sync with the bucket: behind, refused or stalled.
        case sync
        /// This computer's clock.
        case clock
        /// Backups of the catalogue.
        case backup
        /// Free space on the disk.
        case disk
        /// Files and rows that are damaged.
        case files
        /// The certificate of the server.
        case certificate
    }

    /// One thing that is wrong.
    public struct Finding: Sendable, Equatable, Codable {
        /// What it is about.
        public let topic: Topic
        /// How urgent it is; never `good`.
        public let state: State
        /// What is wrong, in one line.
        public let message: String
        /// What to do, in one line.
        public let remedy: String

        /// A finding.
        public init(_ topic: Topic, _ state: State, message: String, remedy: String) {
            self.topic = topic
            self.state = state
            self.message = message
            self.remedy = remedy
        }

        /// Message and remedy in one line.
        public var line: String { "\(message): \(remedy)" }
    }

    /// The state of the most urgent finding.
    public let state: State
    /// When it was determined.
    public let checked: Date
    /// What was found, the most urgent first.
    public let findings: [Finding]

    /// A report of these findings.
    public init(_ findings: [Finding], checked: Date = Date()) {
        let sorted = findings.enumerated().sorted { a, b in
            a.element.state != b.element.state ? a.element.state > b.element.state : a.offset < b.offset
        }
        self.findings = sorted.map(\.element)
        self.checked = checked
        state = sorted.first?.element.state ?? .good
    }
}

/// From which point on the health of a library is no longer good.
public struct HealthLimits: Sendable, Equatable {
    /// Maximum age of the last backup, in seconds, while the library has changes since.
    public var backupAge: TimeInterval
    /// Maximum age of the last complete sync with the library's bucket, in seconds.
    public var syncAge: TimeInterval
    /// Minimum free space on the library's disk, in bytes.
    public var freeByteCount: Int64

    /// Limits; by default 7 days for backups and sync, and 1 GB of free space.
    public init(backupAge: TimeInterval = 7 * 86_400, syncAge: TimeInterval = 7 * 86_400, freeByteCount: Int64 = 1_000_000_000) {
        self.backupAge = backupAge
        self.syncAge = syncAge
        self.freeByteCount = freeByteCount
    }
}
