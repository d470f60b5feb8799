import Geometry

extension PointCloud {
    /// The vertices of a mesh.
    public init(_ mesh: TriangleMesh) { self.init(positions: mesh.positions, normals: mesh.normals, colors: mesh.colors) }

    /// Refuses what no operation on clouds can work with.
    /// - Throws: `ReconstructionError.badOption`.
    func check() throws(ReconstructionError) {
        if positions.isEmpty { throw .badOption("the cloud is empty") }
        if positions.count >= Int(Int32.max) {
            throw .badOption("the cloud has \(positions.count) points; two thousand million is the most")
        }
        if let bad = positions.firstIndex(where: { !$0.isFinite || ($0.lengthSquared > 1e30) }) {
            throw .badOption("point \(bad) of the cloud is not at a finite place; remove such points first")
        }
        if !normals.isEmpty && normals.count != positions.count {
            throw .badOption("the cloud has \(positions.count) points, but \(normals.count) normals")
        }
        if !colors.isEmpty && colors.count != positions.count {
            throw .badOption("the cloud has \(positions.count) points, but \(colors.count) colours")
        }
    }

    /// The points of these numbers, in their order, with their normals and colours.
    public func selecting(_ indices: [Int]) -> PointCloud {
        PointCloud(
            positions: indices.map { positions[$0] }, normals: normals.isEmpty ? [] : indices.map { normals[$0] },
            colors: colors.isEmpty ? [] : indices.map { colors[$0] })
    }

    /// The cloud moved.
    public func transformed(by transform: RigidTransform) -> PointCloud {
        let (rotation, shift) = (transform.rotation.matrix, transform.translation)
        return PointCloud(
            positions: positions.map { rotation * $0 + shift }, normals: normals.map { rotation * $0 }, colors: colors)
    }
}
