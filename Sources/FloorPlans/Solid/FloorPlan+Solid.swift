import Geometry

/// What a solid of a plan is painted in, linear RGB.
enum SolidColor {
    static let wall = Vector3(0.72, 0.70, 0.66)
    /// Inferred, not observed.
    static let unseen = Vector3(0.45, 0.50, 0.58)
    static let floor = Vector3(0.42, 0.30, 0.20)
    static let tiles = Vector3(0.44, 0.47, 0.48)
    static let door = Vector3(0.40, 0.24, 0.12)
    static let glass = Vector3(0.30, 0.52, 0.64)

    static func of(_ category: Furniture.Category) -> Vector3 {
        switch category {
        case .bathtub, .sink, .toilet: Vector3(0.78, 0.80, 0.80)
        case .bed, .sofa: Vector3(0.22, 0.34, 0.48)
        case .chair: Vector3(0.50, 0.30, 0.16)
        case .table: Vector3(0.45, 0.29, 0.15)
        case .dishwasher, .oven, .refrigerator, .stove, .washerDryer: Vector3(0.52, 0.54, 0.55)
        case .fireplace: Vector3(0.36, 0.16, 0.11)
        case .storage: Vector3(0.55, 0.45, 0.33)
        case .stairs: Vector3(0.50, 0.42, 0.34)
        case .television: Vector3(0.03, 0.03, 0.035)
        case .other: Vector3(0.42, 0.42, 0.42)
        }
    }
}

extension FloorPlan {
    /// How thick floors are drawn below the rooms, in metres.
    static let floorThickness = 0.05

    /// The plan as a model: walls with their openings cut out, doors as closed leaves, panes, floors as thick as they were observed
    /// to be, and furniture as boxes. Ceilings and roofs would hide the rooms and are left out.
    ///
    /// In the world (metres, y up) with vertex colours and a normal for each face. Every part is a closed prism with outward
    /// normals; neighbours share no vertices.
    /// - Precondition: the plan is valid.
    public func solid(hasFurniture: Bool = true) -> TriangleMesh {
        var builder = SolidBuilder()
        for storey in storeys {
            for room in storey.rooms {
                let plate = storey.slabs.first { $0.kind == .floor && $0.room == room.id && !$0.assumesThickness }
                let isWet = [.bathroom, .toilet, .kitchen, .laundry].contains(room.use)
                builder.addPrism(
                    room.polygon, from: storey.elevation - (plate?.thickness ?? Self.floorThickness), to: storey.elevation,
                    color: isWet ? SolidColor.tiles : SolidColor.floor)
            }
            storey.addWalls(to: &builder)
            guard hasFurniture else { continue }
            for item in storey.furniture {
                let bottom = storey.elevation + item.elevation
                builder.addPrism(
                    PlanPolygon(item.corners), from: bottom, to: bottom + item.height, color: SolidColor.of(item.category))
            }
        }
        return builder.mesh
    }
}

extension Storey {
    fileprivate func addWalls(to builder: inout SolidBuilder) {
        let footprints = wallFootprints
        for (i, wall) in walls.enumerated() {
            let color = wall.isUnseen ? SolidColor.unseen : SolidColor.wall
            // Beside the openings it stands from the floor to its top.
            for piece in pieces(ofWall: i, footprints[i]) {
                builder.addPrism(piece, from: elevation, to: elevation + wall.height, color: color)
            }
            let base = wall.direction.dot(wall.start)
            for opening in openings(in: wall.id) {
                let part = footprints[i].clipped(
                    wall.direction, from: base + opening.offset, to: base + opening.offset + opening.width)
                guard part.corners.count >= 3, part.area > 1e-7 else { continue }
                let sill = elevation + opening.sill
                let lintel = elevation + opening.sill + opening.height
                builder.addPrism(part, from: elevation, to: sill, color: color)
                builder.addPrism(part, from: lintel, to: elevation + wall.height, color: color)
                guard opening.kind != .opening, opening.swing == nil else { continue }
                let half = Swift.min(opening.kind == .door ? 0.02 : 0.01, wall.thickness / 4)
                let leaf = [(0, -half), (opening.width, -half), (opening.width, half), (0, half)].map {
                    wall.point(opening.offset + $0.0, $0.1)
                }
                builder.addPrism(
                    PlanPolygon(leaf), from: sill, to: lintel, color: opening.kind == .door ? SolidColor.door : SolidColor.glass)
            }
        }
    }
}
