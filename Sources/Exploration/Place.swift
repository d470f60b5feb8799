import Geometry

/// A scanned place as one walks through it: its surface, where its floor and ceiling are, and where a visitor can stand.
public struct Place: Sendable {
    /// The scanned surface, in metres.
    public let mesh: TriangleMesh
    let bvh: BVH
    /// Bounds of the mesh, metres.
    public let bounds: Bounds
    /// Heights of floor and ceiling.
    public let levels: Levels
    /// Where a visitor first stands: on the largest connected piece of floor, as near to its middle as can be; nil where there is
    /// no room to stand. A visitor of such a place glides over the ground plan instead.
    public private(set) var start: Vector3?
    /// The body that walks here.
    public let body: Body

    /// The measures of a visitor, in metres.
    public struct Body: Sendable, Equatable {
        /// Half of the width. Scanned doors are rarely narrower than 0.6 m.
        public var radius: Float = 0.17
        /// Height of the body.
        public var height: Float = 1.5
        /// Where the eyes are, above the floor.
        public var eyes: Float = 1.45
        /// What a step climbs. The capsule that meets walls begins above it.
        public var step: Float = 0.3

        /// A body with default measures.
        public init() {}
    }

    /// As far as a place may reach from the origin, in metres.
    public static let maxExtent: Float = 1e5

    /// - Throws: `ExplorationError.emptyMesh`, `.badMesh`, or `.badNumber` where it reaches too far.
    public init(_ mesh: TriangleMesh, body: Body = Body()) throws(ExplorationError) {
        self = try PlaceBuilder(mesh, body: body).finish()
    }

    fileprivate init(_ mesh: TriangleMesh, bvh: BVH, levels: Levels, body: Body) {
        self.mesh = mesh
        self.bvh = bvh
        self.levels = levels
        self.body = body
        bounds = bvh.bounds
        start = findStart()
    }

    /// The unit normal of a triangle as its corners turn; upwards where it has no area.
    func normal(_ triangle: Int) -> Vector3 {
        let (a, b, c) = mesh.corners(triangle)
        let n = cross(b - a, c - a)
        return n.lengthSquared > 0 ? n.normalized : Vector3(0, 1, 0)
    }
}

/// Makes a place piece by piece, for a page that must stay quick: `advance` until it is done, then `finish`.
public struct PlaceBuilder: Sendable {
    private let mesh: TriangleMesh
    private let body: Place.Body
    private var hierarchy: BVH.Builder
    private var bvh: BVH?
    private var levels: Levels?

    /// - Throws: `ExplorationError.emptyMesh`, `.badMesh`, or `.badNumber` where it reaches too far.
    public init(_ mesh: TriangleMesh, body: Place.Body = Place.Body()) throws(ExplorationError) {
        guard mesh.indices.count % 3 == 0 else { throw .badMesh }
        guard !mesh.indices.isEmpty else { throw .emptyMesh }
        guard let count = UInt32(exactly: mesh.positions.count), Int32(exactly: mesh.indices.count / 3) != nil else {
            throw .tooLarge
        }
        for i in mesh.indices where i >= count { throw .badMesh }
        // Further out, single precision knows no centimetres.
        for p in mesh.positions where p.isFinite && p.lanewiseMax(-p).max() > Place.maxExtent { throw .badNumber }
        self.mesh = mesh
        self.body = body
        hierarchy = BVH.Builder(mesh)
        guard !hierarchy.isEmpty else { throw .emptyMesh }
    }

    /// Looks at about `budget` triangles, ten thousand of which take some milliseconds; whether all is done.
    public mutating func advance(_ budget: Int) -> Bool {
        guard hierarchy.advance(budget) else { return false }
        guard let bvh else {
            bvh = hierarchy.finish()
            return false
        }
        guard levels == nil else { return true }
        levels = Levels(mesh, in: bvh.bounds)
        return true
    }

    /// The place; finishes what `advance` has left to do.
    public consuming func finish() -> Place {
        while !advance(.max) {}
        let bvh = bvh ?? hierarchy.finish()
        return Place(mesh, bvh: bvh, levels: levels ?? Levels(mesh, in: bvh.bounds), body: body)
    }
}
