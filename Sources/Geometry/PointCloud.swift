/// Points without faces. `normals` and `colors` are either empty or one a point.
public struct PointCloud: Sendable, Equatable {
    /// Metres.
    public var positions: [Vector3]
    /// Unit vectors.
    public var normals: [Vector3]
    /// Linear RGB, 0…1.
    public var colors: [Vector3]

    public init(positions: [Vector3] = [], normals: [Vector3] = [], colors: [Vector3] = []) {
        self.positions = positions
        self.normals = normals
        self.colors = colors
    }

    public var bounds: Bounds { Bounds(positions) }
}
