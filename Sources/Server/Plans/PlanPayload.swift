import Codecs
import PlanFormats
import FloorPlans
import ModelFormats
import Foundation
import Spaces
import DioramaLibrary

/// A plan with its edits, and how each storey lies on its sheet.
struct PlanPayload: Encodable {
    struct Sheet: Encodable {
        let storey: Int
        let name: String
        let width: Double
        let height: Double
        let scale: Double
        let toSheet: [Double]
    }

    /// An edit in its own JSON form, with its id and time.
    struct Edit: Encodable {
        let made: SpacePlans.Made

        private enum Key: String, CodingKey { case id, created }

        func encode(to encoder: any Encoder) throws {
            try made.edit.encode(to: encoder)
            var fields = encoder.container(keyedBy: Key.self)
            try fields.encode(made.id.description, forKey: .id)
            try fields.encode(made.created.payload, forKey: .created)
        }
    }

    /// Null where the space has none.
    @EncodesNull var plan: FloorPlan?
    let edits: [Edit]
    let undone: [Edit]
    let canEdit: Bool
    let sheets: [Sheet]
    /// What was assumed or not seen when it was made, a sentence each.
    let notes: [String]

    /// Of a space that has no plan.
    init(canEdit: Bool) {
        plan = nil
        edits = []
        undone = []
        self.canEdit = canEdit
        sheets = []
        notes = []
    }

    /// - Throws: where a storey fits no sheet of paper.
    init(_ current: SpacePlans.Current, canEdit: Bool, units: PlanUnits) throws(FormatError) {
        plan = current.plan
        notes = current.notes
        edits = current.edits.map(Edit.init)
        undone = current.undone.map(Edit.init)
        self.canEdit = canEdit
        var sheets: [Sheet] = []
        for (i, storey) in current.plan.storeys.enumerated() {
            let place = try PlanPlacement(of: current.plan, storey: i, options: PlanWriteOptions(units: units))
            sheets.append(
                Sheet(
                    storey: i, name: storey.name, width: place.width, height: place.height, scale: place.scale,
                    toSheet: place.toSheet))
        }
        self.sheets = sheets
    }
}

/// The furniture of a plan, as the sand table takes objects.
struct ObjectsPayload: Encodable {
    struct Object: Encodable {
        let id: String
        let category: String
        let name: String
        /// Metres in the world.
        let center: [Double]
        /// Width, height, depth.
        let size: [Double]
        /// x, y, z, w.
        let rotation: [Double]
    }

    let objects: [Object]

    init() { objects = [] }

    init(_ plan: FloorPlan, where isShown: ([Double]) -> Bool) {
        objects = plan.storeys.flatMap { storey in
            storey.furniture.map { item in
                Object(
                    id: item.id.rawValue, category: item.category.rawValue, name: item.title,
                    center: [item.center.x, storey.elevation + item.elevation + item.height / 2, -item.center.y],
                    size: [item.width, item.height, item.depth], rotation: [0, sin(item.angle / 2), 0, cos(item.angle / 2)])
            }
        }.filter { isShown($0.center) }
    }
}
