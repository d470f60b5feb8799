import DioramaLibrary
import Foundation
import Postgres

/// The people of an account, and invitations to become one of them.
public struct ServiceMembers: Sendable {
    let database: ServiceDatabase

    /// Days that an invitation is valid, unless it says otherwise.
    public static let invitationDays = 7
    /// People of one account, and open invitations to it.
    static let maxMembers = 1000
    static let maxInvitations = 100

    /// What begins the text of an invitation.
    static let prefix = "invitation_"

    /// The members in a database.
    public init(_ database: ServiceDatabase) { self.database = database }

    /// A member as lists show them.
    public struct Member: Sendable, Encodable {
        /// The person's id.
        public let id: String
        /// The name; nil where the issuer doesn't say it.
        public let name: String?
        /// The verified address; nil where the issuer doesn't say it.
        public let email: String?
        /// What the member may do.
        public let role: Role
        /// When the person joined.
        public let joinedAt: Date
    }

    /// An invitation that nobody has accepted.
    public struct Invitation: Sendable, Encodable {
        /// The invitation's id.
        public let id: String
        /// What its holder becomes.
        public let role: Role
        /// When it stops being valid.
        public let expiresAt: Date
        /// What signs its holder in; only in the answer that creates it.
        public let invitation: String?
    }

    /// The members, in the order in which they joined.
    public func list(_ identity: Identity) async throws -> [Member] {
        try await database.transaction(of: identity.account) { connection in
            try connection.execute(
                """
                SELECT p.id, p.name, p.email, m.role, m.created_at FROM members m JOIN people p ON p.id = m.person_id
                ORDER BY m.created_at, p.id
                """
            ).compactMap { row in
                guard let role = Role(rawValue: try row.text("role")) else { return nil }
                return Member(
                    id: try row.text("id"), name: try row.optional("name"), email: try row.optional("email"), role: role,
                    joinedAt: try row.date("created_at"))
            }
        }
    }

    /// Changes a member's role, from their next request on.
    /// - Throws: `ServiceError`: `notFound`, `notAllowed` where it concerns owners, `conflict` for the last owner.
    public func change(_ identity: Identity, person: String, role: String) async throws {
        let role = try Self.role(role)
        try await database.transaction(of: identity.account) { connection in
            try Self.check(connection, identity, person: person, becomes: role)
            try connection.execute("UPDATE members SET role = $2 WHERE person_id = $1", [person, role.rawValue])
            try ServiceAccounts.log(
                connection, account: identity.account, actor: identity.key, action: "member.\(role.rawValue)", target: person)
        }
    }

    /// Removes a member, whose sessions with this account end.
    /// - Throws: as `change`.
    public func remove(_ identity: Identity, person: String) async throws {
        try await database.transaction(of: identity.account) { connection in
            try Self.check(connection, identity, person: person, becomes: nil)
            try connection.execute("DELETE FROM members WHERE person_id = $1", [person])
            try connection.execute(
                "UPDATE sessions SET revoked_at = now(), revoked_why = 'removed' WHERE person_id = $1 AND revoked_at IS NULL",
                [person])
            try ServiceAccounts.log(
                connection, account: identity.account, actor: identity.key, action: "member.remove", target: person)
        }
    }

    /// Makes an invitation. Whoever signs in with its text first becomes a member.
    /// - Throws: `ServiceError`.
    public func invite(_ identity: Identity, role: String, days: Int) async throws -> Invitation {
        let role = try Self.role(role)
        if role == .owner, identity.role != .owner {
            throw ServiceError(.notAllowed, "only an owner invites owners; invite as \(Role.admin.rawValue) instead")
        }
        guard (1...90).contains(days) else { throw ServiceError(.invalidInput, "days must be a number from 1 to 90") }
        let id = KSUID().description
        let text = Self.prefix + KeyText.randomText()
        let expires = Date().addingTimeInterval(Double(days) * 86_400)
        return try await database.transaction(of: identity.account) { connection in
            let open = try connection.execute(
                "SELECT count(*) AS n FROM invitations WHERE accepted_by IS NULL AND expires_at > now()")[0].int("n")
            guard open < Self.maxInvitations else {
                throw ServiceError(.conflict, "\(Self.maxInvitations) invitations are open; withdraw one first")
            }
            try connection.execute(
                """
                INSERT INTO invitations (id, account_id, hash, role, invited_by, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
                """, [id, identity.account, KeyText.hash(text), role.rawValue, identity.key, expires])
            try ServiceAccounts.log(
                connection, account: identity.account, actor: identity.key, action: "invitation.add", target: id)
            return Invitation(id: id, role: role, expiresAt: expires, invitation: text)
        }
    }

