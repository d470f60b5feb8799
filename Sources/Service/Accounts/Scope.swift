/// What a key may do.
public enum Scope: String, Sendable, CaseIterable, Codable {
    /// Read scans and their uploads.
    case scansRead = "scans:read"
    /// Create, change, upload and delete scans.
    case scansWrite = "scans:write"
    /// Read jobs and download results.
    case jobsRead = "jobs:read"
    /// Start and cancel jobs.
    case jobsWrite = "jobs:write"
    /// Read usage and the audit log.
    case usageRead = "usage:read"
    /// List, create and revoke keys.
    case keys
    /// List, create and delete webhooks.
    case webhooks
    /// List, invite, change and remove members.
    case team

    /// All scopes in words: "scans:read, …".
    public static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
