/// What a member of an account may do.
public enum Role: String, Sendable, CaseIterable, Codable {
    /// Everything. An account of people has at least one.
    case owner
    /// Everything, except what concerns owners.
    case admin
    /// Scans, jobs and usage.
    case member
    /// Looks at scans, jobs and usage, and downloads results.
    case viewer

    /// The scopes of a session of such a member.
    public var scopes: Set<Scope> {
        switch self {
        case .owner, .admin: Set(Scope.allCases)
        case .member: [.scansRead, .scansWrite, .jobsRead, .jobsWrite, .usageRead]
        case .viewer: [.scansRead, .jobsRead, .usageRead]
        }
    }

    /// All roles in words: "owner, …".
    public static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
