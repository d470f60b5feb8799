import Foundation

/// One captured room as seen from above: what the plan is made of, before rooms are put together.
///
/// Places are the plan's; heights are the world's y.
struct RoomScan {
    /// What the user or the folder calls it.
    var name: String?
    var faces: [ObservedFace] = []
    var openings: [SeenOpening] = []
    var floors: [SeenFloor] = []
    var sections: [SeenSection] = []
    var objects: [CapturedRoom.Object] = []

    /// Of its lowest floor, or its lowest wall.
    var bottom: Double { floors.map(\.height).min() ?? faces.map(\.bottom).min() ?? openings.map(\.bottom).min() ?? 0 }

    /// Where its floor is; a box around its walls where no floor was kept.
    var outlines: [PlanPolygon] {
        if !floors.isEmpty { return floors.map(\.polygon) }
        let bounds = PlanBounds(faces.flatMap { [$0.start, $0.end] })
        guard !bounds.isEmpty else { return [] }
        let low = bounds.min
        let high = bounds.max
        return [PlanPolygon([low, PlanPoint(high.x, low.y), high, PlanPoint(low.x, high.y)])]
    }

    mutating func move(by motion: PlanMotion) {
        for i in faces.indices { (faces[i].start, faces[i].end) = (motion.apply(faces[i].start), motion.apply(faces[i].end)) }
        for i in openings.indices {
            (openings[i].start, openings[i].end) = (motion.apply(openings[i].start), motion.apply(openings[i].end))
        }
        for i in floors.indices { floors[i].polygon = PlanPolygon(floors[i].polygon.corners.map(motion.apply)) }
        for i in sections.indices { sections[i].center = motion.apply(sections[i].center) }
        for i in objects.indices { objects[i].transform = motion.pose * objects[i].transform }
        guard motion.rise != 0 else { return }
        for i in faces.indices { (faces[i].bottom, faces[i].top) = (faces[i].bottom + motion.rise, faces[i].top + motion.rise) }
        for i in openings.indices {
            (openings[i].bottom, openings[i].top) = (openings[i].bottom + motion.rise, openings[i].top + motion.rise)
        }
        for i in floors.indices { floors[i].height += motion.rise }
        for i in sections.indices { sections[i].height += motion.rise }
    }
}

/// The face of a wall towards its room, which is to the right of the way from start to end.
struct ObservedFace {
    var id: String
    var start: PlanPoint
    var end: PlanPoint
    var bottom: Double
    var top: Double
    var confidence: Double?
    var story: Int
    /// One piece of a curved wall.
    var isCurved = false

    var length: Double { (end - start).length }
    var direction: PlanPoint { (end - start).normalized }
    /// Into the room.
    var normal: PlanPoint { -direction.left }
    var middle: PlanPoint { (start + end) / 2 }
}

struct SeenOpening {
    var id: String
    var kind: Opening.Kind
    var parent: String?
    var start: PlanPoint
    var end: PlanPoint
    var bottom: Double
    var top: Double
    var confidence: Double?
    var isOpen: Bool
    var story: Int

    var width: Double { (end - start).length }
    var middle: PlanPoint { (start + end) / 2 }
    var direction: PlanPoint { (end - start).normalized }
    /// Into the room that it was seen from.
    var normal: PlanPoint { -direction.left }
}

struct SeenFloor {
    var id: String
    var polygon: PlanPolygon
    var height: Double
    var confidence: Double?
    var story: Int
}

struct SeenSection {
    var label: String
    var center: PlanPoint
    var height: Double
    var story: Int
}

/// A turn about the plan's origin, then a shift, and a rise.
struct PlanMotion: Equatable {
    /// Anticlockwise, radians.
    var angle = 0.0
    var shift = PlanPoint.zero
    var rise = 0.0

    func turn(_ p: PlanPoint) -> PlanPoint {
        let c = cos(angle)
        let s = sin(angle)
        return PlanPoint(p.x * c - p.y * s, p.x * s + p.y * c)
    }

    func apply(_ p: PlanPoint) -> PlanPoint { turn(p) + shift }

    /// This one after `first`.
    func after(_ first: PlanMotion) -> PlanMotion {
        PlanMotion(angle: angle + first.angle, shift: turn(first.shift) + shift, rise: rise + first.rise)
    }

    /// The same motion of the world.
    var pose: CapturedRoom.Pose {
        let c = cos(angle)
        let s = sin(angle)
        return CapturedRoom.Pose(x: [c, 0, -s], y: [0, 1, 0], z: [s, 0, c], origin: [shift.x, rise, -shift.y])
    }
}
