import Foundation
import Support

/// One storey's walls, rooms, openings and furniture, from its columns.
struct StoreyExtraction {
    private var grid: ColumnGrid
    private let options: PlanExtraction.Options
    private let number: Int
    private(set) var notes: [String] = []

    /// A room needs wall seen along this share of its outline, and something seen in this share of its area.
    private static let minWalled = 0.15
    private static let minSeen = 0.35
    /// Narrower than this is the inside of a wall, metres.
    private static let narrowest = 0.4

    /// A side of this length, in metres, and with less than this share of wall leaves a room open.
    private static let shortestOpen = 0.5
    private static let minWall = 0.2

    init(_ grid: ColumnGrid, _ options: PlanExtraction.Options, number: Int) {
        self.grid = grid
        self.options = options
        self.number = number
    }

    private var prefix: String { number == 0 ? "" : "s\(number + 1)-" }
    private var title: String { number == 0 ? "Ground floor" : "Floor \(number)" }

    /// Nil where the storey shows no room.
    mutating func storey(_ progress: ProgressReporter) throws -> Storey? {
        let wallHeight = grid.markTallFaces()
        let (faceLines, parapets) = FaceSearch.lines(grid)
        guard !faceLines.isEmpty else { return nil }
        try progress.report(0.3, "Finding rooms")
        let mainAngle = MainDirection.fine(faceLines)
        let lines =
            WallLines.lines(faceLines, parapets, mainAngle: mainAngle) + ObservedEdges(grid: grid, mainAngle: mainAngle).lines()
        let (outlines, dropped) = self.outlines(lines, mainAngle: mainAngle)
        var faces: [RoomFace] = []
        var rooms: [Room] = []
        var levels: [RoomLevels] = []
        for (outline, given) in outlines {
            var sides = given
            for i in sides.indices { sides[i].room = rooms.count }
            let polygon = PlanPolygon(sides.map(\.start))
            let seen = sides.reduce(0.0) { $0 + $1.seen * $1.line.length } / polygon.perimeter
            let name = "Room \(rooms.count + 1)"
            var room = Room(
                id: PlanID("\(prefix)room-\(rooms.count + 1)"), name: name, polygon: polygon, ceilingHeight: wallHeight,
                confidence: min(1, 0.5 * seen + 0.5 * outline.seen))
            let level = RoomLevels(grid, polygon)
            if let ceiling = level.ceiling {
                room.ceilingHeight = ceiling
            } else {
                room.isCeilingUnseen = true
                notes.append("\(title): the ceiling of \(name) was not observed; its height is not determined.")
            }
            levels.append(level)
            if outline.hasPillar {
                notes.append("\(title): an object as high as the room stands in \(name); its area counts as floor.")
            }
            rooms.append(room)
            faces += sides
        }
        guard !rooms.isEmpty else { return nil }
        if dropped > 0 {
            notes.append(
                "\(title): \(dropped) area\(dropped == 1 ? "" : "s") with too few walls around left out."
            )
        }
        try progress.report(0.6, "Finding openings")
        let height = rooms.map(\.ceilingHeight).max() ?? wallHeight
        var storey = Storey(
            id: PlanID("\(prefix)storey"), name: title, elevation: grid.level.floor, height: max(height, 0.5), rooms: rooms)
        let leaves = addWalls(&storey, faces: faces, lines: faceLines, height: height)
        addRanges(&storey, mainAngle: mainAngle)
        addSlabs(&storey, levels)
        if options.findsFurniture {
            try progress.report(0.8, "Finding furniture")
            addFurniture(&storey, mainAngle: mainAngle, leaves: leaves)
        }
        note(storey)
        return storey
    }

    /// Rooms and their sides, the largest first, and how many areas are none. Where a room is open, the storey is cut once more
    /// with inferred lines; the rooms that are closed stay as they are.
    private func outlines(
        _ lines: [LineArrangement.Line], mainAngle: Double
    ) -> (rooms: [(outline: RoomSearch.Outline, sides: [RoomFace])], dropped: Int) {
        var (found, dropped) = fitted(RoomSearch(grid, lines, mainAngle: mainAngle), mainAngle: mainAngle)
        let closed = found.filter { !isOpen($0.sides) }
        if closed.count < found.count {
            let more = InferredSides.lines(grid, besides: lines, mainAngle: mainAngle)
            let again = fitted(RoomSearch(grid, lines + more, mainAngle: mainAngle), mainAngle: mainAngle)
            let walls = closed.map { PlanPolygon($0.sides.map(\.start)) }
            found =
                closed
                + again.rooms.filter { room in
                    let polygon = PlanPolygon(room.sides.map(\.start))
                    return !walls.contains { RoomFinder.isMostly(polygon, in: $0) }
                }
            dropped = again.dropped
        }
        return (found.sorted { $0.outline.area > $1.outline.area }, dropped)
    }

