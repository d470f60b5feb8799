import Foundation

/// Rooms of a storey from the floors and sections of its scans, along the faces of its walls.
struct RoomFinder {
    let storey: Storey
    let scans: [RoomScan]
    private(set) var rooms: [Room] = []
    /// Of each room, whether the scan has its floor.
    private(set) var hasFloor: [Bool] = []

    init(_ storey: Storey, _ scans: [RoomScan]) { (self.storey, self.scans) = (storey, scans) }

    mutating func run() {
        let areas = storey.enclosedAreas
        var taken = [Bool](repeating: false, count: areas.count)
        for scan in scans {
            for floor in scan.floors {
                let sections = scan.sections.filter { floor.polygon.contains($0.center) }
                let inside = areas.indices.filter { !taken[$0] && Self.isMostly(areas[$0], in: floor.polygon) }
                // A floor over several rooms is split by their walls; a room with two uses and no wall between them is one.
                let split = inside.filter { i in sections.contains { areas[i].contains($0.center) } }
                if sections.count > 1, split.count > 1 || (split.count == 1 && inside.count > 1) {
                    for i in inside {
                        taken[i] = true
                        add(
                            areas[i], sections: sections.filter { areas[i].contains($0.center) }, name: nil, floor: floor,
                            id: "\(floor.id)-\(i)",
                            isUnseen: false)
                    }
                } else {
                    for i in inside { taken[i] = true }
                    let (polygon, isUnseen) = alongWalls(floor.polygon)
                    add(
                        polygon, sections: sections.isEmpty && scan.floors.count == 1 ? scan.sections : sections, name: scan.name,
                        floor: floor,
                        id: floor.id, isUnseen: isUnseen)
                }
            }
            // Files of iOS 16 have no floors: the walls tell.
            guard scan.floors.isEmpty else { continue }
            let bounds = PlanBounds(scan.faces.flatMap { [$0.start, $0.end] }).grown(by: 0.3)
            for i in areas.indices where !taken[i] && PlanBounds(areas[i].corners).grown(by: 0).intersects(bounds) {
                let center = areas[i].bounds.center
                guard PlanBounds([center]).intersects(bounds), areas[i].area > 0.5 else { continue }
                taken[i] = true
                add(
                    areas[i], sections: scan.sections.filter { areas[i].contains($0.center) }, name: scan.name, floor: nil,
                    id: "room-\(storey.id)-\(i)",
                    isUnseen: false)
            }
        }
        number()
    }

    private mutating func add(
        _ polygon: PlanPolygon, sections: [SeenSection], name: String?, floor: SeenFloor?, id: String, isUnseen: Bool
    ) {
        var uses: [(use: Room.Use, name: String)] = []
        for section in sections {
            let use = Self.use(label: section.label)
            if use.use != .unknown, !uses.contains(where: { $0.use == use.use }) { uses.append(use) }
        }
        // What the person called it says more than “unidentified”.
        let named = name.map { (use: Self.use(ofName: $0), name: $0) }
        let use = uses.first?.use ?? named?.use ?? .unknown
        var title = uses.map(\.name).enumerated().map { $0 == 0 ? $1 : $1.lowercased() }.joined(separator: " and ")
        if title.isEmpty { title = named?.name ?? "" }
        // An alcove or a cupboard between walls that no section is in.
        if title.isEmpty { title = sections.isEmpty && polygon.area < 2.5 && floor != nil ? "Closet" : "Room" }
        hasFloor.append(floor != nil)
        rooms.append(
            Room(
                id: PlanID(id), name: title, use: use, polygon: polygon, ceilingHeight: ceiling(polygon),
                confidence: floor?.confidence,
                isUnseen: isUnseen))
    }

    /// Rooms of one name are counted.
    private mutating func number() {
        for name in Set(rooms.map(\.name)).sorted() {
            let alike = rooms.indices.filter { rooms[$0].name == name }
            guard alike.count > 1 else { continue }
            for (n, i) in alike.enumerated() { rooms[i].name = "\(name) \(n + 1)" }
        }
    }

    /// Mean height of the faces around a room, the longer ones counting more.
    private func ceiling(_ polygon: PlanPolygon) -> Double {
        var sum = 0.0
        var length = 0.0
        for face in scans.flatMap(\.faces) {
            let place = face.middle + face.normal * 0.15
            guard polygon.contains(place), polygon.distance(to: face.middle) < 0.3 else { continue }
            sum += (face.top - storey.elevation) * face.length
            length += face.length
        }
        return length > 0 && sum > 0.01 * length ? sum / length : storey.height
    }

