extension FloorPlan {
    /// Coordinates and lengths beyond this are no building's, in metres. Large world coordinates fit: those of UTM reach 10,000 km.
    static let farthest = 2e7
    /// More parts of one kind than this are refused, since drawing compares each with each.
    static let maxParts = 5_000
    static let maxCorners = 1_000
    /// How far an opening may reach beyond its wall, and parts may overlap: rounding, not a mistake.
    static let slack = 0.002

    /// Checks that everything is there that drawing and exporting need: finite numbers, unique ids, openings inside their walls,
    /// rooms whose outline does not cross itself.
    /// - Throws: the first thing that is wrong.
    public func validate() throws(FloorPlanError) {
        var ids = Set<PlanID>()
        try Self.claim(id, of: "the plan", in: &ids)
        if let north { try Self.check(north, "north", within: 1e3) }
        guard !storeys.isEmpty else { throw FloorPlanError("the plan has no storeys") }
        guard storeys.count <= 200 else { throw FloorPlanError("the plan has \(storeys.count) storeys; at most 200 are possible") }
        for storey in storeys { try storey.validate(&ids) }
        for (lower, upper) in zip(storeys, storeys.dropFirst()) where upper.elevation < lower.elevation {
            throw FloorPlanError(
                "storey \(upper.id) follows \(lower.id) but is lower; sort the storeys from the lowest to the highest")
        }
    }

    static func claim(_ id: PlanID, of what: String, in ids: inout Set<PlanID>) throws(FloorPlanError) {
        guard id.isValid else {
            throw FloorPlanError(
                "the id of \(what) is ‘\(id.rawValue.prefix(70))’; ids are 1 to 64 letters, digits, ‘-’, ‘_’, ‘.’ or ‘:’")
        }
        guard ids.insert(id).inserted else { throw FloorPlanError("two parts have the id \(id); each needs its own") }
    }

    static func check(_ value: Double, _ what: @autoclosure () -> String, within limit: Double = farthest) throws(FloorPlanError) {
        guard value.isFinite, abs(value) <= limit else { throw FloorPlanError("\(what()) is \(value), which is out of range") }
    }

    static func checkLength(_ value: Double, _ what: @autoclosure () -> String) throws(FloorPlanError) {
        guard value.isFinite, value > 1e-4, value <= 1e5 else {
            throw FloorPlanError("\(what()) is \(value) m; it has to be between 0.1 mm and 100 km")
        }
    }

    static func check(_ confidence: Double?, _ id: PlanID) throws(FloorPlanError) {
        if let confidence, !(0...1).contains(confidence) {
            throw FloorPlanError("the confidence of \(id) is \(confidence); it has to be between 0 and 1")
        }
    }

    static func check(_ polygon: PlanPolygon, _ id: PlanID) throws(FloorPlanError) {
        guard (3...maxCorners).contains(polygon.corners.count) else {
            throw FloorPlanError("the outline of \(id) has \(polygon.corners.count) corners; it needs 3 to \(maxCorners)")
        }
        for corner in polygon.corners {
            try check(corner.x, "a corner of \(id)")
            try check(corner.y, "a corner of \(id)")
        }
        guard polygon.area > 1e-6 else { throw FloorPlanError("the outline of \(id) has no area") }
        guard polygon.isSimple else { throw FloorPlanError("the outline of \(id) crosses or touches itself") }
    }
}

extension Storey {
    fileprivate func validate(_ ids: inout Set<PlanID>) throws(FloorPlanError) {
        try FloorPlan.claim(id, of: "a storey", in: &ids)
        try FloorPlan.check(elevation, "the elevation of \(id)")
        try FloorPlan.checkLength(height, "the height of \(id)")
        for (count, what) in [
            (walls.count, "walls"), (openings.count, "openings"), (rooms.count, "rooms"), (furniture.count, "pieces of furniture"),
            (slabs.count, "slabs"),
        ] where count > FloorPlan.maxParts {
            throw FloorPlanError("storey \(id) has \(count) \(what); at most \(FloorPlan.maxParts) are possible")
        }
        for wall in walls { try wall.validate(&ids) }
        try validateOpenings(&ids)
        for room in rooms {
            try FloorPlan.claim(room.id, of: "a room", in: &ids)
            try FloorPlan.check(room.polygon, room.id)
            try FloorPlan.checkLength(room.ceilingHeight, "the ceiling height of \(room.id)")
            try FloorPlan.check(room.confidence, room.id)
            if let range = room.areaRange { try range.validate(room) }
        }
        for item in furniture { try item.validate(&ids) }
        for slab in slabs {
            try FloorPlan.claim(slab.id, of: "a slab", in: &ids)
            try FloorPlan.check(slab.polygon, slab.id)
            try FloorPlan.check(slab.top, "the upper face of \(slab.id)")
            try FloorPlan.checkLength(slab.thickness, "the thickness of \(slab.id)")
            try FloorPlan.check(slab.confidence, slab.id)
            if let room = slab.room, !rooms.contains(where: { $0.id == room }) {
                throw FloorPlanError("slab \(slab.id) belongs to room \(room), but storey \(id) has no such room")
            }
        }
        guard !walls.isEmpty || !rooms.isEmpty else { throw FloorPlanError("storey \(id) has neither walls nor rooms") }
    }

