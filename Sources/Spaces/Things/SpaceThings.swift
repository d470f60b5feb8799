import DioramaLibrary
import FloorPlans
import Foundation
import Geometry

/// Things in spaces: where they are, and which objects of a space are things.
public struct SpaceThings: Sendable {
    private let library: Library
    private let plans: SpacePlans

    /// Things in the spaces of `library`.
    public init(library: Library) {
        self.library = library
        plans = SpacePlans(library: library)
    }

    /// An object of a space, as a chair that a scan found.
    public struct SpaceObject: Sendable, Equatable {
        /// Its id within the space.
        public let id: String
        /// Its name for people.
        public let name: String
        /// The middle of its top, in the metres of the space.
        public let position: Vector3
    }

    /// Adds a thing for each object of a space that is no thing yet. Each can be undone alone by the trash, all by `undo`.
    /// - Parameter objects: ids of objects; nil for all.
    /// - Returns: the added things, and the action to be undone; nil where nothing was added.
    /// - Throws: `SpacesError`: `notFound` where the space has no such object, `notPossible` where it has no plan.
    public func addObjects(
        of space: Space, only objects: [String]? = nil, account: AccountID? = nil
    ) async throws -> (things: [Entry<Thing>], undo: UndoID?) {
        let found = try await self.objects(of: space)
        if let missing = objects?.first(where: { id in !found.contains { $0.id == id } }) {
            throw SpacesError(.notFound, "the space has no object \"\(missing)\"")
        }
        var known: Set<String> = []
        var next: Cursor<Thing>?
        repeat {
            let page = try await library.things.list([.space(space.id)], after: next, limit: 1000)
            known.formUnion(page.entries.compactMap(\.object))
            next = page.next
        } while next != nil
        let new = found.filter { !known.contains($0.id) && (objects?.contains($0.id) ?? true) }
        if new.isEmpty { return ([], nil) }
        let drafts = new.map { object in
            NewThing(
                Thing(
                    name: object.name, category: "Furniture", space: space.id, position: object.position, object: object.id,
                    account: account))
        }
        let added = try await library.addThings(drafts, title: "Add \(drafts.count) objects of \(space.name) as things")
        return (added.things, added.undo)
    }

    /// The objects of a space that can be things: the furniture of its plan.
    /// - Throws: `SpacesError` of kind `notPossible` where the space has no plan.
    public func objects(of space: Space) async throws -> [SpaceObject] {
        guard try await library.plan(of: space.id) != nil else {
            throw SpacesError(
                .notPossible, "the space has no plan, so no objects are known", input: space.name,
                remedy: "make a plan first, or place the thing at a point")
        }
        let storeys = try await plans.current(of: space.id).plan.storeys
        return storeys.flatMap { storey in
            storey.furniture.map { furniture in
                let top = storey.elevation + furniture.elevation + furniture.height
                return SpaceObject(
                    id: furniture.id.rawValue, name: furniture.title,
                    position: Vector3(Float(furniture.center.x), Float(top), Float(-furniture.center.y)))
            }
        }
    }

    /// Sets where a thing is in a space: at a point, or at an object, whose middle it gets.
    /// - Throws: `SpacesError`: `notFound` where thing or object is not there, `invalidInput` where the point is outside the space.
    public func locate(_ thing: ThingID, in space: Space, at point: Vector3?, object: String?) async throws -> Entry<Thing> {
        var position = point
        if let object {
            guard let found = try await objects(of: space).first(where: { $0.id == object }) else {
                throw SpacesError(.notFound, "the space has no object \"\(object)\"")
            }
            position = position ?? found.position
        }
        if let position, let bounds = space.bounds {
            // A thing may stand on what the scan ends with.
            let margin: Float = 1
            let isInside = (0..<3).allSatisfy {
                position[$0] >= bounds.min[$0] - margin && position[$0] <= bounds.max[$0] + margin
            }
            if !isInside {
                throw SpacesError(
                    .invalidInput, "the point is more than a metre outside the space", input: "position",
                    remedy: "choose a point within \(bounds.min) to \(bounds.max)")
            }
        }
        let place = position
        guard
            let entry = try await library.things.update(
                thing,
                { value in
                    value.space = space.id
                    value.position = place
                    value.object = object
                })
        else { throw ThingCatalogue.notFound(thing.description) }
        return entry
    }
}
