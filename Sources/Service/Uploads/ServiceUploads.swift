import DioramaLibrary
import DioramaSync
import Foundation
import Postgres

/// Uploads of the files of scans.
public struct ServiceUploads: Sendable {
    let database: ServiceDatabase
    let storage: ServiceStorage

    /// The uploads into a bucket.
    public init(_ database: ServiceDatabase, storage: ServiceStorage) {
        self.database = database
        self.storage = storage
    }

    /// What is uploaded; only `raw` can be processed.
    public static let fileTypes = ["raw", "mesh", "pointcloud", "texture"]
    /// How long an upload may take, in seconds.
    static let lifetime = 24 * 3600

    /// Begins an upload.
    /// - Parameters:
    ///   - scan: the scan's id.
    ///   - fileType: one of `fileTypes`.
    ///   - sha256: the file's hash as 64 hexadecimal digits, which is compared before the file is used; nil where the client
    ///     doesn't say.
    ///   - byteCount: the file's size; nil where the client doesn't say. Large files go to S3 in parts.
    /// - Throws: `ServiceError`.
    public func begin(
        _ identity: Identity, scan: String, fileType: String, sha256: String?, byteCount: Int64? = nil
    ) async throws -> UploadTarget {
        guard Self.fileTypes.contains(fileType) else {
            throw ServiceError(.invalidInput, "fileType must be one of \(Self.fileTypes.joined(separator: ", "))")
        }
        let hash = try sha256.map { (text: String) throws(ServiceError) in try Self.digest(text) }
        let id = KSUID().description
        let objectKey = "\(ServiceStorage.scanFolder(identity.account, scan))/\(id)"
        let token = KeyText.randomText()
        let expires = Date().addingTimeInterval(Double(Self.lifetime))
        let maxBytes = try await database.transaction(of: identity.account) { connection in
            _ = try ServiceScans.scan(connection, scan)
            let limit = try Tier.ofAccount(connection).maxUploadBytes
            try connection.execute(
                """
                INSERT INTO uploads (id, account_id, scan_id, file_type, object_key, token_hash, max_bytes, sha256, expires_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                """, [id, identity.account, scan, fileType, objectKey, KeyText.hash(token), limit, hash, expires])
            return limit
        }
        if let byteCount, byteCount >= Self.minPartsBytes, let bucket = storage.bucket as? S3Bucket {
            guard byteCount <= maxBytes else {
                throw ServiceError(.tooLarge, "the file is larger than the \(maxBytes) bytes that the tier includes")
            }
            try await beginParts(identity, id: id, objectKey: objectKey, byteCount: byteCount, in: bucket)
            return UploadTarget(
                uploadUrl: "/api/v1/uploads/\(token)", expiresAt: Int64(expires.timeIntervalSince1970 * 1000), uploadId: id,
                protocolName: "parts", maxBytes: maxBytes)
        }
        let presigned = storage.uploadURL(of: try ServiceStorage.key(objectKey), seconds: Self.lifetime)
        return UploadTarget(
            uploadUrl: presigned ?? "/api/v1/uploads/\(token)", expiresAt: Int64(expires.timeIntervalSince1970 * 1000),
            uploadId: id,
            protocolName: presigned == nil ? "tus" : "put", maxBytes: maxBytes)
    }

    /// The upload that a URL of this server grants.
    /// - Throws: `ServiceError` of kind `notFound` where the token is unknown or the time is over.
    public func upload(token: String) async throws -> Upload {
        let hash = KeyText.hash(token)
        return try await database.operatorTransaction { connection in
            let rows = try connection.execute(
                """
                SELECT u.* FROM uploads u JOIN scans s ON s.id = u.scan_id
                WHERE u.token_hash = $1 AND u.expires_at > now() AND s.deleted_at IS NULL
                """, [hash])
            guard let row = rows.first else { throw ServiceError.notFound("upload") }
            return try Upload(row)
        }
    }

    /// Sets the size of an upload, once.
    /// - Throws: `ServiceError`: `tooLarge`, `conflict` where another size was said before.
    public func setSize(_ upload: Upload, bytes: Int64) async throws {
        guard bytes > 0 else { throw ServiceError(.invalidInput, "the file must have at least one byte") }
        guard bytes <= upload.maxBytes else {
            throw ServiceError(.tooLarge, "the file is larger than the \(upload.maxBytes) bytes that the tier includes")
        }
        try await database.transaction(of: upload.account) { connection in
            let rows = try connection.execute(
                "UPDATE uploads SET byte_count = $2 WHERE id = $1 AND coalesce(byte_count, $2) = $2 RETURNING id",
                [upload.id, bytes])
            guard !rows.isEmpty else { throw ServiceError(.conflict, "the upload has another length already") }
        }
    }

