/// A straight wall of one thickness. A curved wall is a chain of short ones.
public struct Wall: Sendable, Equatable, Codable, Identifiable {
    public var id: PlanID
    /// Ends of the axis, which lies in the middle of the thickness. Walls that meet share an end, or one ends on the other's axis.
    public var start: PlanPoint
    /// The other end of the axis.
    public var end: PlanPoint
    /// Thickness in metres.
    public var thickness: Double
    /// Above the storey's floor, in metres.
    public var height: Double
    /// Whether one face is outdoors; nil where it is not known.
    public var isExternal: Bool?
    /// The thickness is assumed, since only one face was observed.
    public var assumesThickness: Bool
    /// 0 to 1; nil where it is not known.
    public var confidence: Double?
    /// Inferred, not observed: drawn dashed.
    public var isUnseen: Bool

    /// A wall; lengths in metres.
    public init(
        id: PlanID, start: PlanPoint, end: PlanPoint, thickness: Double, height: Double, isExternal: Bool? = nil,
        assumesThickness: Bool = false,
        confidence: Double? = nil, isUnseen: Bool = false
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.thickness = thickness
        self.height = height
        (self.isExternal, self.assumesThickness, self.confidence, self.isUnseen) = (
            isExternal, assumesThickness, confidence, isUnseen
        )
    }

    /// Of the axis, in metres.
    public var length: Double { (end - start).length }
    /// From start to end, unit length.
    public var direction: PlanPoint { (end - start).normalized }
    /// The place `offset` metres from the start on the axis, and `side` metres to the left of it.
    public func point(_ offset: Double, _ side: Double = 0) -> PlanPoint {
        let d = direction
        return start + d * offset + d.left * side
    }

    /// Square ends, anticlockwise, without regard to the walls that it meets.
    public var rectangle: [PlanPoint] {
        let half = thickness / 2
        return [point(0, -half), point(length, -half), point(length, half), point(0, half)]
    }
}

/// A door, a window, or a gap in a wall.
public struct Opening: Sendable, Equatable, Codable, Identifiable {
    /// What fills an opening; `opening` is a gap without door or window.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// A door, from the floor up.
        case door
        /// A window.
        case window
        /// A gap in the wall.
        case opening
    }

    /// The swing of a door, where it is known.
    public struct Swing: Sendable, Equatable, Codable {
        /// The jamb that the leaf hangs at; `both` is a door of two leaves.
        /// At the start or end of the opening along the wall.
        public enum Hinge: String, Sendable, Codable, CaseIterable {
            /// The jamb nearer to the wall's start.
            case start
            /// The jamb nearer to the wall's end.
            case end
            /// Both jambs: two leaves.
            case both
        }
        /// The side of the wall that it opens to, looking from the wall's start to its end.
        /// Left or right of the wall.
        public enum Side: String, Sendable, Codable, CaseIterable {
            /// Left of the wall.
            case left
            /// Right of the wall.
            case right
        }
        /// Where the leaf is hinged.
        public var hinge: Hinge
        /// The side that it opens to.
        public var side: Side

        /// A swing about a jamb to a side.
        public init(hinge: Hinge, side: Side) { (self.hinge, self.side) = (hinge, side) }
    }

    public var id: PlanID
    /// Door, window or gap.
    public var kind: Kind
    /// The wall that it is in.
    public var wall: PlanID
    /// From the wall's start along its axis to the nearer jamb, in metres.
    public var offset: Double
    /// Width in metres.
    public var width: Double
    /// Of the lower edge above the storey's floor; 0 for doors.
    public var sill: Double
    /// From the lower to the upper edge.
    public var height: Double
    /// Nil where it is unknown how it opens, or where it slides.
    public var swing: Swing?
    /// 0 to 1; nil where it is not known.
    public var confidence: Double?
    /// Inferred, not observed: drawn dashed.
    public var isUnseen: Bool

    /// An opening in a wall; lengths in metres.
    public init(
        id: PlanID, kind: Kind, wall: PlanID, offset: Double, width: Double, sill: Double = 0, height: Double, swing: Swing? = nil,
        confidence: Double? = nil, isUnseen: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.wall = wall
        self.offset = offset
        self.width = width
        self.sill = sill
        self.height = height
        self.swing = swing
        self.confidence = confidence
        self.isUnseen = isUnseen
    }

    /// Square metres.
    public var area: Double { width * height }
}
