/// The plan of a building or a flat: storeys with walls, openings, rooms, furniture and slabs. Metres, square metres, radians.
public struct FloorPlan: Sendable, Equatable, Codable, Identifiable {
    /// What the JSON of such a plan begins with; the number changes when old readers would misread it.
    public static let schema = "diorama.plan/1"

    public var id: PlanID
    public var name: String
    /// Direction of true north: anticlockwise from the plan's +y, in radians; nil where nobody knows it.
    public var north: Double?
    /// From the lowest to the highest.
    public var storeys: [Storey]

    public init(id: PlanID, name: String, north: Double? = nil, storeys: [Storey]) {
        self.id = id
        self.name = name
        self.north = north
        self.storeys = storeys
    }

    /// Floor area of all rooms, in square metres.
    public var area: Double { storeys.reduce(0) { $0 + $1.area } }
    /// Around walls, rooms and furniture of all storeys.
    public var bounds: PlanBounds {
        var bounds = PlanBounds()
        for storey in storeys { bounds.add(storey.bounds) }
        return bounds
    }
}

/// One level of a building.
public struct Storey: Sendable, Equatable, Codable, Identifiable {
    public var id: PlanID
    public var name: String
    /// World y of the finished floor, in metres.
    public var elevation: Double
    /// From this floor to the next one, or to the top of the walls; metres.
    public var height: Double
    public var walls: [Wall]
    public var openings: [Opening]
    public var rooms: [Room]
    public var furniture: [Furniture]
    public var slabs: [Slab]

    public init(
        id: PlanID, name: String, elevation: Double, height: Double, walls: [Wall] = [], openings: [Opening] = [],
        rooms: [Room] = [],
        furniture: [Furniture] = [], slabs: [Slab] = []
    ) {
        self.id = id
        self.name = name
        self.elevation = elevation
        self.height = height
        self.walls = walls
        self.openings = openings
        self.rooms = rooms
        self.furniture = furniture
        self.slabs = slabs
    }

    /// Floor area of its rooms, in square metres.
    public var area: Double { rooms.reduce(0) { $0 + $1.area } }

    /// Around walls with their thickness, rooms and furniture.
    public var bounds: PlanBounds {
        var bounds = PlanBounds()
        for wall in walls { for corner in wall.rectangle { bounds.add(corner) } }
        for room in rooms { bounds.add(room.polygon.bounds) }
        for item in furniture { for corner in item.corners { bounds.add(corner) } }
        return bounds
    }

    public func openings(in wall: PlanID) -> [Opening] { openings.filter { $0.wall == wall }.sorted { $0.offset < $1.offset } }
}

/// A horizontal plate: the floor, or the ceiling.
public struct Slab: Sendable, Equatable, Codable, Identifiable {
    public enum Kind: String, Sendable, Codable, CaseIterable { case floor, ceiling, roof }

    public var id: PlanID
    public var kind: Kind
    public var polygon: PlanPolygon
    /// Of the upper face, above the storey's floor; metres. 0 for a floor.
    public var top: Double
    public var thickness: Double
    /// 0 to 1; nil where it is not known.
    public var confidence: Double?
    /// Concluded rather than seen: drawn dashed.
    public var isUnseen: Bool

    public init(
        id: PlanID, kind: Kind, polygon: PlanPolygon, top: Double = 0, thickness: Double, confidence: Double? = nil,
        isUnseen: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.polygon = polygon
        self.top = top
        self.thickness = thickness
        self.confidence = confidence
        self.isUnseen = isUnseen
    }

    /// Cubic metres.
    public var volume: Double { polygon.area * thickness }
}
