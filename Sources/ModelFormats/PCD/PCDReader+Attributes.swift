import Codecs
import Geometry

/// Fields that are neither positions, normals nor colours: attributes of the points.
extension PCDReader {
    /// Reads the attributes, on all cores.
    mutating func readAttributes(_ base: UnsafeRawPointer, _ place: (Column) -> StridedPoints.Column) {
        let points = StridedPoints(base: base, count: header.points)
        attributes = others.map { name, column in
            let values =
                column.size == 8 && column.type != "F"
                ? points.integers(place(column), isSigned: column.type == "I") : points.numbers(place(column), column.scalar)
            return PointAttribute(name, values)
        }
    }

    /// The attributes, each under a name of its own; notes integers that lost digits.
    func finishedAttributes(_ notes: inout [String]) -> [PointAttribute] {
        var cloud = PointCloud()
        for attribute in attributes { cloud.add(attribute) }
        for (name, column) in others where column.size == 8 && column.type != "F" {
            guard let range = cloud.attribute(name)?.values.range, max(-range.lowerBound, range.upperBound) > 0x1p53 else {
                continue
            }
            notes.append("Integers of 64 bits in \(Text.quote(name, limit: 30)) were rounded to doubles.")
        }
        return cloud.attributes
    }
}

extension PCDReader.Column {
    /// The type of the numbers as an attribute: doubles for integers of 64 bits.
    var scalar: PointAttribute.Scalar {
        switch (type, size) {
        case ("F", 4): .float
        case ("U", 1): .uint8
        case ("U", 2): .uint16
        case ("U", 4): .uint32
        case ("I", 1): .int8
        case ("I", 2): .int16
        case ("I", 4): .int32
        default: .double
        }
    }
}
