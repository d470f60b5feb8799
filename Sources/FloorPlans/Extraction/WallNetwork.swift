import Foundation

/// Walls between the sides of rooms: where two sides stand back to back there is one wall with a known thickness.
struct WallNetwork {
    /// A wall before its ends are joined.
    struct Strip {
        var point: PlanPoint
        var direction: PlanPoint
        var from: Double
        var to: Double
        var thickness: Double
        var isAssumed: Bool
        var isExternal: Bool?
        /// Metres of faces, and of those the seen ones; a wall of two rooms has both its faces.
        var faceLength: Double
        var seenLength: Double
        var residual: Double
        /// A room's face is on the left, on the right.
        var hasLeft: Bool
        var hasRight: Bool

        var start: PlanPoint { point + direction * from }
        var end: PlanPoint { point + direction * to }
        var length: Double { to - from }
        func along(_ p: PlanPoint) -> Double { direction.dot(p - point) }
        func offset(_ p: PlanPoint) -> Double { direction.cross(p - point) }
    }

    /// Walls are between these thick, in metres.
    static let thinnest = 0.03
    static let thickest = 0.6
    let assumed: Double

    /// - Parameters:
    ///   - faces: of all rooms of the storey.
    ///   - others: faces of walls that belong to no room: seen from outside.
    func strips(_ faces: [RoomFace], _ others: [FaceLine]) -> [Strip] {
        var strips: [Strip] = []
        for (i, face) in faces.enumerated() {
            var rest = [(face.line.from, face.line.to)]
            var thicknesses: [(length: Double, value: Double)] = []
            for (j, other) in faces.enumerated() where j != i {
                guard let (low, high, t) = behind(face.line, other.line, within: Self.thickest) else { continue }
                thicknesses.append((high - low, t))
                Self.remove((low, high), from: &rest)
                // Each pair once; both know of it.
                if j > i { strips.append(strip(face, low: low, high: high, thickness: t, other: other)) }
            }
            // What is left over beside a pair is where another wall meets this one.
            rest = rest.filter { $0.1 - $0.0 > (thicknesses.isEmpty ? 0.02 : 0.35) }
            for (low, high) in rest {
                var thickness: Double?
                for other in others {
                    guard let (a, b, t) = behind(face.line, other, within: Self.thickest) else { continue }
                    if min(b, high) - max(a, low) > 0.4 * (high - low) { thickness = min(t, thickness ?? t) }
                }
                if let thickness {
                    strips.append(strip(face, low: low, high: high, thickness: thickness, isExternal: true))
                } else if let known = thicknesses.max(by: { $0.length < $1.length }) {
                    strips.append(strip(face, low: low, high: high, thickness: known.value, isAssumed: true))
                } else {
                    strips.append(strip(face, low: low, high: high, thickness: assumed, isAssumed: true))
                }
            }
        }
        return merged(strips)
    }

    /// Where `other` stands behind a face, back to back with it, and how far behind.
    private func behind(_ face: FaceLine, _ other: FaceLine, within limit: Double) -> (Double, Double, Double)? {
        guard face.direction.dot(other.direction) < -0.996 else { return nil }
        let p = other.point + other.direction * other.from
        let q = other.point + other.direction * other.to
        let low = max(face.from, face.along(q))
        let high = min(face.to, face.along(p))
        guard high - low > 0.1 else { return nil }
        // Across the middle of where both are.
        let m = face.point + face.direction * ((low + high) / 2)
        let t = other.offset(m)
        return -t >= Self.thinnest && -t <= limit ? (low, high, -t) : nil
    }

    private static func remove(_ cut: (Double, Double), from rest: inout [(Double, Double)]) {
        rest = rest.flatMap { a, b -> [(Double, Double)] in
            [(a, min(b, cut.0)), (max(a, cut.1), b)].filter { $0.1 - $0.0 > 1e-6 }
        }
    }

    private func strip(
        _ face: RoomFace, low: Double, high: Double, thickness: Double, other: RoomFace? = nil, isAssumed: Bool = false,
        isExternal: Bool? = nil
    ) -> Strip {
        let line = face.line
        var direction = line.direction
        var point = line.point + line.direction * ((low + high) / 2) - line.front * (thickness / 2)
        if let other {
            // Halfway between both.
            direction = (line.direction - other.line.direction).normalized
            let m = line.point + line.direction * ((low + high) / 2)
            let t = -other.line.offset(m)
            point = m - line.front * (t / 2)
        }
        let half = (high - low) / 2
        let faces = other == nil ? 1.0 : 2.0
        return Strip(
            point: point, direction: direction, from: -half, to: half, thickness: thickness, isAssumed: isAssumed,
            isExternal: other == nil ? isExternal : false, faceLength: 2 * half * faces,
            seenLength: 2 * half * (face.seen + (other?.seen ?? 0)), residual: max(line.residual, other?.line.residual ?? 0),
            hasLeft: true, hasRight: other != nil)
    }

