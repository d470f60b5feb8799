/// The plan of a building or a flat: storeys with walls, openings, rooms, furniture and slabs. Metres, square metres, radians.
public struct FloorPlan: Sendable, Equatable, Codable, Identifiable {
    /// What the JSON of such a plan begins with; the number changes when old readers would misread it.
    public static let schema = "diorama.plan/1"

    public var id: PlanID
    /// Name for people; may be empty.
    public var name: String
    /// Direction of true north: anticlockwise from the plan's +y, in radians; nil where it is unknown.
    public var north: Double?
    /// From the lowest to the highest.
    public var storeys: [Storey]

    /// A plan of storeys, from the lowest to the highest.
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
    /// Name for people, such as "Ground floor".
    public var name: String
    /// World y of the finished floor, in metres.
    public var elevation: Double
    /// From this floor to the next one, or to the top of the walls; metres.
    public var height: Double
    /// Walls of this storey.
    public var walls: [Wall]
    /// Doors, windows and gaps, each in a wall of this storey.
    public var openings: [Opening]
    /// Rooms of this storey.
    public var rooms: [Room]
    /// Furniture of this storey.
    public var furniture: [Furniture]
    /// Floor and ceiling slabs, where known.
    public var slabs: [Slab]

    /// A storey; elevation and height in metres.
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

    /// The openings of a wall, ordered by their offset along it.
    public func openings(in wall: PlanID) -> [Opening] { openings.filter { $0.wall == wall }.sorted { $0.offset < $1.offset } }
}

/// A horizontal plate: the floor, or the ceiling.
public struct Slab: Sendable, Equatable, Codable, Identifiable {
    /// Which side of a room a slab closes.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Below the room.
        case floor
        /// Above the room, with another storey above it.
        case ceiling
        /// Above the room, with nothing above it.
        case roof
    }

    public var id: PlanID
    /// Floor, ceiling or roof.
    public var kind: Kind
    /// Its outline.
    public var polygon: PlanPolygon
    /// Of the upper face, above the storey's floor; metres. 0 for a floor.
    public var top: Double
    /// Thickness in metres.
    public var thickness: Double
    /// The thickness is assumed, since only one face was observed.
    public var assumesThickness: Bool
    /// The room that it closes; nil for a slab of the whole storey.
    public var room: PlanID?
    /// 0 to 1; nil where it is not known.
    public var confidence: Double?
    /// Inferred, not observed: drawn dashed.
    public var isUnseen: Bool

    /// A slab; lengths in metres.
    public init(
        id: PlanID, kind: Kind, polygon: PlanPolygon, top: Double = 0, thickness: Double, assumesThickness: Bool = false,
        room: PlanID? = nil, confidence: Double? = nil, isUnseen: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.polygon = polygon
        self.top = top
        self.thickness = thickness
        self.assumesThickness = assumesThickness
        self.room = room
        self.confidence = confidence
        self.isUnseen = isUnseen
    }

    /// Cubic metres.
    public var volume: Double { polygon.area * thickness }
}