    /// Acknowledges bytes that are on disk. The last ones make the upload received.
    public func advance(_ upload: Upload, to offset: Int64) async throws {
        try await database.transaction(of: upload.account) { connection in
            let rows = try connection.execute(
                """
                UPDATE uploads SET received_bytes = greatest(received_bytes, $2),
                    state = CASE WHEN byte_count = $2 THEN 'received' ELSE state END,
                    completed_at = CASE WHEN byte_count = $2 THEN now() ELSE completed_at END
                WHERE id = $1 AND state = 'pending' RETURNING state
                """, [upload.id, offset])
            if let row = rows.first, try row.text("state") == "received" {
                try Quota.addUpload(connection, account: upload.account, bytes: offset)
            }
        }
    }

    /// Makes sure that the newest raw file of a scan is complete and of a known type. Its content is verified when it is unpacked,
    /// in the job's own process.
    /// - Returns: the upload, in state received or verified.
    /// - Throws: `ServiceError` of kind `conflict` where there is none yet, `notPossible` where it was refused.
    public func readyUpload(_ identity: Identity, scan: String) async throws -> Upload {
        let upload = try await database.transaction(of: identity.account) { connection in
            _ = try ServiceScans.scan(connection, scan)
            // By the database's clock: ids of two servers have no order within one second.
            let rows = try connection.execute(
                "SELECT * FROM uploads WHERE scan_id = $1 AND file_type = 'raw' ORDER BY created_at DESC LIMIT 1", [scan])
            guard let row = rows.first else {
                throw ServiceError(.conflict, "the scan has no raw file; get an address from upload-url and upload it first")
            }
            return try Upload(row)
        }
        switch upload.state {
        case "received", "verified": return upload
        case "refused": throw ServiceError(.notPossible, "the raw file was refused: \(upload.problem ?? ""); upload another one")
        default: return try await received(upload)
        }
    }

    /// S3 doesn't report what clients upload: the bucket is asked.
    private func received(_ upload: Upload) async throws -> Upload {
        let key = try ServiceStorage.key(upload.objectKey)
        guard let object = try await storage.bucket.head(key) else {
            throw ServiceError(.conflict, "the raw file hasn't been uploaded completely; upload it first")
        }
        let problem: String?
        if object.byteCount > upload.maxBytes {
            problem = "it is larger than the \(upload.maxBytes) bytes that the tier includes"
        } else if object.byteCount == 0 {
            problem = "it is empty"
        } else {
            let head = try await storage.bucket.read(key, 0..<Int64(UploadedFileType.headBytes))
            problem = UploadedFileType(head: head) == nil ? "it is none of \(UploadedFileType.list)" : nil
        }
        let state = problem == nil ? "received" : "refused"
        let changed = try await database.transaction(of: upload.account) { connection in
            let rows = try connection.execute(
                """
                UPDATE uploads SET state = $2, problem = $3, byte_count = $4, received_bytes = $4, completed_at = now()
                WHERE id = $1 AND state = 'pending' RETURNING *
                """, [upload.id, state, problem, object.byteCount])
            if !rows.isEmpty { try Quota.addUpload(connection, account: upload.account, bytes: object.byteCount) }
            return try Upload(try connection.execute("SELECT * FROM uploads WHERE id = $1", [upload.id])[0])
        }
        if let problem { throw ServiceError(.notPossible, "the raw file was refused: \(problem); upload another one") }
        return changed
    }

    /// 64 hexadecimal digits as bytes.
    private static func digest(_ text: String) throws(ServiceError) -> Data {
        let digits = Array(text.utf8).map { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
            default: nil
            }
        }
        guard digits.count == 64, !digits.contains(nil) else {
            throw ServiceError(.invalidInput, "sha256 must have 64 hexadecimal digits")
        }
        let values = digits.compactMap(\.self)
        return Data((0..<32).map { values[2 * $0] << 4 | values[2 * $0 + 1] })
    }
}