    /// Strips of one wall as one: on one axis and as thick, with no more between them than a wall that meets them there.
    private func merged(_ strips: [Strip]) -> [Strip] {
        var strips = strips
        var i = 0
        while i < strips.count {
            var j = i + 1
            var changed = false
            while j < strips.count {
                if let joined = join(strips[i], strips[j]) {
                    strips[i] = joined
                    strips.remove(at: j)
                    changed = true
                } else {
                    j += 1
                }
            }
            if !changed { i += 1 }
        }
        return strips
    }

    private func join(_ a: Strip, _ b: Strip) -> Strip? {
        var b = b
        if a.direction.dot(b.direction) < 0 {
            b.direction = -b.direction
            (b.from, b.to) = (-b.to, -b.from)
            (b.hasLeft, b.hasRight) = (b.hasRight, b.hasLeft)
        }
        guard a.direction.cross(b.direction).magnitude < 0.03 else { return nil }
        guard abs(a.thickness - b.thickness) < 0.04 else { return nil }
        // Only what stands on the same sides, or on opposite sides of one axis, is one wall.
        guard abs(a.offset(b.start)) < 0.03, abs(a.offset(b.end)) < 0.03, abs(b.offset(a.start)) < 0.03, abs(b.offset(a.end)) < 0.03
        else { return nil }
        let low = a.along(b.start)
        let high = a.along(b.end)
        guard low < a.to + 0.5, high > a.from - 0.5 else { return nil }
        var joined = a
        let share = b.length / (a.length + b.length)
        let direction = (a.direction * a.length + b.direction * b.length).normalized
        let first = min(a.from, low)
        let last = max(a.to, high)
        let middle = a.point + a.direction * ((first + last) / 2)
        // The mean of both axes, by length, in the middle.
        let offset = share * a.offset((b.start + b.end) / 2)
        joined.point = middle + a.direction.left * offset
        joined.direction = direction
        joined.from = (first - last) / 2
        joined.to = (last - first) / 2
        if a.isAssumed != b.isAssumed {
            joined.thickness = a.isAssumed ? b.thickness : a.thickness
        } else {
            joined.thickness = a.thickness * (1 - share) + b.thickness * share
        }
        joined.isAssumed = a.isAssumed && b.isAssumed
        joined.isExternal = a.isExternal == b.isExternal ? a.isExternal : nil
        joined.faceLength += b.faceLength
        joined.seenLength += b.seenLength
        joined.residual = max(a.residual, b.residual)
        joined.hasLeft = a.hasLeft || b.hasLeft
        joined.hasRight = a.hasRight || b.hasRight
        return joined
    }

    /// Draws the ends of walls to where they meet: two that end there share their end, one that ends on another ends on its axis.
    func joined(_ strips: [Strip]) -> [(strip: Strip, start: PlanPoint, end: PlanPoint)] {
        func meeting(_ i: Int, _ atEnd: Bool) -> PlanPoint? {
            let own = strips[i]
            let tip = atEnd ? own.end : own.start
            let outward = atEnd ? own.direction : -own.direction
            var best: (distance: Double, place: PlanPoint)?
            for (j, other) in strips.enumerated() where j != i {
                let turn = own.direction.cross(other.direction)
                guard abs(turn) > 0.17 else { continue }
                // Computed from the lower number, so that both get the very same place.
                let (a, b) = i < j ? (own, other) : (other, own)
                let place = a.point + a.direction * ((b.point - a.point).cross(b.direction) / a.direction.cross(b.direction))
                let s = outward.dot(place - tip)
                let reach = (own.thickness + other.thickness) / 2 / abs(turn) + 0.12
                guard s > -0.35, s < reach else { continue }
                let t = other.along(place)
                let slack = (own.thickness + other.thickness) / 2 / abs(turn) + 0.12
                guard t > other.from - slack, t < other.to + slack else { continue }
                if best == nil || abs(s) < abs(best!.distance) - 1e-9 { best = (s, place) }
            }
            return best?.place
        }
        return strips.indices.map { i in
            (strips[i], meeting(i, false) ?? strips[i].start, meeting(i, true) ?? strips[i].end)
        }.filter { ($0.end - $0.start).dot($0.strip.direction) > 0.02 }
    }
}
