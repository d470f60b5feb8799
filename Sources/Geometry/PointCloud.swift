/// Points without faces. `normals`, `colors` and the values of each attribute are either empty or one for each point.
public struct PointCloud: Sendable, Equatable {
    /// Metres.
    public var positions: [Vector3]
    /// Unit vectors.
    public var normals: [Vector3]
    /// Linear RGB, 0…1.
    public var colors: [Vector3]
    /// Further values of the points: intensity, classification, any scalar field.
    public var attributes: [PointAttribute] = []

    /// A cloud of its positions (metres), normals (unit vectors) and linear colours; the counts are not checked.
    public init(positions: [Vector3] = [], normals: [Vector3] = [], colors: [Vector3] = []) {
        self.positions = positions
        self.normals = normals
        self.colors = colors
    }

    /// The smallest box around the points; those with a NaN do not count.
    public var bounds: Bounds { Bounds(positions) }

    /// The points at these places, with all that they have.
    public func picked(_ places: [Int]) -> PointCloud {
        func pick(_ list: [Vector3]) -> [Vector3] { list.isEmpty ? [] : places.map { list[$0] } }
        var result = PointCloud(positions: pick(positions), normals: pick(normals), colors: pick(colors))
        result.attributes = attributes.map { attribute in
            var copy = attribute
            copy.values = attribute.values.picked(places)
            return copy
        }
        return result
    }

    /// The attribute with this name, if there is one.
    public func attribute(_ name: String) -> PointAttribute? { attributes.first { $0.name == name } }
}
