import Foundation
import DioramaLibrary

/// A job as the API shows it. Absent values are written as null.
struct JobPayload: Encodable {
    let job: JobStatus

    private enum Key: String, CodingKey { case id, kind, title, state, fraction, what, remaining, error, space, created }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(job.id.description, forKey: .id)
        try fields.encode(job.kind, forKey: .kind)
        try fields.encode(job.title, forKey: .title)
        try fields.encode(job.state.rawValue, forKey: .state)
        try fields.encode(job.progress.fraction.isFinite ? min(max(job.progress.fraction, 0), 1) : 0, forKey: .fraction)
        try fields.encode(job.progress.what, forKey: .what)
        try fields.encode(job.progress.remaining.flatMap { $0.isFinite ? max($0, 0) : nil }, forKey: .remaining)
        try fields.encode(job.error, forKey: .error)
        try fields.encode(job.space?.description, forKey: .space)
        try fields.encode(job.created.payload, forKey: .created)
    }
}

struct JobListPayload: Encodable {
    let jobs: [JobPayload]
}

struct HealthPayload: Encodable {
    let status: String
    let version: String
}
