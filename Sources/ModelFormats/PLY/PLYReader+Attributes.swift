import Codecs
import Geometry

/// Properties of vertices that are neither positions, normals, colours nor texture coordinates: attributes of a cloud's points.
extension PLYReader {
    private static var maxAttributes: Int { 256 }

    /// Whether it is an opacity that hides nothing.
    static func isOpaque(_ attribute: PointAttribute) -> Bool {
        guard attribute.name == "alpha", let range = attribute.values.range else { return false }
        return range.lowerBound == (attribute.values.type.isFloatingPoint ? 1 : 255)
    }

    /// An attribute of a property's values.
    static func attribute(_ property: PLYHeader.Property, _ values: PointAttribute.Values) -> PointAttribute {
        let plain = property.name.hasPrefix("scalar_") ? String(property.name.dropFirst(7)) : property.name
        return PointAttribute(PointAttribute.Name.standard(property.name) ?? (plain.isEmpty ? property.name : plain), values)
    }

    /// Whether there are faces, so that the vertices are not a cloud.
    var hasFaces: Bool {
        header.elements.contains { ["face", "tristrips"].contains($0.name) && $0.count > 0 && Self.indexList($0) != nil }
    }

    /// The numbers of the properties that become attributes; notes what is not imported.
    mutating func note(
        _ element: PLYHeader.Element, slots: [Int], normals: Bool, colors: Bool, texture: Bool
    ) -> [Int] {
        if element.properties.contains(where: { $0.name == "f_dc_0" }) {
            notes.append("The file contains Gaussian splats without all of their properties; only their centres were imported.")
            return []
        }
        var others: [Int] = []
        var skipped: [String] = []
        for (i, slot) in slots.enumerated() {
            let property = element.properties[i]
            if slot < 3 || slot < 6 && normals || (6...8).contains(slot) && colors || (9...10).contains(slot) && texture {
                continue
            }
            if !hasFaces, property.lengthType == nil, others.count < Self.maxAttributes {
                others.append(i)
            } else if property.name != "alpha" {
                skipped.append(Text.quote(property.name, limit: 30))
            }
        }
        if !skipped.isEmpty {
            notes.append(
                "Vertex properties not imported: \(skipped.prefix(8).joined(separator: ", "))"
                    + "\(skipped.count > 8 ? " and others" : "").")
        }
        return others
    }
}
