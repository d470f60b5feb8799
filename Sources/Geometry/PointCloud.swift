/// Points without faces. `normals` and `colors` are either empty or one a point.
public struct PointCloud: Sendable, Equatable {
    /// Metres.
    public var positions: [Vector3]
    /// Unit vectors.
    public var normals: [Vector3]
    /// Linear RGB, 0…1.
    public var colors: [Vector3]

    /// A cloud of its positions (metres), normals (unit vectors) and linear colours; the counts are not checked.
    public init(positions: [Vector3] = [], normals: [Vector3] = [], colors: [Vector3] = []) {
        self.positions = positions
        self.normals = normals
        self.colors = colors
    }

    /// The smallest box around the points; those with a NaN do not count.
    public var bounds: Bounds { Bounds(positions) }
}