    private func fitted(
        _ search: RoomSearch, mainAngle: Double
    ) -> (rooms: [(outline: RoomSearch.Outline, sides: [RoomFace])], dropped: Int) {
        var fitting = RoomFitting(grid, search.arrangement.lines, mainAngle: mainAngle)
        let wide = search.rooms().filter { $0.width >= Self.narrowest }
        let rooms = wide.compactMap { outline -> (outline: RoomSearch.Outline, sides: [RoomFace])? in
            guard outline.walled >= Self.minWalled, outline.seen >= Self.minSeen,
                let sides = fitting.faces(of: outline, room: 0)
            else { return nil }
            return (outline, sides)
        }
        return (rooms, wide.count - rooms.count)
    }

    /// Whether a room has a side along which hardly any wall was observed.
    private func isOpen(_ sides: [RoomFace]) -> Bool {
        sides.contains { $0.line.length > Self.shortestOpen && $0.wall < Self.minWall }
    }

    /// - Returns: where the leaves of open doors stand.
    private func addWalls(_ storey: inout Storey, faces: [RoomFace], lines: [FaceLine], height: Double) -> [PlanPolygon] {
        var leaves: [PlanPolygon] = []
        // Faces that no room looks at: seen from outside, or from where no room was found.
        let others = lines.filter { line in
            !faces.contains { abs($0.line.direction.cross(line.direction)) < 0.1 && abs($0.line.offset(line.middle)) < 0.03 }
        }
        let network = WallNetwork(assumed: options.assumedThickness)
        for (strip, start, end) in network.joined(network.strips(faces, others)) {
            let whole = Wall(
                id: PlanID("\(prefix)wall"), start: start, end: end, thickness: strip.thickness, height: height,
                isExternal: strip.isExternal,
                assumesThickness: strip.isAssumed)
            let half = whole.thickness / 2
            let sides = (strip.hasLeft ? [half] : []) + (strip.hasRight ? [-half] : [])
            let from = (strip.start - start).dot(whole.direction), to = (strip.end - start).dot(whole.direction)
            guard from < to else { continue }
            let sight = WallVisibility(grid, whole, sides: sides, faced: from...to)
            let found =
                sight.share(from: from, to: to) > 0
                ? openings(whole, strip: strip, sides: sides, faced: from...to, leaves: &leaves) : []
            let fit = 1 / (1 + (strip.residual / 0.02) * (strip.residual / 0.02))
            add(whole, stretches: sight.stretches(found), openings: found, fit: fit, storey: &storey)
        }
        return leaves
    }

    /// A wall as its seen and its unseen stretches, with the openings in them.
    private func add(
        _ whole: Wall, stretches: [(from: Double, to: Double, seen: Double)], openings: [Opening], fit: Double,
        storey: inout Storey
    ) {
        for stretch in stretches {
            var wall = whole
            wall.id = PlanID("\(prefix)wall-\(storey.walls.count + 1)")
            if stretch.from > 0 { wall.start = whole.point(stretch.from) }
            if stretch.to < whole.length { wall.end = whole.point(stretch.to) }
            wall.confidence = stretch.seen * fit
            wall.isUnseen = stretch.seen == 0
            storey.walls.append(wall)
            for opening in openings where opening.offset >= stretch.from && opening.offset < stretch.to {
                let count = storey.openings.filter { $0.kind == opening.kind }.count + 1
                var own = opening
                own.id = PlanID("\(prefix)\(opening.kind.rawValue)-\(count)")
                own.wall = wall.id
                own.offset = max(0, opening.offset - stretch.from)
                own.width = min(opening.width, wall.length - own.offset)
                storey.openings.append(own)
            }
        }
    }

