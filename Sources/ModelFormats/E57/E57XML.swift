/// The XML section of an E57 file under construction (ASTM E2807, section 8).
struct E57XML {
    private(set) var text = ""
    private var opened: [String] = []

    mutating func open(_ name: String, _ attributes: String = "type=\"Structure\"") {
        line("<\(name) \(attributes)>")
        opened.append(name)
    }

    mutating func close() {
        let name = opened.removeLast()
        line("</\(name)>")
    }

    private mutating func line(_ content: String) { text += String(repeating: "  ", count: opened.count) + content + "\n" }

    private mutating func string(_ name: String, _ value: String) {
        // What XML cannot hold, even quoted, becomes a blank.
        let clean = String(
            String.UnicodeScalarView(value.unicodeScalars.map { $0.value < 32 && $0 != "\n" && $0 != "\t" ? " " : $0 }))
        let safe = clean.split(separator: "]]>", omittingEmptySubsequences: false).joined(separator: "]]]]><![CDATA[>")
        line("<\(name) type=\"String\"><![CDATA[\(safe)]]></\(name)>")
    }

    private mutating func float(_ name: String, _ value: Double) { line("<\(name) type=\"Float\">\(value)</\(name)>") }
    private mutating func integer(_ name: String, _ value: Int) { line("<\(name) type=\"Integer\">\(value)</\(name)>") }

    /// - Parameter isExtended: whether points have attributes of Diorama's extension.
    mutating func begin(crs: String?, isExtended: Bool) {
        text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        open(
            "e57Root",
            "type=\"Structure\" xmlns=\"http://www.astm.org/COMMIT/E57/2010-e57-v1.0\" "
                + "xmlns:nor=\"http://www.libe57.org/E57_NOR_surface_normals.txt\""
                + (isExtended ? " xmlns:\(E57.attributePrefix)=\"\(E57.attributeNamespace)\"" : ""))
        string("formatName", "ASTM E57 3D Imaging Data File")
        integer("versionMajor", 1)
        integer("versionMinor", 0)
        string("e57LibraryVersion", "Diorama")
        if let crs { string("coordinateMetadata", crs) }
    }

    /// - Parameter id: of all that the file holds.
    mutating func end(id: String) {
        string("guid", id)
        close()
    }

    mutating func pose(_ pose: E57Pose) {
        open("pose")
        open("rotation")
        for (name, value) in zip(["w", "x", "y", "z"], pose.quaternion) { float(name, value) }
        close()
        open("translation")
        for (k, name) in ["x", "y", "z"].enumerated() { float(name, pose.translation[k]) }
        close()
        close()
    }

    /// - Parameter offset: the logical offset of the section with the points.
    mutating func scan(_ name: String, id: String, pose: E57Pose, points: E57Points, offset: Int) {
        open("vectorChild")
        string("guid", id)
        string("name", name)
        self.pose(pose)
        open("cartesianBounds")
        for (k, axis) in ["x", "y", "z"].enumerated() {
            float("\(axis)Minimum", points.low[k])
            float("\(axis)Maximum", points.high[k])
        }
        close()
        let hasColors = !points.cloud.colors.isEmpty
        if hasColors {
            open("colorLimits")
            for color in ["Red", "Green", "Blue"] {
                integer("color\(color)Minimum", 0)
                integer("color\(color)Maximum", 255)
            }
            close()
        }
        if let intensity = points.columns.first(where: { $0.name == "intensity" }), let range = intensity.attribute.values.range {
            open("intensityLimits")
            for (name, value) in [("Minimum", range.lowerBound), ("Maximum", range.upperBound)] {
                if intensity.type.isFloatingPoint {
                    float("intensity\(name)", value)
                } else {
                    integer("intensity\(name)", Int(value))
                }
            }
            close()
        }
        open(
            "points", "type=\"CompressedVector\" fileOffset=\"\(E57Pages.physical(offset))\" recordCount=\"\(points.range.count)\"")
        open("prototype")
        for (k, axis) in ["X", "Y", "Z"].enumerated() {
            let precision = points.isPlain ? " precision=\"single\"" : ""
            line("<cartesian\(axis) type=\"Float\"\(precision) minimum=\"\(points.low[k])\" maximum=\"\(points.high[k])\"/>")
        }
        if hasColors {
            for color in ["Red", "Green", "Blue"] { line("<color\(color) type=\"Integer\" minimum=\"0\" maximum=\"255\"/>") }
        }
        if !points.cloud.normals.isEmpty {
            for axis in ["X", "Y", "Z"] {
                line("<nor:normal\(axis) type=\"Float\" precision=\"single\" minimum=\"-1\" maximum=\"1\"/>")
            }
        }
        for column in points.columns {
            if let range = column.type.integers {
                // Returns are counted from 0 here, from 1 as attributes, of the same type.
                let high = Int(range.upperBound) - (column.name == "returnIndex" ? 1 : 0)
                line("<\(column.name) type=\"Integer\" minimum=\"\(Int(range.lowerBound))\" maximum=\"\(high)\"/>")
            } else {
                line("<\(column.name) type=\"Float\" precision=\"\(column.type == .float ? "single" : "double")\"/>")
            }
        }
        close()
        line("<codecs type=\"Vector\" allowHeterogeneousChildren=\"1\"/>")
        close()
        close()
    }

    /// - Parameter offset: the logical offset of the section with the image's bytes.
    mutating func image(_ image: ScanImage, id: String, pose: E57Pose, offset: Int) {
        open("vectorChild")
        string("guid", id)
        string("name", image.name)
        self.pose(pose)
        let element =
            switch image.projection {
            case .pinhole: "pinholeRepresentation"
            case .spherical: "sphericalRepresentation"
            case .cylindrical: "cylindricalRepresentation"
            case .visual: "visualReferenceRepresentation"
            }
        open(element)
        let kind = image.content.format == .png ? "pngImage" : "jpegImage"
        line("<\(kind) type=\"Blob\" fileOffset=\"\(E57Pages.physical(offset))\" length=\"\(image.content.bytes.count)\"/>")
        integer("imageHeight", image.height)
        integer("imageWidth", image.width)
        projection(image.projection)
        close()
        close()
    }

    private mutating func projection(_ projection: ScanImage.Projection) {
        switch projection {
        case .pinhole(let length, let centre):
            // Lengths of the camera in metres: pixels as wide as a micrometre, and as high as the focal lengths want.
            float("focalLength", Double(length.x) * 1e-6)
            float("pixelWidth", 1e-6)
            float("pixelHeight", 1e-6 * Double(length.x) / Double(length.y))
            float("principalPointX", Double(centre.x))
            float("principalPointY", Double(centre.y))
        case .spherical(let size):
            float("pixelWidth", Double(size.x))
            float("pixelHeight", Double(size.y))
        case .cylindrical(let size, let radius, let row):
            float("pixelWidth", Double(size.x))
            float("pixelHeight", Double(size.y))
            float("radius", Double(radius))
            float("principalPointY", Double(row))
        case .visual: break
        }
    }
}
