import Hummingbird
import DioramaLibrary

/// Lets visitors into spaces: the one place that knows which space may be shown to whom.
struct SpaceGate: Sendable {
    let library: Library

    /// The id in the path; text that can't be an id names no space.
    static func id(_ context: ServerContext) throws -> SpaceID {
        guard let id = context.parameters.get("id").flatMap({ SpaceID($0) }) else { throw Problem.notFound("space") }
        return id
    }

    /// The space in the path, as far as the visitor may see it. Others hear that there is none.
    func space(_ context: ServerContext) async throws -> Space {
        let id = try Self.id(context)
        guard try await admits(context.visitor, to: id) else { throw Problem.notFound("space") }
        guard let space = try await library.space(id) else { throw Problem.notFound("space") }
        if space.trashed == nil { return space }
        if context.visitor.isOwner {
            throw Problem(.notFound, "This space is in the trash; restore it to see it.", code: .spaceInTrash)
        }
        throw Problem.notFound("space")
    }

    /// The space in the path, for visitors who may see all of it.
    /// - Parameter what: what visitors of a part hear doesn't exist.
    func wholeSpace(_ context: ServerContext, showing what: String) async throws -> Space {
        let space = try await space(context)
        if context.visitor.visit?.part != nil { throw Problem.notFound(what) }
        return space
    }

    func admits(_ visitor: Visitor, to space: SpaceID) async throws -> Bool {
        if let account = visitor.invited { return try await library.permission(of: account, in: space) != nil }
        return visitor.isOwner || visitor.visit?.space == space
    }

    /// The memories as the visitor sees them.
    /// - Throws: `Problem` 404 where a link shows none.
    func memories(_ context: ServerContext) throws -> VisibleMemories { library.memories(for: try viewer(context)) }

    /// As whom the visitor sees memories.
    /// - Throws: `Problem` 404 where a link shows none.
    func viewer(_ context: ServerContext) throws -> Viewer {
        guard let viewer = context.visitor.viewer else { throw Problem.notFound("memory") }
        return viewer
    }
}

extension Visitor {
    /// The account, where it is not the owner's.
    var invited: AccountID? {
        if case .account(let account) = self { account } else { nil }
    }

    /// With whose eyes memories are looked at; nil where none are shown.
    var viewer: Viewer? {
        switch self {
        case .owner(let account): return .owner(account)
        case .account(let account): return .account(account)
        case .visit(let visit):
            // Not by `map`: the optimizer of Swift 6.3.1 fails at that.
            guard visit.showsMemories, let space = visit.space else { return nil }
            return .link(space, part: visit.part)
        case .nobody: return nil
        }
    }
}
