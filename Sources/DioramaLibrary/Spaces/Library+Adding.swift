import Foundation
import GRDB

extension Library {
    /// Adds a space with its files, whole or not at all, and marks `job` as done with it.
    ///
    /// The files are first brought into the library's folder; one transaction then adds all rows and puts the files in their
    /// places. Cancelling the task stops it before that transaction.
    /// - Throws: `LibraryError`: `invalidValue` where something of the draft can't be kept, `diskFull`, `cancelled` where the task
    ///   or the job was cancelled, `notFound` where a file or the job is not there. Nothing of the space is left then.
    public func add(_ draft: SpaceDraft, job: JobID? = nil) async throws(LibraryError) -> Space {
        let draft = try draft.checked()
        let action = "add \"\(draft.name)\""
        let space = try await addFiles(draft.assets, to: action) { staged, db in
            let id = try Self.insert(draft, files: staged, db)
            if let job { try Self.finish(job, with: id, db) }
            return try Catalogue.spaces(db, "WHERE id = ?", arguments: [id.description]).first
        }
        guard let space else { throw LibraryError(.damaged, "couldn't \(action): it was written but is not there") }
        return space
    }

    /// Adds all rows of a space.
    private static func insert(_ draft: SpaceDraft, files staged: [StagedAsset], _ db: Database) throws -> SpaceID {
        // Made under the write lock and above the newest one, so that ids and commits have one order, whoever adds.
        let newest = try String.fetchOne(db, sql: "SELECT max(id) FROM spaces").flatMap { KSUID($0) }
        let id = SpaceID(KSUID(above: newest))
        let now = Date().milliseconds
        let bounds = draft.bounds
        try db.execute(
            sql: """
                INSERT INTO spaces (id, name, created, modified, account, area, triangle_count, point_count,
                    min_x, min_y, min_z, max_x, max_y, max_z, report) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.description, draft.name, now, now, try ActiveAccount.entry(db)?.id.description, draft.areaSquareMetres,
                draft.triangleCount, draft.pointCount,
                bounds?.min.x, bounds?.min.y, bounds?.min.z, bounds?.max.x, bounds?.max.y, bounds?.max.z,
                draft.report,
            ])
        if let capture = draft.capture {
            let notes = String(decoding: try JSONEncoder().encode(capture.notes), as: UTF8.self)
            try db.execute(
                sql: """
                    INSERT INTO captures (id, created, modified, space, kind, frame_count, skipped_frames, seconds, notes)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    CaptureID().description, now, now, id.description, capture.kind, capture.frameCount, capture.skippedFrames,
                    capture.seconds, notes,
                ])
        }
        for (position, asset) in staged.enumerated() {
            try Originals.note(asset.hash, byteCount: asset.byteCount, db)
            try db.execute(
                sql: """
                    INSERT INTO space_assets (id, created, modified, space, position, hash, byte_count, kind, content_type,
                        file_name, level, triangle_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    KSUID().description, now, now, id.description, position, asset.hash.description, asset.byteCount,
                    asset.draft.kind.rawValue, asset.draft.contentType, asset.draft.fileName, asset.draft.level,
                    asset.draft.triangleCount,
                ])
        }
        if let plan = draft.plan { _ = try SpacePlan.layout.insert(SpacePlan(space: id, content: plan), db) }
        return id
    }

    /// Marks the job as done in the transaction that adds its space: there is never the one without the other.
    private static func finish(_ id: JobID, with space: SpaceID, _ db: Database) throws {
        guard let job = try job(id, db) else { throw LibraryError(.notFound, "there is no job \(id)") }
        if job.state == .cancelled { throw LibraryError(.cancelled, "\(job.title): the job was cancelled") }
        if job.state.isFinal { throw LibraryError(.invalidValue, "the job \(id) has already ended") }
        try db.execute(
            sql: """
                UPDATE jobs SET state = 'done', fraction = 1, remaining = NULL, error = NULL, space = ?, modified = max(modified, ?)
                WHERE id = ?
                """, arguments: [space.description, Date().milliseconds, id.description])
    }
}
