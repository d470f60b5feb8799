import DioramaLibrary
import Foundation

/// The links by which people without an account see spaces and exhibits of a library.
public struct ShareLinks: Sendable {
    private let library: Library

    /// The links of `library`.
    public init(library: Library) { self.library = library }

    /// Checks a link before it is made.
    /// - Throws: `SpacesError` of kind `notPossible` where it expires in the past, or its part contains nothing of the space.
    public func check(_ draft: ShareLinkDraft, to space: Space) throws(SpacesError) {
        try Self.check(expires: draft.expires)
        if let part = draft.part { try PartStore.check(part, of: space) }
    }

    /// Makes a link.
    /// - Returns: the link, and the token of its address, which is stored nowhere.
    /// - Throws: as `check`; `LibraryError` of kind `invalidValue` for a name or password that can't be stored.
    public func add(_ draft: ShareLinkDraft, to space: Space) async throws -> (link: ShareLink, token: String) {
        try check(draft, to: space)
        return try await library.addLink(draft, to: space.id)
    }

    /// Makes a link to an exhibit, also to the built-in one.
    /// - Returns: the link, and the token of its address, which is stored nowhere.
    /// - Throws: `SpacesError` of kind `notPossible` where it expires in the past; `LibraryError` of kind `invalidValue` for a name
    ///   or password that can't be stored, or a part.
    public func add(_ draft: ShareLinkDraft, to exhibit: StoredExhibit) async throws -> (link: ShareLink, token: String) {
        try Self.check(expires: draft.expires)
        return try await library.addLink(draft, to: exhibit.shareTarget)
    }

    /// Changes a link.
    /// - Returns: nil where there is no such link.
    /// - Throws: `SpacesError` of kind `notPossible` where it would expire in the past; `LibraryError` as `add`.
    public func change(_ id: LinkID, _ change: ShareLinkChange) async throws -> ShareLink? {
        if case .set(let expires) = change.expires { try Self.check(expires: expires) }
        return try await library.changeLink(id, change)
    }

    private static func check(expires: Date?) throws(SpacesError) {
        if let expires, expires <= Date() { throw SpacesError(.notPossible, "a link must expire in the future") }
    }
}
