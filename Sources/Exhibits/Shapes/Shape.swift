import Geometry

/// Triangles with normals and texture coordinates: what parametric parts are put together from. Metres, y up, counter-clockwise
/// seen from outside.
struct Shape: Sendable, Equatable {
    /// Metres.
    var positions: [Vector3] = []
    /// Unit vectors, one for each vertex.
    var normals: [Vector3] = []
    /// u to the right, v downwards, one for each vertex.
    var coordinates: [Vector2] = []
    /// Three for each triangle.
    var indices: [UInt32] = []

    var triangleCount: Int { indices.count / 3 }

    /// Appends a vertex and returns its number.
    mutating func vertex(_ position: Vector3, normal: Vector3, at coordinates: Vector2) -> UInt32 {
        positions.append(position)
        normals.append(normal)
        self.coordinates.append(coordinates)
        return UInt32(positions.count - 1)
    }

    /// Appends a triangle unless two of its corners coincide.
    mutating func triangle(_ a: UInt32, _ b: UInt32, _ c: UInt32) {
        let p = positions[Int(a)]
        let q = positions[Int(b)]
        let r = positions[Int(c)]
        guard p != q, q != r, r != p else { return }
        indices += [a, b, c]
    }

    /// Appends a flat quadrilateral with its own normal; texture coordinates are metres in its plane.
    mutating func quad(_ corners: [Vector3]) {
        let normal = cross(corners[1] - corners[0], corners[3] - corners[0]).normalized
        let along = (corners[1] - corners[0]).normalized
        let up = cross(normal, along)
        let numbers = corners.map { corner -> UInt32 in
            let d = corner - corners[0]
            return vertex(corner, normal: normal, at: Vector2(dot(d, along), -dot(d, up)))
        }
        triangle(numbers[0], numbers[1], numbers[2])
        triangle(numbers[0], numbers[2], numbers[3])
    }

    /// Appends another shape.
    mutating func append(_ other: Shape) {
        let first = UInt32(positions.count)
        positions += other.positions
        normals += other.normals
        coordinates += other.coordinates
        indices += other.indices.map { $0 + first }
    }

    /// Several shapes as one.
    static func union(_ shapes: [Shape]) -> Shape {
        var result = Shape()
        for shape in shapes { result.append(shape) }
        return result
    }

    /// The shape moved rigidly.
    func moved(_ transform: RigidTransform) -> Shape {
        var copy = self
        copy.positions = positions.map { transform.apply($0) }
        copy.normals = normals.map { transform.rotation.rotate($0) }
        return copy
    }

    /// The shape moved by a vector in metres.
    func translated(_ x: Float, _ y: Float, _ z: Float) -> Shape {
        var copy = self
        copy.positions = positions.map { $0 + Vector3(x, y, z) }
        return copy
    }

    /// The shape turned by an angle in radians about an axis through the origin.
    func rotated(_ angle: Float, about axis: Vector3) -> Shape {
        moved(RigidTransform(rotation: Quaternion(angle: angle, axis: axis)))
    }

    /// The shape turned about the y axis: what pointed to +z then points to azimuth `angle`, which is towards +x at a quarter turn.
    func turned(_ angle: Float) -> Shape { angle == 0 ? self : rotated(angle, about: Vector3(0, 1, 0)) }

    /// The shape turned so that its y axis points in a direction.
    func aimed(_ direction: Vector3) -> Shape {
        let d = direction.normalized
        let axis = cross(Vector3(0, 1, 0), d)
        let sine = axis.length
        if sine < 1e-6 { return d.y > 0 ? self : rotated(.pi, about: Vector3(1, 0, 0)) }
        return rotated(Trigonometry.atan2(sine, d.y), about: axis.normalized)
    }

    /// Copies at azimuths in radians about the y axis.
    func around(_ angles: [Float]) -> Shape { .union(angles.map { turned($0) }) }

    /// Copies at equal angles about the y axis, the first at azimuth `first`.
    func around(_ count: Int, first: Float = 0) -> Shape {
        around((0..<count).map { first + Float($0) / Float(count) * 2 * .pi })
    }

    /// The mirror image in the plane x = 0.
    func mirrored() -> Shape {
        var copy = self
        copy.positions = positions.map { Vector3(-$0.x, $0.y, $0.z) }
        copy.normals = normals.map { Vector3(-$0.x, $0.y, $0.z) }
        for t in 0..<triangleCount { copy.indices.swapAt(3 * t + 1, 3 * t + 2) }
        return copy
    }

    /// The shape with its inside out.
    func inverted() -> Shape {
        var copy = self
        copy.normals = normals.map { -$0 }
        for t in 0..<triangleCount { copy.indices.swapAt(3 * t + 1, 3 * t + 2) }
        return copy
    }

    /// The shape with all texture coordinates multiplied.
    func textured(_ scale: Vector2, offset: Vector2 = Vector2(0, 0)) -> Shape {
        var copy = self
        copy.coordinates = coordinates.map { $0 * scale + offset }
        return copy
    }
}

/// How fine the curves and how many the ornaments of a model are: level 0 is the finest, each further one has about a quarter of
/// the triangles.
struct Detail: Sendable, Equatable {
    /// 0 is the finest.
    let level: Int
    /// By which the numbers of segments are multiplied.
    let scale: Float

    /// - Parameters:
    ///   - level: 0 is the finest.
    ///   - density: segments of the finest level in relation to what the parts ask for.
    init(level: Int, density: Float = 1) {
        self.level = level
        scale = density * ([1, 0.40, 0.17][min(max(level, 0), 2)] as Float)
    }

    /// The number of segments of a curve for which a part asks for `finest`.
    func segments(_ finest: Int, least: Int = 4) -> Int {
        let limit = level >= 2 ? max(3, least * 2 / 3) : least
        return max(min(limit, finest), Int((Float(finest) * scale).rounded()))
    }

    /// Whether small parts such as bolts are modelled.
    var hasOrnaments: Bool { level == 0 }

    /// Whether parts of a hand's size are modelled.
    var hasFittings: Bool { level <= 1 }
}
