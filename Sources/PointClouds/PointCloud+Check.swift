import Geometry

extension PointCloud {
    /// The vertices of a mesh.
    public init(_ mesh: TriangleMesh) { self.init(positions: mesh.positions, normals: mesh.normals, colors: mesh.colors) }

    /// Refuses what no operation on clouds can work with. Coordinates of more than a million kilometres are invalid, and products
    /// of theirs would leave the range of a float.
    /// - Returns: the box around the points.
    /// - Throws: `PointCloudError.badOption`.
    @discardableResult
    func check() throws(PointCloudError) -> Bounds {
        if positions.isEmpty { throw .badOption("the cloud is empty") }
        if positions.count >= Int(Int32.max) {
            throw .badOption("the cloud has \(positions.count) points; at most two thousand million are supported")
        }
        if !normals.isEmpty && normals.count != positions.count {
            throw .badOption("the cloud has \(positions.count) points, but \(normals.count) normals")
        }
        if !colors.isEmpty && colors.count != positions.count {
            throw .badOption("the cloud has \(positions.count) points, but \(colors.count) colours")
        }
        if let bad = attributes.first(where: { $0.values.count != positions.count }) {
            throw .badOption("the cloud has \(positions.count) points, but \(bad.values.count) values of ‘\(bad.name)’")
        }
        guard let bounds = Self.box(positions, limit: 1e9) else {
            let bad = positions.firstIndex { !Self.isWithin($0, 1e9) } ?? 0
            throw .badOption(
                "point \(bad) of the cloud is at \(positions[bad].x), \(positions[bad].y), \(positions[bad].z); "
                    + "remove points that are not within a million kilometres first")
        }
        return bounds
    }

    /// Refuses normals and colours that can't be reckoned with.
    /// - Throws: `PointCloudError.badOption`.
    package func checkAttributes() throws(PointCloudError) {
        if Self.box(normals, limit: 1000) == nil {
            let bad = normals.firstIndex { !Self.isWithin($0, 1000) } ?? 0
            throw .badOption("the normal of point \(bad) is not finite; estimate the normals first")
        }
        if Self.box(colors, limit: 1e9) == nil {
            let bad = colors.firstIndex { !Self.isWithin($0, 1e9) } ?? 0
            throw .badOption("the colour of point \(bad) is not finite; leave the colours out")
        }
    }

    private static func isWithin(_ v: Vector3, _ limit: Float) -> Bool {
        abs(v.x) <= limit && abs(v.y) <= limit && abs(v.z) <= limit
    }

    /// The box around vectors; nil where one is not finite or has a component beyond ±`limit`. Whole vectors of four, so that
    /// millions of points take a millisecond or two; what lies in the fourth lane does not matter.
    private static func box(_ vectors: [Vector3], limit: Float) -> Bounds? {
        guard !vectors.isEmpty else { return .empty }
        var low = SIMD4<Float>(repeating: .infinity)
        var high = -low
        // Zero as long as everything is finite.
        var rest = SIMD4<Float>(repeating: 0)
        vectors.withUnsafeBytes { bytes in
            for i in stride(from: 0, to: bytes.count, by: 16) {
                let v = bytes.load(fromByteOffset: i, as: SIMD4<Float>.self)
                low = low.replacing(with: v, where: v .< low)
                high = high.replacing(with: v, where: v .> high)
                rest += v * 0
            }
        }
        let box = Bounds(min: Vector3(low.x, low.y, low.z), max: Vector3(high.x, high.y, high.z))
        return rest.x == 0 && rest.y == 0 && rest.z == 0 && isWithin(box.min, limit) && isWithin(box.max, limit) ? box : nil
    }

    /// The cloud moved.
    public func transformed(by transform: RigidTransform) -> PointCloud {
        let rotation = transform.rotation.matrix
        let shift = transform.translation
        var moved = self
        moved.positions = positions.map { rotation * $0 + shift }
        moved.normals = normals.map { rotation * $0 }
        return moved
    }
}
