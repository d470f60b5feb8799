import DioramaLibrary
import Foundation

/// Adds memories to spaces and changes them, with anchors that are within the space and name objects that it has.
public struct SpaceMemories: Sendable {
    private let library: Library
    private let plans: SpacePlans

    /// Memories of the spaces of `library`.
    public init(library: Library) {
        self.library = library
        plans = SpacePlans(library: library)
    }

    /// Adds a memory to a space.
    /// - Parameters:
    ///   - memory: the memory to add; its space is replaced by `space`.
    ///   - space: a space that `viewer` may see.
    ///   - id: chosen by the client, so that adding is idempotent; nil for a new one.
    ///   - viewer: the author.
    /// - Throws: `SpacesError` of kind `invalidInput` where the anchor doesn't fit the space, and what `VisibleMemories.add`
    ///   throws.
    public func add(
        _ memory: Memory, to space: Space, id: MemoryID? = nil, as viewer: Viewer
    ) async throws -> AuthorizedMemory {
        var memory = memory
        memory.space = space.id
        try await check(memory.anchor, replacing: nil, in: space)
        try Self.checkAudience(of: memory)
        return try await library.memories(for: viewer).add(memory, id: id)
    }

    /// Changes a memory of theirs. What the change leaves of the anchor is not checked again: after a re-scan it may be outside.
    /// - Returns: the memory as it now is; nil where they see none.
    /// - Throws: `SpacesError` of kind `invalidInput` where the new anchor doesn't fit the space, and what `VisibleMemories.edit`
    ///   throws.
    public func edit(
        _ id: MemoryID, as viewer: Viewer, _ change: @escaping @Sendable (inout Memory) throws -> Void
    ) async throws -> AuthorizedMemory? {
        let memories = library.memories(for: viewer)
        guard let old = try await memories.get(id)?.entry else { return nil }
        var changed = old.content
        try change(&changed)
        if changed.privacy != old.privacy || changed.audience != old.audience { try Self.checkAudience(of: changed) }
        if changed.anchor != old.anchor, let space = old.space, let space = try await library.space(space) {
            try await check(changed.anchor, replacing: old.anchor, in: space)
        }
        return try await memories.edit(id, change)
    }

    /// For chosen people and nobody chosen: nobody would see it, which its author can have meant only as private.
    private static func checkAudience(of memory: Memory) throws {
        guard memory.privacy == .shared, memory.audience.isEmpty else { return }
        throw SpacesError(
            .invalidInput, "the memory is for chosen people, but nobody is chosen", input: "audience",
            remedy: "choose at least one person, or make it private")
    }

    private func check(_ anchor: MemoryAnchor?, replacing old: MemoryAnchor?, in space: Space) async throws {
        guard let anchor else { return }
        try anchor.check()
        if let bounds = space.bounds { try AnchorBounds(bounds).check(anchor, replacing: old) }
        if let object = anchor.object, object.id != old?.object?.id { try await check(object, in: space) }
    }

    /// The objects of a space are the furniture of its plan.
    private func check(_ object: MemoryAnchor.Object, in space: Space) async throws {
        let hasPlan = try await library.plan(of: space.id) != nil
        let storeys = hasPlan ? try await plans.current(of: space.id).plan.storeys : []
        if storeys.contains(where: { $0.furniture.contains { $0.id.rawValue == object.id } }) { return }
        throw SpacesError(
            .invalidInput, "the space has no object \"\(object.id)\"", input: "anchor.object",
            remedy: hasPlan ? "name an object of the space's plan, or none" : "the space has no plan; name no object")
    }
}
