import DioramaLibrary
import Foundation
import Postgres

/// A scan of an account: a name, what was scanned, and its uploaded files.
public struct Scan: Sendable, Codable {
    /// The scan's id.
    public let id: String
    /// What people call it.
    public let name: String
    /// "interior", "object" or "exterior".
    public let mode: String
    /// "pending", "received", "verified" or "refused": the state of the newest raw file; nil where none was asked for.
    public let upload: String?
    /// Why the newest raw file was refused.
    public let uploadProblem: String?
    /// Milliseconds since 1970.
    public let createdAt: Int64
    /// Milliseconds since 1970.
    public let updatedAt: Int64

    static let columns = """
        s.*,
        (SELECT u.state FROM uploads u WHERE u.scan_id = s.id AND u.file_type = 'raw'
            ORDER BY u.created_at DESC LIMIT 1) AS upload,
        (SELECT u.problem FROM uploads u WHERE u.scan_id = s.id AND u.file_type = 'raw'
            ORDER BY u.created_at DESC LIMIT 1) AS problem
        """

    init(_ row: PostgresRow) throws {
        id = try row.text("id")
        name = try row.text("name")
        mode = try row.text("mode")
        upload = try row.optional("upload")
        uploadProblem = try row.optional("problem")
        createdAt = Int64(try row.date("created_at").timeIntervalSince1970 * 1000)
        updatedAt = Int64(try row.date("updated_at").timeIntervalSince1970 * 1000)
    }
}
