/// One storey of the plan from the scans of its rooms.
struct StoreyBuilder {
    let level: RoomLevel
    let options: RoomPlanImport.Options
    var names: PlanNames
    private(set) var notes: [String] = []
    private(set) var objects: [RoomPlanObject] = []

    init(_ level: RoomLevel, options: RoomPlanImport.Options, names: PlanNames) {
        self.level = level
        self.options = options
        self.names = names
    }

    /// Nil where there are neither walls nor floors.
    mutating func build() -> Storey? {
        let elevation = level.elevation
        let faces = level.scans.flatMap(\.faces).filter { $0.top > elevation + 0.05 }
        let merger = WallMerger(
            faces: faces, floors: level.scans.flatMap(\.floors).map(\.polygon), assumedThickness: options.assumedThickness,
            elevation: elevation)
        let merged = merger.merged()
        var corners = WallCorners(merged.walls)
        corners.run()
        var storey = Storey(id: names.claim("storey-\(level.story)"), name: level.name, elevation: elevation, height: 2.5)
        // Ends that met may leave nothing between them.
        var indexOf = [Int?](repeating: nil, count: corners.walls.count)
        for (i, wall) in corners.walls.enumerated() {
            guard wall.length > RoomScan.shortest else {
                notes.append("wall \(wall.id) is left out: the adjacent walls meet in its place")
                continue
            }
            indexOf[i] = storey.walls.count
            storey.walls.append(wall)
            storey.walls[storey.walls.count - 1].id = names.claim(wall.id.rawValue)
        }
        storey.height = storey.walls.map(\.height).max() ?? 2.5
        if storey.walls.isEmpty { notes.append("\(level.name) has no walls: its height is assumed to be 2.5 m") }

        var placer = OpeningPlacer(walls: storey.walls, elevation: elevation)
        for opening in level.scans.flatMap(\.openings) {
            placer.place(opening, in: wall(of: opening, faces, merged).flatMap { indexOf[$0] })
        }
        placer.separate()
        close(&storey)
        var finder = RoomFinder(storey, level.scans)
        finder.run()
        storey.rooms = finder.rooms
        placer.swing(into: storey.rooms)
        storey.openings = placer.openings
        notes += placer.notes
        for i in storey.openings.indices { storey.openings[i].id = names.claim(storey.openings[i].id.rawValue) }
        for i in storey.rooms.indices { storey.rooms[i].id = names.claim(storey.rooms[i].id.rawValue) }
        for (room, hasFloor) in zip(storey.rooms, finder.hasFloor) where hasFloor {
            // RoomPlan gives floors as faces, and no ceilings.
            storey.slabs.append(
                Slab(
                    id: names.claim("floor-\(room.id)"), kind: .floor, polygon: room.polygon, thickness: options.assumedThickness,
                    assumesThickness: true, room: room.id, confidence: room.confidence, isUnseen: room.isUnseen))
        }
        for room in storey.rooms where room.isUnseen { notes.append("\(room.name) is open on a side where no wall was scanned") }
        furnish(&storey)
        return storey.walls.isEmpty && storey.rooms.isEmpty ? nil : storey
    }

    /// The wall that an opening names as its parent, of several pieces of a curve the nearest.
    private func wall(of opening: SeenOpening, _ faces: [ObservedFace], _ merged: WallMerger.Merged) -> Int? {
        guard let parent = opening.parent else { return nil }
        let candidates = faces.indices.filter { i in
            merged.wallOfFace[i] != nil && (faces[i].id == parent || (faces[i].isCurved && faces[i].id.hasPrefix(parent + "-")))
        }
        let nearest = candidates.min {
            PlanPolygon.distance(opening.middle, faces[$0].start, faces[$0].end)
                < PlanPolygon.distance(opening.middle, faces[$1].start, faces[$1].end)
        }
        return nearest.flatMap { merged.wallOfFace[$0] }
    }