    /// Says between which values the areas of rooms lie that were not observed all around.
    private mutating func addRanges(_ storey: inout Storey, mainAngle: Double) {
        let extent = RoomExtent(grid, storey, mainAngle: mainAngle)
        for i in storey.rooms.indices {
            let range = extent.range(ofRoom: i)
            storey.rooms[i].areaRange = range
            storey.rooms[i].isUnseen = range != nil
            if let range, !range.isDetermined {
                notes.append(
                    "\(title): the area of \(storey.rooms[i].name) is not determined, because \(range.reason); at least "
                        + "\(PlanUnits.fixed(range.lower, 1)) m² of its floor were observed. Record more of it.")
            }
        }
    }

    /// Floors and ceilings where they were observed: only their faces, so that their thickness is assumed.
    private func addSlabs(_ storey: inout Storey, _ levels: [RoomLevels]) {
        for (room, level) in zip(storey.rooms, levels) {
            let number = room.id.rawValue
            if grid.level.seesFloor, level.floorShare >= RoomLevels.minFloor {
                storey.slabs.append(
                    Slab(
                        id: PlanID("\(number)-floor"), kind: .floor, polygon: room.polygon, thickness: options.assumedThickness,
                        assumesThickness: true, room: room.id, confidence: level.floorShare, isUnseen: room.isUnseen))
            }
            if let ceiling = level.ceiling {
                let thickness = PlanExtraction.assumedCeiling
                storey.slabs.append(
                    Slab(
                        id: PlanID("\(number)-ceiling"), kind: .ceiling, polygon: room.polygon, top: ceiling + thickness,
                        thickness: thickness, assumesThickness: true, room: room.id, confidence: level.ceilingShare,
                        isUnseen: room.isUnseen))
            }
        }
        if let roof = grid.level.roof, let outline = storey.outerOutlines.first {
            let top = roof - grid.level.floor
            let thickness = roof - grid.level.ceiling
            storey.slabs.append(
                Slab(id: PlanID("\(prefix)roof"), kind: .roof, polygon: outline, top: top, thickness: thickness))
        }
    }

    private func openings(
        _ wall: Wall, strip: WallNetwork.Strip, sides: [Double], faced: ClosedRange<Double>, leaves: inout [PlanPolygon]
    ) -> [Opening] {
        let face = WallFace(
            grid, start: wall.start, end: wall.end, thickness: wall.thickness, sides: sides, faced: faced,
            depth: min(0.03, max(0.018, 3 * strip.residual)))
        var reached = 0.0
        var openings: [Opening] = []
        for found in OpeningSearch(face: face, wallHeight: wall.height).openings() {
            let a = max(reached, found.from)
            let b = min(wall.length, found.to)
            guard b - a > 0.2 else { continue }
            reached = b
            openings.append(
                Opening(
                    id: wall.id, kind: found.kind, wall: wall.id, offset: a, width: b - a, sill: found.sill,
                    height: min(found.top, wall.height) - found.sill, swing: found.swing, confidence: found.confidence))
            if let leaf = found.leaf { leaves.append(leaf) }
        }
        return openings
    }

    private func addFurniture(_ storey: inout Storey, mainAngle: Double, leaves: [PlanPolygon]) {
        let search = FurnitureSearch(grid: grid, mainAngle: mainAngle)
        for room in storey.rooms {
            for box in search.boxes(in: room.polygon, ceiling: room.ceilingHeight, leaves: leaves) {
                storey.furniture.append(
                    Furniture(
                        id: PlanID("\(prefix)furniture-\(storey.furniture.count + 1)"), category: box.category, center: box.center,
                        width: box.width, depth: box.depth, height: box.top - box.bottom, elevation: box.bottom, angle: box.angle,
                        confidence: box.confidence))
            }
        }
    }

    private mutating func note(_ storey: Storey) {
        if !grid.level.seesFloor { notes.append("\(title): the floor was not observed; its height is the lower end of the walls.") }
        let assumed = storey.walls.filter(\.assumesThickness).count
        if assumed > 0 {
            notes.append(
                "\(title): \(assumed) of \(storey.walls.count) walls were observed from one side only; their thickness is assumed.")
        }
        let unseen = storey.walls.filter(\.isUnseen)
        if !unseen.isEmpty {
            let metres = unseen.reduce(0) { $0 + $1.length }
            notes.append(
                "\(title): \(unseen.count) walls (\((metres * 10).rounded() / 10) m) were inferred, not observed; they are dashed.")
        }
        if grid.cell > options.cell * 1.01 {
            notes.append("\(title): columns of \((grid.cell * 1000).rounded() / 10) cm were used because of its size.")
        }
    }
}
