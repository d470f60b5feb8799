/// Faces of walls, seen from one or both sides and from one or several rooms, made into walls with a thickness.
///
/// Faces that look the same way and lie on each other are one face seen twice. Faces that look away from each other, a thickness
/// apart, are the two sides of one wall, and their distance is its thickness. A face whose other side was not observed gets an
/// assumed thickness behind it, or around it where the same scan has floor on both sides, since then it stands for the whole wall.
struct WallMerger {
    /// Faces of one wall lie within this of a common line, in metres.
    static let spread = 0.12

    let faces: [ObservedFace]
    /// Floors of the rooms on this storey.
    let floors: [PlanPolygon]
    let assumedThickness: Double
    let elevation: Double

    struct Merged {
        var walls: [Wall]
        /// The wall that each face became part of; nil where it was too short for one.
        var wallOfFace: [Int?]
    }

    func merged() -> Merged {
        var merged = Merged(walls: [], wallOfFace: [Int?](repeating: nil, count: faces.count))
        for group in groups() {
            guard let wall = wall(of: group) else { continue }
            for i in group { merged.wallOfFace[i] = merged.walls.count }
            merged.walls.append(wall)
        }
        return merged
    }

    // MARK: Which faces belong together

    /// By the longest common parts first; a pair that would spread a group too far is left apart.
    private func groups() -> [[Int]] {
        var pairs: [(i: Int, j: Int, overlap: Double)] = []
        for i in faces.indices {
            for j in i + 1..<faces.count where belong(i, j) != nil { pairs.append((i, j, belong(i, j)!)) }
        }
        pairs.sort { ($0.overlap, $1.i, $1.j) > ($1.overlap, $0.i, $0.j) }
        var groupOf = Array(faces.indices)
        var groups = faces.indices.map { [$0] }
        for pair in pairs {
            let a = groupOf[pair.i]
            let b = groupOf[pair.j]
            guard a != b else { continue }
            let union = (groups[a] + groups[b]).sorted()
            guard isTight(union) else { continue }
            groups[Swift.min(a, b)] = union
            groups[Swift.max(a, b)] = []
            for i in union { groupOf[i] = Swift.min(a, b) }
        }
        return groups.filter { !$0.isEmpty }
    }

    /// How much two faces of one wall have in common, in metres; nil where they are of two walls.
    private func belong(_ i: Int, _ j: Int) -> Double? {
        let a = faces[i]
        let b = faces[j]
        guard a.isCurved == b.isCurved, Swift.max(a.bottom, b.bottom) < Swift.min(a.top, b.top),
            let pair = FacePair(a, b, steepest: a.isCurved ? 0.05 : 0.1)
        else { return nil }
        let least = Swift.min(a.length, b.length)
        guard pair.overlap > (pair.isOpposite ? Swift.min(0.3, 0.6 * least) : 0.5 * least) else { return nil }
        let range = pair.isOpposite ? -0.03...RoomRegistrar.thickest : -Self.spread...Self.spread
        return range.contains(pair.depth) ? pair.overlap : nil
    }

    private func isTight(_ group: [Int]) -> Bool {
        let axis = Axis(group.map { faces[$0] })
        for side in [axis.front, axis.back] where !side.isEmpty {
            let offsets = side.map(\.offset)
            if offsets.max()! - offsets.min()! > Self.spread { return false }
        }
        return true
    }

    /// Faces along a common direction: offsets to its right, where the front ones look to.
    private struct Axis {
        var direction: PlanPoint
        var origin: PlanPoint
        var front: [(offset: Double, length: Double)] = []
        var back: [(offset: Double, length: Double)] = []

        init(_ faces: [ObservedFace]) {
            let longest = faces.max { $0.length < $1.length }!
            let sum = faces.reduce(PlanPoint.zero) { $0 + ($1.end - $1.start) * ($1.direction.dot(longest.direction) < 0 ? -1 : 1) }
            direction = sum.normalized
            origin = longest.middle
            for face in faces {
                let part = (-(face.middle - origin).dot(direction.left), face.length)
                if face.direction.dot(direction) >= 0 { front.append(part) } else { back.append(part) }
            }
        }

        static func mean(_ parts: [(offset: Double, length: Double)]) -> Double {
            parts.reduce(0) { $0 + $1.offset * $1.length } / parts.reduce(0) { $0 + $1.length }
        }
    }

    // MARK: The wall of a group

    private func wall(of group: [Int]) -> Wall? {
        let members = group.map { faces[$0] }
        let axis = Axis(members)
        // Metres to the right of the common direction: the front face, and the axis.
        let front = Axis.mean(axis.front)
        var thickness = assumedThickness
        var middle = front - assumedThickness / 2
        var isAssumed = true
        var isExternal: Bool?
        if !axis.back.isEmpty {
            let back = Axis.mean(axis.back)
            isExternal = false
            // A wall of no thickness was measured wrongly: its middle is right, how thick it is nobody knows.
            if front - back >= RoomRegistrar.thinnest * 0.8 {
                thickness = front - back
                middle = (front + back) / 2
                isAssumed = false
            } else {
                middle = (front + back) / 2
            }
        } else if hasFloorBehind(members) {
            middle = front
            isExternal = false
        }
        let along = members.flatMap { [($0.start - axis.origin).dot(axis.direction), ($0.end - axis.origin).dot(axis.direction)] }
        let low = along.min()!
        let high = along.max()!
        guard high - low >= RoomScan.shortest else { return nil }
        let base = axis.origin - axis.direction.left * middle
        let confidences = members.compactMap(\.confidence)
        return Wall(
            id: PlanID(members[0].id), start: base + axis.direction * low, end: base + axis.direction * high, thickness: thickness,
            height: members.map(\.top).max()! - elevation, isExternal: isExternal, assumesThickness: isAssumed,
            confidence: confidences.max())
    }

    /// Whether there is floor on the far side of most of what only one side of was seen.
    private func hasFloorBehind(_ members: [ObservedFace]) -> Bool {
        var behind = 0
        var all = 0
        for face in members {
            for i in 0..<5 {
                let p = face.start + (face.end - face.start) * ((Double(i) + 0.5) / 5) - face.normal * 0.3
                all += 1
                if floors.contains(where: { $0.contains(p) }) { behind += 1 }
            }
        }
        return 2 * behind > all
    }
}
