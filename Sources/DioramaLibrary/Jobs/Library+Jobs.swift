import Foundation
import GRDB
import Support

extension Library {
    /// Jobs that are not finished, and those that ended after `time`, newest first.
    /// - Parameters:
    ///   - time: finished jobs that ended earlier are left out.
    ///   - limit: how many at most, 1 to 1000.
    public func jobs(endedAfter time: Date = .distantPast, limit: Int = 200) async throws(LibraryError) -> [JobRecord] {
        if !(1...1000).contains(limit) { throw LibraryError(.invalidValue, "a page can have 1 to 1000 jobs, not \(limit)") }
        return try await read(to: "list the jobs") { db in
            try Catalogue.jobs(
                db, "WHERE state IN ('queued', 'running') OR modified > ? ORDER BY id DESC LIMIT ?",
                arguments: [time.milliseconds, limit])
        }
    }

    /// The job, or nil where there is none.
    public func job(_ id: JobID) async throws(LibraryError) -> JobRecord? {
        try await read(to: "read the job \(id)") { db in try Self.job(id, db) }
    }

    /// Writes down a new job in the state `queued`.
    /// - Parameters:
    ///   - kind: what sort of work it is, 1 to 100 characters.
    ///   - title: what it works on, 1 to 300 characters.
    ///   - space: the space that it works on, where there is one already.
    public func createJob(kind: String, title: String, space: SpaceID? = nil) async throws(LibraryError) -> JobRecord {
        let kind = try Check.line(kind, "the kind of a job", characters: 100)
        let title = try Check.line(title, "the title of a job", characters: 300)
        return try await write(to: "write down a job") { db in
            let id = JobID()
            let now = Date().milliseconds
            try db.execute(
                sql: """
                    INSERT INTO jobs (id, kind, title, state, fraction, what, space, created, modified)
                    VALUES (?, ?, ?, 'queued', 0, '', ?, ?, ?)
                    """, arguments: [id.description, kind, title, space?.description, now, now])
            return try Self.existing(id, db)
        }
    }

    /// Writes down how a job stands. What is nil stays as it was; a job in a final state stays as it is altogether, so that of a
    /// finish and a cancellation at the same time one wins. Each call is a durable write: report progress about once a second, not
    /// with every step.
    /// - Returns: the job as it now is, or nil where there is none.
    public func updateJob(
        _ id: JobID, state: JobState? = nil, progress: WorkProgress? = nil, error: String? = nil
    ) async throws(LibraryError) -> JobRecord? {
        try await write(to: "write down the job \(id)") { db in
            guard let old = try Self.job(id, db), !old.state.isFinal else { return try Self.job(id, db) }
            if state == .queued && old.state == .running {
                throw LibraryError(.invalidValue, "the job \(id) is running and can't go back into the queue")
            }
            let state = state ?? old.state
            let fraction = state == .done ? 1 : progress?.fraction ?? old.fraction
            let remaining = progress == nil ? old.remaining : progress?.remaining.flatMap { $0.isFinite ? $0 : nil }
            try db.execute(
                sql: """
                    UPDATE jobs SET state = ?, fraction = ?, what = ?, remaining = ?, error = ?, modified = max(modified, ?)
                    WHERE id = ?
                    """,
                arguments: [
                    state.rawValue, fraction.isFinite ? min(max(fraction, 0), 1) : old.fraction, progress?.what ?? old.what,
                    state.isFinal ? nil : remaining, error ?? old.error, Date().milliseconds, id.description,
                ])
            return try Self.job(id, db)
        }
    }

    static func job(_ id: JobID, _ db: Database) throws -> JobRecord? {
        try Catalogue.jobs(db, "WHERE id = ?", arguments: [id.description]).first
    }

    private static func existing(_ id: JobID, _ db: Database) throws -> JobRecord {
        guard let job = try job(id, db) else { throw LibraryError(.damaged, "the job \(id) was written but is not there") }
        return job
    }
}