    /// Invitations that can still be accepted.
    public func invitations(_ identity: Identity) async throws -> [Invitation] {
        try await database.transaction(of: identity.account) { connection in
            try connection.execute(
                "SELECT id, role, expires_at FROM invitations WHERE accepted_by IS NULL AND expires_at > now() ORDER BY id"
            ).compactMap { row in
                guard let role = Role(rawValue: try row.text("role")) else { return nil }
                return Invitation(id: try row.text("id"), role: role, expiresAt: try row.date("expires_at"), invitation: nil)
            }
        }
    }

    /// Withdraws an invitation that nobody has accepted.
    /// - Throws: `ServiceError` of kind `notFound`.
    public func withdraw(_ identity: Identity, invitation: String) async throws {
        try await database.transaction(of: identity.account) { connection in
            let rows = try connection.execute(
                "DELETE FROM invitations WHERE id = $1 AND accepted_by IS NULL RETURNING id", [invitation])
            guard !rows.isEmpty else { throw ServiceError.notFound("invitation") }
            try ServiceAccounts.log(
                connection, account: identity.account, actor: identity.key, action: "invitation.remove", target: invitation)
        }
    }

    // MARK: The operator

    /// Makes an invitation to become an account's owner, for accounts that the operator adds.
    /// - Parameter name: the account's name.
    /// - Throws: `ServiceError` of kind `notFound`.
    public func inviteOwner(ofAccount name: String, days: Int = invitationDays) async throws -> Invitation {
        let id = KSUID().description
        let text = Self.prefix + KeyText.randomText()
        let expires = Date().addingTimeInterval(Double(days) * 86_400)
        return try await database.operatorTransaction { connection in
            guard let row = try connection.execute("SELECT id FROM accounts WHERE name = $1", [name]).first else {
                throw ServiceError(.notFound, "there is no account named \(name); 'diorama service account list' names them")
            }
            let account = try row.id("id")
            try connection.execute(
                "INSERT INTO invitations (id, account_id, hash, role, invited_by, expires_at) VALUES ($1, $2, $3, $4, $5, $6)",
                [id, account, KeyText.hash(text), Role.owner.rawValue, "operator", expires])
            try ServiceAccounts.log(connection, account: account, actor: "operator", action: "invitation.add", target: id)
            return Invitation(id: id, role: .owner, expiresAt: expires, invitation: text)
        }
    }

    // MARK: Parts

    /// Makes a person a member by an invitation, in an operator's transaction.
    /// - Throws: `ServiceError` of kind `notAllowed` where it is unknown, expired or used.
    static func accept(_ connection: PostgresConnection, invitation text: String, person: String) throws {
        let refusal = ServiceError(.notAllowed, "the invitation is unknown, expired or used; ask for another one")
        guard text.hasPrefix(prefix), text.utf8.count < 100 else { throw refusal }
        let rows = try connection.execute(
            """
            SELECT id, account_id, role FROM invitations WHERE hash = $1 AND accepted_by IS NULL AND expires_at > now() FOR UPDATE
            """, [KeyText.hash(text)])
        guard let row = rows.first, let role = Role(rawValue: try row.text("role")) else { throw refusal }
        let account = try row.id("account_id")
        let count = try connection.execute("SELECT count(*) AS n FROM members WHERE account_id = $1", [account])[0].int("n")
        guard count < maxMembers else { throw ServiceError(.conflict, "the account has \(maxMembers) members already") }
        try insert(connection, account: account, person: person, role: role)
        try connection.execute("UPDATE invitations SET accepted_by = $2 WHERE id = $1", [try row.text("id"), person])
        try ServiceAccounts.log(connection, account: account, actor: person, action: "member.join", target: person)
    }

    /// Adds a member; one who is there keeps their role.
    static func insert(_ connection: PostgresConnection, account: KSUID, person: String, role: Role) throws {
        try connection.execute(
            "INSERT INTO members (account_id, person_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [account, person, role.rawValue])
    }

    private static func role(_ text: String) throws(ServiceError) -> Role {
        guard let role = Role(rawValue: text) else { throw ServiceError(.invalidInput, "role must be one of \(Role.list)") }
        return role
    }

    /// Whether a member may be changed: only owners change owners, and one owner is left. All rows are locked in one order, so that
    /// two owners can't remove each other at the same time.
    private static func check(
        _ connection: PostgresConnection, _ identity: Identity, person: String, becomes role: Role?
    ) throws {
        let rows = try connection.execute("SELECT person_id, role FROM members ORDER BY person_id FOR UPDATE")
        guard let row = try rows.first(where: { try $0.text("person_id") == person }) else { throw ServiceError.notFound("member") }
        let isOwner = try row.text("role") == Role.owner.rawValue
        if isOwner || role == .owner, identity.role != .owner {
            throw ServiceError(.notAllowed, "only an owner changes owners, and makes members owners")
        }
        let owners = try rows.filter { try $0.text("role") == Role.owner.rawValue }.count
        if isOwner, role != .owner, owners == 1 {
            throw ServiceError(.conflict, "this is the account's last owner; make another member an owner first")
        }
    }
}
