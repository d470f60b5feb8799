import FloorPlans
import ModelFormats
import Foundation
import Geometry
import DioramaLibrary
import Support

/// The plans of spaces, with the edits that were made to them.
public struct SpacePlans: Sendable {
    /// The library that stores the plans.
    public let library: Library

    /// Plans of the spaces of `library`.
    public init(library: Library) { self.library = library }

    /// A plan as it now is.
    public struct Current: Sendable {
        /// Identifies the extracted plan, without its edits.
        public let id: SpacePlanID
        /// The plan with its edits applied.
        public let plan: FloorPlan
        /// The applied edits, the oldest first.
        public let edits: [Made]
        /// Edits that were undone; the first is redone next.
        public let undone: [Made]
        /// What was said of the plan when it was made.
        public let notes: [String]
    }

    /// A plan as JSON with what there is to say of it, as the library keeps it.
    static func content(_ plan: FloorPlan, notes: [String]) throws -> String {
        var object = try JSONSerialization.jsonObject(with: try plan.json()) as? [String: Any] ?? [:]
        object["notes"] = notes
        let bytes = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: bytes, as: UTF8.self)
    }

    private struct Notes: Decodable { var notes: [String]? }

    /// An edit and when it was made.
    public struct Made: Sendable {
        /// Identifies the edit.
        public let id: PlanEditID
        /// When it was made.
        public let created: Date
        /// What it changes.
        public let edit: PlanEdit
    }

    /// - Throws: `SpacesError` of kind `notFound` where the space has no plan, `damaged` where what is stored is none.
    public func current(of space: SpaceID) async throws -> Current {
        guard let found = try await library.plan(of: space) else { throw SpacesError(.notFound, "the space has no plan yet") }
        return try await Blocking.run {
            let bytes = Data(found.plan.content.content.utf8)
            let made: FloorPlan
            do { made = try FloorPlan(json: bytes) } catch {
                throw SpacesError(.damaged, "the plan in the library is damaged: \(error)", remedy: "make it again")
            }
            let edits = found.edits.compactMap(Self.made)
            let (plan, leftOut) = made.applying(edits.map(\.edit))
            let held = edits.indices.filter { !leftOut.contains($0) }.map { edits[$0] }
            return Current(
                id: found.plan.id, plan: plan, edits: held, undone: found.undone.compactMap(Self.made),
                notes: (try? JSONDecoder().decode(Notes.self, from: bytes))?.notes ?? [])
        }
    }

    /// Nil for an edit of a kind that a later version made.
    private static func made(_ entry: Entry<PlanEditRecord>) -> Made? {
        guard let edit = try? JSONDecoder().decode(PlanEdit.self, from: Data(entry.content.content.utf8)) else { return nil }
        return Made(id: entry.id, created: entry.created, edit: edit)
    }

    /// - Throws: `SpacesError` of kind `notPossible` where the edit can't be applied.
    public func add(_ edit: PlanEdit, to space: SpaceID) async throws {
        let current = try await current(of: space)
        do { _ = try current.plan.applying(edit) } catch { throw SpacesError(.notPossible, error.reason) }
        _ = try await library.addEdit(try StoredJSON.text(edit), to: current.id)
    }
}
