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

    /// The points at these indices, with all that they have.
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

    /// Adds an attribute under its name, or, if that is in use, under the name with a number behind it.
    public mutating func add(_ attribute: PointAttribute) {
        var attribute = attribute
        let name = attribute.name
        var number = 2
        while attributes.contains(where: { $0.name == attribute.name }) {
            attribute.name = name + " " + String(number)
            number += 1
        }
        attributes.append(attribute)
    }

    /// Adds the points of another cloud. Normals (upright), colours (white) and attributes (0) that only one of them has are
    /// filled for the points of the other one.
    public mutating func append(_ other: PointCloud) {
        func joined(_ a: [Vector3], _ b: [Vector3], _ rest: Vector3) -> [Vector3] {
            if a.isEmpty && b.isEmpty { return [] }
            let first = a.isEmpty ? Array(repeating: rest, count: positions.count) : a
            return first + (b.isEmpty ? Array(repeating: rest, count: other.positions.count) : b)
        }
        normals = joined(normals, other.normals, Vector3(0, 1, 0))
        colors = joined(colors, other.colors, Vector3(repeating: 1))
        for i in attributes.indices {
            let values = attributes[i].values
            attributes[i].values = values.appending(
                other.attribute(attributes[i].name)?.values ?? .zeros(values.type, count: other.positions.count))
        }
        for attribute in other.attributes where !attributes.contains(where: { $0.name == attribute.name }) {
            var copy = attribute
            copy.values = PointAttribute.Values.zeros(attribute.values.type, count: positions.count).appending(attribute.values)
            attributes.append(copy)
        }
        positions += other.positions
    }
}
