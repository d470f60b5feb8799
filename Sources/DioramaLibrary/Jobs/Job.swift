import Foundation

/// How a job stands. It goes from `queued` to `running` to one of the three final states, or from `queued` straight to one of them.
public enum JobState: String, Sendable, Codable, CaseIterable {
    /// Waiting for a worker.
    case queued
    /// Being worked on.
    case running
    /// Finished with success.
    case done
    /// Ended with an error, or its program ended first.
    case failed
    /// Stopped on request.
    case cancelled

    /// Whether nothing more will happen to the job.
    public var isFinal: Bool { self == .done || self == .failed || self == .cancelled }
}

/// A piece of long work, as an import, and how far it is.
public struct JobRecord: Sendable, Equatable {
    /// Identifies the job.
    public let id: JobID
    /// What sort of work it is, for programs: `import`, `plan`, `part`.
    public let kind: String
    /// What it works on, for people: the file's name.
    public let title: String
    /// The current state.
    public let state: JobState
    /// 0…1 of the whole work.
    public let fraction: Double
    /// What is being done, in plain words; empty before it has begun.
    public let what: String
    /// Seconds that remain by the pace so far, where there is one.
    public let remaining: Double?
    /// Why it failed, in one line.
    public let error: String?
    /// The space that it works on; of an import the one that it made.
    public let space: SpaceID?
    /// When it was queued, to the millisecond.
    public let created: Date
    /// When it was last updated, to the millisecond.
    public let modified: Date
}
