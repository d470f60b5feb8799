import Codecs
import Geometry

/// Corners of triangles or segments of a geometry's polygons.
struct FBXCorners {
    /// For each corner its number among the polygons' corners.
    let corners: [UInt32]
    /// The position of each corner.
    let vertices: [UInt32]
    /// The polygon of each triangle or segment.
    let polygons: [UInt32]
    /// 3 or 2.
    let width: Int

    var isEmpty: Bool { corners.isEmpty }

    /// Only these triangles or segments.
    func picked(_ elements: [Int]) -> FBXCorners {
        func pick(_ list: [UInt32]) -> [UInt32] { elements.flatMap { list[width * $0..<width * ($0 + 1)] } }
        return FBXCorners(corners: pick(corners), vertices: pick(vertices), polygons: elements.map { polygons[$0] }, width: width)
    }
}

/// A layer element of a geometry: values, and which of them a corner has.
struct FBXLayer {
    enum Mapping {
        case corner, vertex, polygon, all

        init?(_ name: String?) {
            switch name {
            case "ByPolygonVertex": self = .corner
            case "ByVertice", "ByVertex": self = .vertex
            case "ByPolygon": self = .polygon
            case "AllSame": self = .all
            default: return nil
            }
        }
    }

    let name: String?
    let values: FBXNumbers
    /// Numbers of a value.
    let width: Int
    private let mapping: Mapping
    private let indices: FBXNumbers?

    private static let titles = [
        "Normals": "Normals", "UV": "Texture coordinates", "Colors": "Colours", "Tangents": "Tangents", "Binormals": "Binormals",
    ]

    /// Reads an element; nil and a note where it can't be used.
    /// - Parameters:
    ///   - element: the record.
    ///   - list: the record of its values.
    ///   - index: the record of indices into them.
    ///   - width: numbers of a value.
    init?(
        _ element: FBXNode, _ list: String, index: String, width: Int, arrays: inout FBXArrays, note: (String) -> Void
    ) throws(FormatError) {
        let title = Self.titles[list] ?? list
        guard let values = try arrays.floats(element.child(list)), values.count >= width else { return nil }
        guard let mapping = Mapping(element.child("MappingInformationType")?.text(0)) else {
            note("\(title) mapped \(Text.quote(element.child("MappingInformationType")?.text(0) ?? "nowhere")) are not read.")
            return nil
        }
        self.values = values
        self.width = width
        self.mapping = mapping
        name = element.child("Name")?.text(0)
        indices =
            element.child("ReferenceInformationType")?.text(0) == "Direct" ? nil : try arrays.integers(element.child(index))
    }

    /// The number of the value of each corner; nil where one has none.
    func numbers(_ corners: FBXCorners) -> [UInt32]? {
        var result: [UInt32]
        switch mapping {
        case .corner: result = corners.corners
        case .vertex: result = corners.vertices
        case .polygon: result = corners.polygons.flatMap { [UInt32](repeating: $0, count: corners.width) }
        case .all: result = [UInt32](repeating: 0, count: corners.corners.count)
        }
        let count = values.count / width
        if let indices {
            for i in result.indices {
                let place = Int(result[i])
                guard place < indices.count else { return nil }
                let number = indices[place]
                guard number >= 0, number < count else { return nil }
                result[i] = UInt32(number)
            }
            return result
        }
        return result.allSatisfyOnAllCores({ Int($0) < count }) ? result : nil
    }
}
