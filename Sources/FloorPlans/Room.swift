/// A room: the floor between the inner faces of its walls.
public struct Room: Sendable, Equatable, Codable, Identifiable {
    /// What a room is used for.
    public enum Use: String, Sendable, Codable, CaseIterable {
        /// A room for this use; `unknown` where neither the scan nor its name says.
        case living, dining, kitchen, bedroom, bathroom, toilet, corridor, office, storage, laundry, stairs, garage, balcony,
            unknown
    }

    public var id: PlanID
    /// Name for people, such as "Kitchen".
    public var name: String
    /// What the room is used for.
    public var use: Use
    /// Along the inner faces of the walls, at the floor.
    public var polygon: PlanPolygon
    /// Above the storey's floor, in metres; the mean where it varies. Of an unseen ceiling the upper end of the walls, which is
    /// what models are built with and not a measurement.
    public var ceilingHeight: Double
    /// No ceiling was observed: its height and the room's volume are not determined.
    public var isCeilingUnseen: Bool
    /// Between which values the area lies; nil where the whole outline was observed.
    public var areaRange: AreaRange?
    /// 0 to 1; nil where it is not known.
    public var confidence: Double?
    /// Part of its outline was inferred, not observed.
    public var isUnseen: Bool

    /// A room; ceiling height in metres.
    public init(
        id: PlanID, name: String, use: Use = .unknown, polygon: PlanPolygon, ceilingHeight: Double, isCeilingUnseen: Bool = false,
        areaRange: AreaRange? = nil, confidence: Double? = nil, isUnseen: Bool = false
    ) {
        self.id = id
        self.name = name
        self.use = use
        self.polygon = polygon
        self.ceilingHeight = ceilingHeight
        self.isCeilingUnseen = isCeilingUnseen
        self.areaRange = areaRange
        self.confidence = confidence
        self.isUnseen = isUnseen
    }

    /// Square metres of floor.
    public var area: Double { polygon.area }
    /// Metres around the floor.
    public var perimeter: Double { polygon.perimeter }
    /// Cubic metres of air below `ceilingHeight`; a measurement only where `observedVolume` is not nil.
    public var volume: Double { area * ceilingHeight }
}

/// A piece of furniture as an upright box that may be turned.
public struct Furniture: Sendable, Equatable, Codable, Identifiable {
    /// The categories of Apple's RoomPlan, and any other thing.
    public enum Category: String, Sendable, Codable, CaseIterable {
        /// The category of RoomPlan with this name.
        case bathtub, bed, chair, dishwasher, fireplace, oven, refrigerator, sink, sofa, stairs, storage, stove, table, television,
            toilet
        /// The category of RoomPlan with this name, and anything else.
        case washerDryer, other
    }

    public var id: PlanID
    /// What kind of furniture it is.
    public var category: Category
    /// Name for people, where it says more than the category.
    public var name: String?
    /// The middle of its footprint.
    public var center: PlanPoint
    /// Width, along the front.
    public var width: Double
    /// From the back to the front.
    public var depth: Double
    /// Height of the box, metres.
    public var height: Double
    /// Of the lower face above the storey's floor.
    public var elevation: Double
    /// Anticlockwise turn in radians. At 0 the front looks down the page (−y).
    public var angle: Double
    /// 0 to 1; nil where it is not known.
    public var confidence: Double?

    /// A box of furniture; lengths in metres, angle in radians.
    public init(
        id: PlanID, category: Category, name: String? = nil, center: PlanPoint, width: Double, depth: Double, height: Double,
        elevation: Double = 0, angle: Double = 0, confidence: Double? = nil
    ) {
        self.id = id
        self.category = category
        self.name = name
        self.center = center
        self.width = width
        self.depth = depth
        self.height = height
        self.elevation = elevation
        self.angle = angle
        self.confidence = confidence
    }

    /// Of its footprint, anticlockwise from the front left one as one looks at the page.
    public var corners: [PlanPoint] {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { point($0.0, $0.1) }
    }
}