    private func validateOpenings(_ ids: inout Set<PlanID>) throws(FloorPlanError) {
        let byID = Dictionary(walls.map { ($0.id, $0) }) { first, _ in first }
        var last: [PlanID: (end: Double, id: PlanID)] = [:]
        for opening in openings.sorted(by: { ($0.offset, $0.id) < ($1.offset, $1.id) }) {
            try FloorPlan.claim(opening.id, of: "an opening", in: &ids)
            guard let wall = byID[opening.wall] else {
                throw FloorPlanError("opening \(opening.id) is in wall \(opening.wall), but storey \(id) has no such wall")
            }
            try opening.validate(in: wall)
            if let (end, other) = last[wall.id], opening.offset < end - FloorPlan.slack {
                throw FloorPlanError("openings \(other) and \(opening.id) of wall \(wall.id) overlap")
            }
            last[wall.id] = (opening.offset + opening.width, opening.id)
        }
    }
}

extension AreaRange {
    fileprivate func validate(_ room: Room) throws(FloorPlanError) {
        let area = room.area
        try FloorPlan.check(lower, "the lower end of the area of \(room.id)")
        guard (0...1).contains(observedOutline) else {
            throw FloorPlanError("the observed outline of \(room.id) is \(observedOutline); it has to be between 0 and 1")
        }
        guard lower >= 0, lower <= area * 1.000001 else {
            throw FloorPlanError("the area of \(room.id) is \(area) m², below the lower end of its range, \(lower) m²")
        }
        guard let upper else { return }
        try FloorPlan.check(upper, "the upper end of the area of \(room.id)")
        guard upper >= area * 0.999999 else {
            throw FloorPlanError("the area of \(room.id) is \(area) m², above the upper end of its range, \(upper) m²")
        }
    }
}

extension Wall {
    fileprivate func validate(_ ids: inout Set<PlanID>) throws(FloorPlanError) {
        try FloorPlan.claim(id, of: "a wall", in: &ids)
        for value in [start.x, start.y, end.x, end.y] { try FloorPlan.check(value, "an end of wall \(id)") }
        try FloorPlan.checkLength(length, "the length of wall \(id)")
        try FloorPlan.checkLength(thickness, "the thickness of wall \(id)")
        try FloorPlan.checkLength(height, "the height of wall \(id)")
        try FloorPlan.check(confidence, id)
    }
}

extension Opening {
    fileprivate func validate(in wall: Wall) throws(FloorPlanError) {
        try FloorPlan.check(offset, "the offset of \(id)")
        try FloorPlan.checkLength(width, "the width of \(id)")
        try FloorPlan.checkLength(height, "the height of \(id)")
        try FloorPlan.check(sill, "the sill of \(id)")
        try FloorPlan.check(confidence, id)
        guard offset >= -FloorPlan.slack, offset + width <= wall.length + FloorPlan.slack else {
            throw FloorPlanError(
                "opening \(id) reaches from \(offset) m to \(offset + width) m, but wall \(wall.id) is only \(wall.length) m long")
        }
        guard sill >= -FloorPlan.slack, sill + height <= wall.height + FloorPlan.slack else {
            throw FloorPlanError(
                "opening \(id) reaches from \(sill) m to \(sill + height) m, but wall \(wall.id) is \(wall.height) m high")
        }
    }
}

extension Furniture {
    fileprivate func validate(_ ids: inout Set<PlanID>) throws(FloorPlanError) {
        try FloorPlan.claim(id, of: "a piece of furniture", in: &ids)
        for value in [center.x, center.y, elevation] { try FloorPlan.check(value, "the position of \(id)") }
        try FloorPlan.check(angle, "the angle of \(id)", within: 1e3)
        for value in [width, depth, height] { try FloorPlan.checkLength(value, "the size of \(id)") }
        try FloorPlan.check(confidence, id)
    }
}
