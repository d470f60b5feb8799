import DioramaLibrary
import Foundation
import Postgres

/// One file of a scan on its way into the bucket.
public struct Upload: Sendable {
    /// The upload's id.
    public let id: String
    /// The account.
    public let account: KSUID
    /// The scan.
    public let scan: String
    /// Where the bucket gets it.
    public let objectKey: String
    /// "pending", "received", "verified" or "refused".
    public let state: String
    /// The whole size in bytes; nil until it is known.
    public let byteCount: Int64?
    /// Bytes that are stored safely.
    public let received: Int64
    /// The largest size in bytes.
    public let maxBytes: Int64
    /// After this nothing more is taken.
    public let expiresAt: Date
    /// Why it was refused.
    public let problem: String?
    /// The bucket's id of an upload in parts; nil for others.
    let partsID: String?
    /// Bytes of each part but the last.
    let partBytes: Int64?

    init(_ row: PostgresRow) throws {
        id = try row.text("id")
        account = try row.id("account_id")
        scan = try row.text("scan_id")
        objectKey = try row.text("object_key")
        state = try row.text("state")
        byteCount = try row.optionalInt64("byte_count")
        received = try row.int64("received_bytes")
        maxBytes = try row.int64("max_bytes")
        expiresAt = try row.date("expires_at")
        problem = try row.optional("problem")
        partsID = try row.optional("parts_id")
        partBytes = try row.optionalInt64("part_bytes")
    }
}

/// Where a client sends a file.
public struct UploadTarget: Sendable, Codable {
    /// A URL that takes the file: by PUT, or, where it belongs to this server, by the resumable protocol tus 1.0 as well. The
    /// URL alone grants the right to upload; it is relative where it belongs to this server.
    public let uploadUrl: String
    /// Milliseconds since 1970 after which it takes nothing more.
    public let expiresAt: Int64
    /// The upload's id.
    public let uploadId: String
    /// "put" for S3; "parts" for large files in S3, where `uploadUrl` leads to the addresses of the parts; "tus" where the server
    /// itself takes the file.
    public let protocolName: String
    /// The largest size in bytes.
    public let maxBytes: Int64

    private enum CodingKeys: String, CodingKey {
        case uploadUrl, expiresAt, uploadId, maxBytes
        case protocolName = "protocol"
    }
}
