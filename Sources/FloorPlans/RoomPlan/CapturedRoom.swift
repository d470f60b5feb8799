/// One scan by Apple's RoomPlan, as its JSON holds it: a `CapturedRoom`, or a `CapturedStructure` of several.
///
/// Metres, y up, right-handed. Everything is in the world of the scan: `referenceOriginTransform` has been undone while reading.
/// Source: Apple's documentation of RoomPlan, and files that it wrote.
public struct CapturedRoom: Sendable, Equatable {
    /// Apple's UUID of the scan, where the file has one.
    public var identifier: String?
    /// Of the JSON; nil where old files have none.
    public var version: Int?
    /// Walls, one face each.
    public var walls: [Surface] = []
    /// Doors.
    public var doors: [Surface] = []
    /// Windows.
    public var windows: [Surface] = []
    /// Openings without door or window.
    public var openings: [Surface] = []
    /// None before iOS 17.
    public var floors: [Surface] = []
    /// Furniture.
    public var objects: [Object] = []
    /// None before iOS 17.
    public var sections: [Section] = []
    /// The rooms of a `CapturedStructure`, in its frame; its own surfaces are merged from theirs.
    public var rooms: [CapturedRoom] = []
    /// What was undone while reading; nil where the file has none.
    public var referenceOrigin: Pose?

    /// A scan without surfaces.
    public init() {}

    /// A wall, door, window, opening or floor: a rectangle or polygon without thickness.
    public struct Surface: Sendable, Equatable {
        /// Apple's UUID, where the file has one.
        public var identifier: String?
        /// The wall that an opening is in.
        public var parentIdentifier: String?
        /// 0 to 1: Apple's low, medium and high are taken as 0.3, 0.6 and 0.9; nil where the file says nothing.
        public var confidence: Double?
        /// Width, height, and depth, which is 0.
        public var dimensions: SIMD3<Double>
        /// From the surface, centred, x along its width, y up (of a floor: along its height), z out of its face, to the world.
        public var transform: Pose
        /// In the surface's own coordinates; empty where it is a rectangle.
        public var polygonCorners: [SIMD3<Double>] = []
        /// The arc of a curved wall; nil where it is straight.
        public var curve: Curve?
        /// Storey number; 0 is the ground floor.
        public var story = 0
        /// Of doors; nil where the file says nothing.
        public var isOpen: Bool?
    }

    /// An arc seen from above, in a surface's own x and z.
    public struct Curve: Sendable, Equatable {
        /// Radians, from x towards z.
        public var startAngle: Double
        /// Radians, from x towards z.
        public var endAngle: Double
        /// Radius in metres.
        public var radius: Double
        /// Nil in old files: then the chord's middle is the surface's origin.
        public var center: SIMD2<Double>?
    }

    /// A piece of furniture as a box.
    public struct Object: Sendable, Equatable {
        /// Apple's UUID, where the file has one.
        public var identifier: String?
        /// The object that it belongs to, where the file says so.
        public var parentIdentifier: String?
        /// Apple's own name of it, such as `washerDryer`.
        public var category: String
        /// 0 to 1, as for surfaces; nil where the file says nothing.
        public var confidence: Double?
        /// Along the object's own x, y (up) and z (to its front).
        public var dimensions: SIMD3<Double>
        /// From the object's centred axes to the world.
        public var transform: Pose
        /// What more is known, such as `ChairType`: `dining`; sorted by key.
        public var attributes: [(key: String, value: String)] = []
        /// Storey number; 0 is the ground floor.
        public var story = 0

        public static func == (a: Object, b: Object) -> Bool {
            a.identifier == b.identifier && a.parentIdentifier == b.parentIdentifier && a.category == b.category
                && a.confidence == b.confidence && a.dimensions == b.dimensions && a.transform == b.transform
                && a.attributes.map(\.key) == b.attributes.map(\.key) && a.attributes.map(\.value) == b.attributes.map(\.value)
                && a.story == b.story
        }
    }

    /// A part of the scan that is one room.
    public struct Section: Sendable, Equatable {
        /// Apple's own name of its use, such as `livingRoom`.
        public var label: String
        /// Position in the world, metres.
        public var center: SIMD3<Double>
        /// Storey number; 0 is the ground floor.
        public var story = 0
    }

    /// Where a surface or an object stands: three axes of unit length, and the origin.
    public struct Pose: Sendable, Equatable {
        /// The x axis in the world, unit length.
        public var x: SIMD3<Double>
        /// The y axis in the world, unit length.
        public var y: SIMD3<Double>
        /// The z axis in the world, unit length.
        public var z: SIMD3<Double>
        /// The origin in the world, metres.
        public var origin: SIMD3<Double>

        /// The world's own axes.
        public static let identity = Pose(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1], origin: .zero)

        /// Transforms a point to the world.
        public func apply(_ p: SIMD3<Double>) -> SIMD3<Double> { origin + turn(p) }
        func turn(_ p: SIMD3<Double>) -> SIMD3<Double> { x * p.x + y * p.y + z * p.z }

        /// The way back; the axes are at right angles.
        public var inverse: Pose {
            let turned = Pose(x: [x.x, y.x, z.x], y: [x.y, y.y, z.y], z: [x.z, y.z, z.z], origin: .zero)
            var back = turned
            back.origin = -turned.turn(origin)
            return back
        }

        /// The pose that applies `b` first, then `a`.
        public static func * (a: Pose, b: Pose) -> Pose {
            Pose(x: a.turn(b.x), y: a.turn(b.y), z: a.turn(b.z), origin: a.apply(b.origin))
        }
    }
}

extension CapturedRoom {
    /// Moves everything.
    func moved(by pose: Pose) -> CapturedRoom {
        func move(_ surfaces: [Surface]) -> [Surface] {
            surfaces.map { surface in
                var copy = surface
                copy.transform = pose * surface.transform
                return copy
            }
        }
        var copy = self
        copy.walls = move(walls)
        copy.doors = move(doors)
        copy.windows = move(windows)
        copy.openings = move(openings)
        copy.floors = move(floors)
        for i in objects.indices { copy.objects[i].transform = pose * objects[i].transform }
        for i in sections.indices { copy.sections[i].center = pose.apply(sections[i].center) }
        // A room that brought a reference of its own is in the world already.
        copy.rooms = rooms.map { $0.referenceOrigin == nil ? $0.moved(by: pose) : $0 }
        return copy
    }
}

extension SIMD3<Double> {
    /// Seen from above: the plan's y is the world's −z.
    var onPlan: PlanPoint { PlanPoint(x, -z) }
}
