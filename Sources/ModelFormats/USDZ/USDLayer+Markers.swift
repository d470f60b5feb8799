import Geometry

/// A labelled point of a model, such as the position of a memory.
public struct Marker: Sendable, Equatable {
    /// Position in metres, in the coordinates of the model.
    public var position: Vector3
    /// The label.
    public var title: String
    /// Linear RGB.
    public var color: Vector3

    /// A labelled point; orange by default.
    public init(position: Vector3, title: String, color: Vector3 = Vector3(1, 0.46, 0.09)) {
        self.position = position
        self.title = title
        self.color = color
    }
}

extension USDLayer {
    /// Half the height of a marker, in metres.
    private static let size: Float = 0.05
    /// Longer titles are cut: a label is read at arm's length.
    private static let titleLength = 60

    /// The markers as octahedra with their titles above them, readable from both sides, each below an Xform of its own.
    ///
    /// The titles are Apple's `Preliminary_Text`, which Quick Look draws and other readers pass over.
    static func memories(_ markers: [Marker], _ frame: CoordinateFrame) -> USDPrimSpec {
        var colors: [Vector3] = []
        for marker in markers where !colors.contains(marker.color) { colors.append(marker.color) }
        var group = USDPrimSpec(frame.isMetresYUp ? "Scope" : "Xform", name: "Memories")
        if !frame.isMetresYUp {
            // Markers are made in metres, y up.
            let rows = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map { axis in
                let out = frame.toFile(axis)
                return SIMD4(Double(out.x), Double(out.y), Double(out.z), 0)
            }
            group.properties = transform(
                .attribute("matrix4d", name: "xformOp:transform", value: .matrix(rows + [SIMD4(0, 0, 0, 1)])))
        }
        group.children = colors.enumerated().map { i, color in
            let surface = preview([
                .attribute("color3f", name: "inputs:diffuseColor", value: .float3(color)),
                .attribute("color3f", name: "inputs:emissiveColor", value: .float3(color * 0.5)),
                .attribute("float", name: "inputs:metallic", value: .float(0)),
                .attribute("float", name: "inputs:roughness", value: .float(0.6)),
            ])
            return material("Look_\(i)", at: "/Diorama/Memories/Look_\(i)", [surface])
        }
        group.children += markers.enumerated().map { i, marker in
            memory(i, marker, material: "/Diorama/Memories/Look_\(colors.firstIndex(of: marker.color) ?? 0)")
        }
        return group
    }

    private static func memory(_ number: Int, _ marker: Marker, material: String) -> USDPrimSpec {
        let title = line(marker.title)
        let s = size
        let w = size * 0.6
        let corners = [(0, -s, 0), (w, 0, 0), (0, 0, -w), (-w, 0, 0), (0, 0, w), (0, s, 0)].map { Vector3($0, $1, $2) }
        // Both halves, each side seen from outside anticlockwise.
        let faces: [Int32] = [5, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 1, 0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4]
        let pin = shape(
            "Mesh", name: "Pin", box: Bounds(min: Vector3(-w, -s, -w), max: Vector3(w, s, w)), material: material,
            properties: [
                .uniform("token", name: "subdivisionScheme", value: .token("none")),
                .attribute("int[]", name: "faceVertexCounts", value: .ints(faces.count / 3) { _ in 3 }),
                .attribute("int[]", name: "faceVertexIndices", value: .ints(faces.count) { faces[$0] }),
                .attribute("point3f[]", name: "points", value: .float3s(corners)),
            ])
        let position = SIMD3<Double>(Double(marker.position.x), Double(marker.position.y), Double(marker.position.z))
        return USDPrimSpec(
            "Xform", name: "Memory_\(number)", fields: [("documentation", .string(title))],
            properties: transform(.attribute("double3", name: "xformOp:translate", value: .double3(position))),
            children: [pin, label("Front", title, turn: 0), label("Back", title, turn: 180)])
    }

    private static func label(_ side: String, _ title: String, turn: Float) -> USDPrimSpec {
        USDPrimSpec(
            "Preliminary_Text", name: side,
            properties: [
                .attribute("string", name: "content", value: .string(title)),
                .attribute("float", name: "pointSize", value: .float(100)),
                .attribute("token", name: "wrapMode", value: .token("singleLine")),
                .attribute("token", name: "horizontalAlignment", value: .token("center")),
                .attribute("token", name: "verticalAlignment", value: .token("bottom")),
            ]
                + transform(
                    .attribute("double3", name: "xformOp:translate", value: .double3(SIMD3(0, Double(size * 1.4), 0))),
                    .attribute("float", name: "xformOp:rotateY", value: .float(turn))))
    }

    /// One line without control characters, cut where it is long.
    private static func line(_ text: String) -> String {
        let line = text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
        let short = line.count > titleLength ? line.prefix(titleLength - 1) + "…" : line[...]
        return String(String.UnicodeScalarView(short.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }
}
