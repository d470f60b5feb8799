import Foundation
import DioramaLibrary

/// Who the visitor is, as `GET /api/v1/me` tells.
struct MePayload: Encodable {
    let kind: String
    var id: String?
    var name: String?
    var space: String?
    /// What may be done, by space: `see` or `pin`. The owner may do everything.
    var permissions: [String: String] = [:]
    var showsMemories = true

    private enum Key: String, CodingKey { case kind, id, name, space, permissions, showsMemories }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(id, forKey: .id)
        try fields.encode(name, forKey: .name)
        try fields.encode(space, forKey: .space)
        try fields.encode(permissions, forKey: .permissions)
        try fields.encode(showsMemories, forKey: .showsMemories)
    }
}

/// An account: to the owner with all that is known of it, to others by its name.
struct AccountPayload: Encodable {
    let account: Entry<Account>
    let isOwner: Bool
    /// Sessions and unused invitations; nil for whom that is no business.
    let signIns: (sessions: Int, invitations: Int)?

    private enum Key: String, CodingKey { case id, name, email, isOwner, created, sessions, invitations }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        let isTold = signIns != nil
        try fields.encode(account.id.description, forKey: .id)
        try fields.encode(account.name, forKey: .name)
        try fields.encode(isTold ? account.email : nil, forKey: .email)
        try fields.encode(isOwner, forKey: .isOwner)
        try fields.encode(isTold ? account.created.payload : nil, forKey: .created)
        try fields.encode(signIns?.sessions, forKey: .sessions)
        try fields.encode(signIns?.invitations, forKey: .invitations)
    }
}

struct AccountListPayload: Encodable {
    let accounts: [AccountPayload]
}

/// The bodies of accounts, sessions and grants.
struct AccountBody: Decodable {
    let name: String
}

struct SessionBody: Decodable {
    let invitation: String
    let name: String?
}

struct GrantsBody: Decodable {
    let grants: [GrantBody]

    struct GrantBody: Decodable {
        let account: AccountID
        let permission: Grant.Permission
    }
}

struct InvitationPayload: Encodable {
    /// The page with its token; it is told only once.
    let url: String
    let expires: String
}

struct GrantsPayload: Encodable {
    let grants: [GrantPayload]

    struct GrantPayload: Encodable {
        let account: String
        let permission: String
    }

    init(_ grants: [Grant]) {
        self.grants = grants.map { GrantPayload(account: $0.account.description, permission: $0.permission.rawValue) }
    }
}

struct FollowsPayload: Encodable {
    let follows: [Follow]

    struct Follow: Encodable {
        let space: String
        let newMemories: Int
    }
}
