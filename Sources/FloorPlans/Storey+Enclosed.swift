extension Storey {
    /// What the walls enclose, openings taken as closed: the floors of the rooms along the inner faces, anticlockwise, the largest
    /// first.
    public var enclosedAreas: [PlanPolygon] {
        wallLoops.filter { $0.signedArea < 0 }.map(\.anticlockwise).sorted { $0.area > $1.area }
    }

    /// Around all walls, openings taken as closed: along the outer faces, anticlockwise, the largest first.
    public var outerOutlines: [PlanPolygon] { wallLoops.filter { $0.signedArea > 0 }.sorted { $0.area > $1.area } }

    private var wallLoops: [PlanPolygon] { WallOutline(wallFootprints).loops() }
}
