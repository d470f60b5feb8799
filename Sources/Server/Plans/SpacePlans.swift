import FloorPlans
import ModelFormats
import Foundation
import Geometry
import DioramaLibrary
import Support

/// The plans of spaces, with the edits that were made to them.
struct SpacePlans: Sendable {
    let library: Library

    /// A plan as it now is.
    struct Current: Sendable {
        let id: SpacePlanID
        let plan: FloorPlan
        let edits: [Made]
        let undone: [Made]
        /// What was said of the plan when it was made.
        let notes: [String]
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
    struct Made: Sendable {
        let id: PlanEditID
        let created: Date
        let edit: PlanEdit
    }

    /// - Throws: `Problem` 404 where the space has no plan; `ServerError` where what is kept is none.
    func current(of space: SpaceID) async throws -> Current {
        guard let found = try await library.plan(of: space) else { throw Problem(.notFound, "This space has no plan yet.") }
        return try await Blocking.run {
            let bytes = Data(found.plan.content.content.utf8)
            let made: FloorPlan
            do { made = try FloorPlan(json: bytes) } catch {
                throw ServerError("the plan in the library is damaged: \(error); make it anew")
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

    /// - Throws: `Problem` 422 where the edit can't be made.
    func add(_ edit: PlanEdit, to space: SpaceID) async throws {
        let current = try await current(of: space)
        do { _ = try current.plan.applying(edit) } catch { throw Problem(.unprocessableContent, Self.sentence(error.reason)) }
        _ = try await library.addEdit(String(decoding: JSONBody.encode(edit), as: UTF8.self), to: current.id)
    }

    static func sentence(_ reason: String) -> String { reason.prefix(1).uppercased() + reason.dropFirst() + "." }
}
