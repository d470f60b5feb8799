import Foundation

extension FloorPlan {
    /// The turn, anticlockwise in radians, that sets most of its walls upright and level on a page: within 45°, the same for all
    /// storeys.
    public var uprightTurn: Double {
        let axis = PlanDimensions.mainDirection(storeys.flatMap(\.walls))
        return axis.y == 0 ? 0 : -atan2(axis.y, axis.x)
    }
}

extension Storey {
    /// Turned about the origin, anticlockwise in radians.
    public func turned(by angle: Double) -> Storey {
        guard angle != 0 else { return self }
        let c = cos(angle)
        let s = sin(angle)
        func turn(_ p: PlanPoint) -> PlanPoint { PlanPoint(c * p.x - s * p.y, s * p.x + c * p.y) }
        func turn(_ polygon: PlanPolygon) -> PlanPolygon { PlanPolygon(polygon.corners.map { turn($0) }) }
        var storey = self
        for i in walls.indices { (storey.walls[i].start, storey.walls[i].end) = (turn(walls[i].start), turn(walls[i].end)) }
        for i in rooms.indices { storey.rooms[i].polygon = turn(rooms[i].polygon) }
        for i in slabs.indices { storey.slabs[i].polygon = turn(slabs[i].polygon) }
        for i in furniture.indices {
            storey.furniture[i].center = turn(furniture[i].center)
            storey.furniture[i].angle += angle
        }
        return storey
    }
}