    /// Whether most of a polygon lies in another one.
    static func isMostly(_ inner: PlanPolygon, in outer: PlanPolygon) -> Bool {
        let bounds = inner.bounds
        var inside = 0
        var both = 0
        for i in 0..<16 {
            for k in 0..<16 {
                let p = bounds.min + bounds.size * PlanPoint((Double(i) + 0.5) / 16, (Double(k) + 0.5) / 16)
                guard inner.contains(p) else { continue }
                inside += 1
                if outer.contains(p) { both += 1 }
            }
        }
        return 2 * both > inside
    }

    // MARK: Along the walls

    /// A floor's outline drawn to the faces of the walls that it runs along; and whether part of it has no wall.
    func alongWalls(_ polygon: PlanPolygon) -> (PlanPolygon, isUnseen: Bool) {
        var isUnseen = false
        var lines: [(point: PlanPoint, direction: PlanPoint)] = []
        for (a, b) in polygon.edges {
            let u = (b - a).normalized
            // Inside is to the left, so that the wall's face towards it is on the wall's left as well where both run alike.
            var best: (point: PlanPoint, direction: PlanPoint, distance: Double)?
            var covered = 0.0
            for wall in storey.walls where !wall.isUnseen {
                let w = wall.direction
                guard abs(u.cross(w)) < 0.12 else { continue }
                let inwards = u.dot(w) >= 0 ? w.left : -w.left
                let point = wall.start + inwards * (wall.thickness / 2)
                let distance = abs(u.cross(point + w * ((a + b) / 2 - point).dot(w) - (a + b) / 2))
                let along = [(wall.start - a).dot(u), (wall.end - a).dot(u)]
                let overlap = Swift.min((b - a).length, along.max()!) - Swift.max(0, along.min()!)
                guard distance < 0.3, overlap > 0.05 else { continue }
                covered += overlap
                guard overlap > 0.4 * (b - a).length, best == nil || distance < best!.distance else { continue }
                best = (point, u.dot(w) >= 0 ? w : -w, distance)
            }
            if (b - a).length - covered > 0.3 { isUnseen = true }
            lines.append(best.map { ($0.point, $0.direction) } ?? (a, u))
        }
        let corners = polygon.corners.indices.map { i -> PlanPoint in
            let s = lines[(i + lines.count - 1) % lines.count]
            let t = lines[i]
            let old = polygon.corners[i]
            let turn = s.direction.cross(t.direction)
            guard abs(turn) > 0.1 else { return old + t.direction.left * (t.point - old).dot(t.direction.left) }
            let new = s.point + s.direction * ((t.point - s.point).cross(t.direction) / turn)
            return (new - old).length < 0.5 ? new : old
        }
        let drawn = PlanPolygon(corners).withoutStraightCorners
        let isSound = drawn.corners.count >= 3 && drawn.isSimple && abs(drawn.area / polygon.area - 1) < 0.3
        return (isSound ? drawn.anticlockwise : polygon, isUnseen)
    }

    // MARK: Uses

    /// Of Apple's section labels.
    static func use(label: String) -> (use: Room.Use, name: String) {
        switch label {
        case "livingRoom": (.living, "Living room")
        case "bedroom": (.bedroom, "Bedroom")
        case "bathroom": (.bathroom, "Bathroom")
        case "kitchen": (.kitchen, "Kitchen")
        case "diningRoom": (.dining, "Dining room")
        default: (.unknown, "")
        }
    }

    /// Of what people call their rooms.
    static func use(ofName name: String) -> Room.Use {
        let words: [(String, Room.Use)] = [
            ("living", .living), ("dining", .dining), ("kitchen", .kitchen), ("bed", .bedroom), ("bath", .bathroom),
            ("toilet", .toilet),
            ("hall", .corridor), ("corridor", .corridor), ("office", .office), ("stud", .office), ("storage", .storage),
            ("closet", .storage), ("laundry", .laundry), ("stair", .stairs), ("garage", .garage), ("balcony", .balcony),
        ]
        let lower = name.lowercased()
        return words.first { lower.contains($0.0) }?.1 ?? .unknown
    }
}
