import Geometry
import DioramaLibrary

/// Who sends a request. `VisitorMiddleware` finds out, `Access` says which routes they may use, and every answer is made for them.
enum Visitor: Sendable, Equatable {
    /// The library's owner, with the account that is active in it, if one is.
    case owner(AccountID?)
    /// Somebody whom the owner invited.
    case account(AccountID)
    /// Somebody who came by a link.
    indirect case visit(Visit)
    case nobody

    var isOwner: Bool {
        if case .owner = self { true } else { false }
    }

    /// Whether it is the owner, or somebody with an account.
    var isMember: Bool {
        switch self {
        case .owner, .account: true
        case .visit, .nobody: false
        }
    }

    /// The account that this visitor writes and owns memories as. (The owner's may be none.)
    var account: AccountID? {
        switch self {
        case .owner(let account): account
        case .account(let account): account
        case .visit, .nobody: nil
        }
    }

    var visit: Visit? {
        if case .visit(let visit) = self { visit } else { nil }
    }
}

/// What a link shows, as it stands now: it is looked up again at each request, so that revoking it works at once.
struct Visit: Sendable, Equatable {
    /// The link's id; its token is known to nobody here.
    let link: KSUID
    let target: ShareTarget
    /// The only part of the space that the link shows, in metres; nil for all of it.
    var part: Bounds?
    /// Whether the memories of the space are shown.
    let showsMemories: Bool
    /// Changes with the link's password.
    var seal = ""
}

extension Visit {
    init(_ link: ShareLink) {
        self.init(
            link: link.id.ksuid, target: link.target, part: link.part, showsMemories: link.showsMemories, seal: link.seal)
    }

    /// The space that is shown; nil where it is an exhibit.
    var space: SpaceID? { target.space }
    /// The exhibit that is shown, by its id or name; nil where it is a space.
    var exhibit: String? { target.exhibit }
}
