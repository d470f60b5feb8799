import Foundation
import DioramaLibrary
import Support

/// A job as the API shows it.
struct JobPayload: Encodable {
    let id: String
    let kind: String
    let title: String
    let state: String
    let fraction: Double
    let what: String
    @EncodesNull var remaining: Double?
    @EncodesNull var error: String?
    @EncodesNull var space: String?
    let created: String

    init(job: JobStatus) {
        let progress = ProgressPayload(job.progress)
        id = job.id.description
        kind = job.kind
        title = job.title
        state = job.state.rawValue
        fraction = progress.fraction
        what = progress.what
        remaining = progress.remaining
        error = job.error
        space = job.space?.description
        created = job.created.payload
    }
}

/// How far work is: a fraction from 0 to 1, and seconds where they are known.
struct ProgressPayload: Sendable {
    let fraction: Double
    let what: String
    let remaining: Double?

    init(_ progress: WorkProgress) {
        fraction = progress.fraction.isFinite ? min(max(progress.fraction, 0), 1) : 0
        what = progress.what
        remaining = progress.remaining.flatMap { $0.isFinite ? max($0, 0) : nil }
    }
}

struct JobListPayload: Encodable {
    let jobs: [JobPayload]
}

struct HealthPayload: Encodable {
    let status: String
    let version: String
}
