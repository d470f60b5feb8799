import Foundation
import Geometry

/// A thing that RoomPlan saw, where it stands in the common world: for picking, and for pinning memories to.
public struct RoomPlanObject: Sendable, Equatable, Identifiable {
    /// The same as of its `Furniture` in the plan.
    public var id: PlanID
    /// Category of the furniture.
    public var category: Furniture.Category
    /// What to call it: `Dining chair`, or Apple's own name of a unknown category.
    public var name: String
    /// Of the box, in the world; metres.
    public var center: Vector3
    /// Along its own x, y (up) and z (to the front); metres.
    public var size: Vector3
    /// From its own axes to the world's.
    public var rotation: Quaternion
    /// 0 to 1; nil where it is not known.
    public var confidence: Double?
    /// The storey of the plan that it stands on.
    public var storey: PlanID

    /// Where a ray enters the box: how far along it, in units of its direction's length; nil where it misses. From inside, 0.
    public func hit(from origin: Vector3, along direction: Vector3) -> Float? {
        let back = rotation.inverse
        let o = back.rotate(origin - center)
        let d = back.rotate(direction)
        var near = Float(0)
        var far = Float.infinity
        for i in 0..<3 {
            let half = size[i] / 2
            if d[i] == 0 {
                if abs(o[i]) > half { return nil }
                continue
            }
            let a = (-half - o[i]) / d[i]
            let b = (half - o[i]) / d[i]
            near = max(near, min(a, b))
            far = min(far, max(a, b))
        }
        return near <= far ? near : nil
    }
}

extension Furniture.Category {
    /// - Parameter name: Apple's, as in `washerDryer`.
    init(roomPlan name: String) { self = Furniture.Category(rawValue: name) ?? .other }

    /// As one says it: `Washer dryer`.
    public var title: String { Self.spoken(rawValue) }

    /// `washerDryer` as `Washer dryer`.
    static func spoken(_ name: String) -> String {
        var text = ""
        for character in name {
            if character.isUppercase, !text.isEmpty { text += " " }
            text += text.isEmpty ? character.uppercased() : character.lowercased()
        }
        return text
    }
}

extension CapturedRoom.Object {
    /// `Swivel chair`, `Cabinet`, `Coffee table`: by its category, and what Apple tells of its kind.
    var title: String {
        let category = Furniture.Category.spoken(self.category)
        let kind = attributes.first {
            $0.key.hasSuffix("Type") && !$0.key.hasSuffix("ArmType") && !$0.key.hasSuffix("BackType")
                && !$0.key.hasSuffix("LegType") && !$0.key.hasSuffix("ShapeType")
        }?.value
        guard let kind, kind != "unidentified", kind != "existing", kind != "missing", !kind.isEmpty else { return category }
        let spoken = Furniture.Category.spoken(kind)
        // Cabinets, shelves and stools say it all; L-shaped and dining do not.
        switch kind {
        case "cabinet", "shelf", "stool": return spoken
        default: return spoken + " " + category.lowercased()
        }
    }

    var size: Vector3 { Vector3(Float(dimensions.x), Float(dimensions.y), Float(dimensions.z)) }

    func object(id: PlanID, storey: PlanID) -> RoomPlanObject {
        func single(_ v: SIMD3<Double>) -> Vector3 { Vector3(Float(v.x), Float(v.y), Float(v.z)) }
        let pose = transform
        return RoomPlanObject(
            id: id, category: Furniture.Category(roomPlan: category), name: title, center: single(pose.origin), size: size,
            rotation: Quaternion(Matrix3(single(pose.x), single(pose.y), single(pose.z))), confidence: confidence, storey: storey)
    }

    /// Nil where it has no size. A thing that leans is taken as upright.
    func furniture(id: PlanID, elevation: Double) -> Furniture? {
        guard dimensions.min() > 0.001, dimensions.max() < 1000 else { return nil }
        let front = transform.z.onPlan
        let known = Furniture.Category(roomPlan: category)
        return Furniture(
            id: id, category: known, name: title == known.title ? nil : title, center: transform.origin.onPlan, width: dimensions.x,
            depth: dimensions.z, height: dimensions.y, elevation: transform.origin.y - dimensions.y / 2 - elevation,
            angle: front.length > 1e-6 ? atan2(front.x, -front.y) : 0, confidence: confidence)
    }
}