    /// A scan over several rooms may have gaps, through which its rooms run into each other or out of doors. Where a section lies
    /// in no closed room, gaps between walls in one line are closed by walls that count as unseen.
    private mutating func close(_ storey: inout Storey) {
        let scans = level.scans.filter { $0.sections.count > 1 }
        guard !scans.isEmpty else { return }
        let areas = storey.enclosedAreas
        // One use of an open room next to another is no gap: some of the scan's rooms have to be closed.
        let needed = scans.contains { scan in
            let closed = scan.sections.count { section in areas.contains { $0.contains(section.center) } }
            return closed > 0 && closed < scan.sections.count
        }
        guard needed else { return }
        let walls = storey.walls
        var closed: [Wall] = []
        for i in walls.indices {
            for j in i + 1..<walls.count {
                guard let (a, b) = gap(walls[i], walls[j]),
                    !walls.indices.contains(where: { k in Self.meets(walls[k], a: a, b: b) })
                else { continue }
                closed.append(
                    Wall(
                        id: names.claim("gap-\(walls[i].id)-\(closed.count)"), start: a, end: b,
                        thickness: Swift.min(walls[i].thickness, walls[j].thickness),
                        height: Swift.min(walls[i].height, walls[j].height),
                        assumesThickness: true, confidence: 0, isUnseen: true))
                notes.append(
                    "a gap of \(PlanUnits.metric.labelled((b - a).length)) between walls \(walls[i].id) and \(walls[j].id) "
                        + "is closed by an inferred wall"
                )
            }
        }
        storey.walls += closed
    }

    /// Ends of two walls in one line that look at each other across at most 3 m.
    private func gap(_ a: Wall, _ b: Wall) -> (PlanPoint, PlanPoint)? {
        guard abs(a.direction.cross(b.direction)) < 0.12 else { return nil }
        for (p, out) in [(a.start, -a.direction), (a.end, a.direction)] {
            for (q, back) in [(b.start, -b.direction), (b.end, b.direction)] {
                let d = q - p
                guard d.length > 0.1, d.length <= 3, d.dot(out) > 0.995 * d.length, out.dot(back) < 0 else { continue }
                return (p, q)
            }
        }
        return nil
    }

    /// Whether a wall crosses or touches the inside of a gap.
    private static func meets(_ wall: Wall, a: PlanPoint, b: PlanPoint) -> Bool {
        // A gap that runs along a wall is none.
        if PlanPolygon.distance((a + b) / 2, wall.start, wall.end) < wall.thickness { return true }
        let u = (b - a).normalized
        let p = a + u * 0.05
        let q = b - u * 0.05
        let s = (wall.start - p).cross(u)
        let t = (wall.end - p).cross(u)
        guard (s > 0) != (t > 0) else { return false }
        let crossing = wall.start + (wall.end - wall.start) * (s / (s - t))
        return (crossing - p).dot(u) > 0 && (crossing - q).dot(u) < 0
    }

    private mutating func furnish(_ storey: inout Storey) {
        for (scan, objects) in level.scans.map(\.objects).enumerated() {
            let earlier = storey.furniture
            for (i, object) in objects.enumerated() {
                let id = names.claim(object.identifier ?? "object-\(level.story)-\(scan)-\(i)")
                guard let item = object.furniture(id: id, elevation: level.elevation) else {
                    notes.append("\(object.title.lowercased()) \(id) is left out: it has no size")
                    continue
                }
                guard !earlier.contains(where: { Self.isSame($0, item) }) else { continue }
                if item.category == .other, object.category != "other" {
                    notes.append(
                        "RoomPlan's category ‘\(object.category)’ is unknown: "
                            + "\(id) is imported as ‘other’ with the name \(object.title)"
                    )
                }
                storey.furniture.append(item)
                self.objects.append(object.object(id: id, storey: storey.id))
            }
        }
    }

    /// The same thing seen from two rooms.
    private static func isSame(_ a: Furniture, _ b: Furniture) -> Bool {
        a.category == b.category && (a.center - b.center).length < 0.25 && abs(a.width - b.width) < 0.3
            && abs(a.elevation - b.elevation) < 0.3
    }
}
