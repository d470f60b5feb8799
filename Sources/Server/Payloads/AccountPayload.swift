import Foundation
import DioramaLibrary

/// Who the visitor is, as `GET /api/v1/me` answers.
struct MePayload: Encodable {
    let kind: String
    @EncodesNull var id: String? = nil
    @EncodesNull var name: String? = nil
    /// What a visitor by a link sees: a space or an exhibit.
    @EncodesNull var space: String? = nil
    @EncodesNull var exhibit: String? = nil
    /// What may be done, by space: `see` or `pin`. The owner may do everything.
    var permissions: [String: String] = [:]
    var showsMemories = true
    /// Whether it is the demo library that is shown.
    var isDemo = false
    /// Whether pages show that something waits in the inbox.
    var notifications = true
    /// Whether the page of spaces shows the first steps in a new library.
    var firstSteps = false
    @EncodesNull var units: String? = nil
    @EncodesNull var language: String? = nil
    @EncodesNull var picture: String? = nil
}

/// An account: to the owner with all that is known of it, to others by its name.
struct AccountPayload: Encodable {
    let id: String
    let name: String
    @EncodesNull var email: String?
    @EncodesNull var picture: String?
    let isOwner: Bool
    @EncodesNull var created: String?
    @EncodesNull var sessions: Int?
    @EncodesNull var invitations: Int?

    /// - Parameter signIns: sessions and unused invitations; nil for visitors who learn no more than the name.
    init(
        account: Entry<Account>, isOwner: Bool, signIns: (sessions: Int, invitations: Int)?, pictureTime: Date? = nil
    ) {
        id = account.id.description
        name = account.name
        email = signIns == nil ? nil : account.email
        picture = AccountPicturePayload.address(account.id, pictureTime)
        self.isOwner = isOwner
        created = signIns == nil ? nil : account.created.payload
        sessions = signIns?.sessions
        invitations = signIns?.invitations
    }
}

struct AccountListPayload: Encodable {
    let accounts: [AccountPayload]
    /// The most accounts that the operator allows; null without a limit and for visitors other than the owner.
    @EncodesNull var maximum: Int?
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
    /// The page with its token; it is sent only once.
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

    /// Those who may see an exhibit.
    init(viewers: [AccountID]) {
        grants = viewers.map { GrantPayload(account: $0.description, permission: Grant.Permission.see.rawValue) }
    }
}

struct FollowsPayload: Encodable {
    let follows: [Follow]

    struct Follow: Encodable {
        let space: String
        let newMemories: Int
    }
}
