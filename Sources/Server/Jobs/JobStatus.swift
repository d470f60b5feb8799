import Foundation
import DioramaLibrary
import Support

/// How a job stands now: its row of the library, with progress that is newer than the last write.
struct JobStatus: Sendable, Equatable {
    let id: JobID
    /// What sort of work it is: `import`, `plan`, `part`.
    let kind: String
    let title: String
    let created: Date
    var state: JobState
    var progress: WorkProgress
    /// Why it failed or was stopped, in one line.
    var error: String?
    /// The space that it works on; of an import the one that it made.
    var space: SpaceID?

    init(_ record: JobRecord) {
        id = record.id
        kind = record.kind
        title = record.title
        created = record.created
        state = record.state
        progress = WorkProgress(fraction: record.fraction, what: record.what, remaining: record.remaining)
        error = record.error
        space = record.space
    }
}

/// What a watcher of a job hears.
enum JobEvent: Sendable {
    /// The job's state, and which change since its beginning this is.
    case progress(number: Int, JobStatus)
    /// No news, but the connection lives.
    case heartbeat
}
