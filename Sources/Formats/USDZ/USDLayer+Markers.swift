import Geometry

/// A point of a place with a few words to it, as a memory's.
public struct Marker: Sendable, Equatable {
    /// Metres, in the model's frame.
    public var position: Vector3
    public var title: String
    /// Linear RGB.
    public var color: Vector3

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
    mutating func makeMarkers(_ markers: [Marker]) {
        if markers.isEmpty { return }
        var colors: [Vector3] = []
        for marker in markers where !colors.contains(marker.color) { colors.append(marker.color) }
        add("\n    def \(frame.isOurs ? "Scope" : "Xform") \"Memories\"\n    {\n")
        if !frame.isOurs {
            // Markers are made in metres, y up.
            let rows = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].map { axis in
                let out = frame.out(axis)
                return "(\(out.x), \(out.y), \(out.z), 0)"
            }
            add(
                """
                        matrix4d xformOp:transform = ( \(rows.joined(separator: ", ")), (0, 0, 0, 1) )
                        uniform token[] xformOpOrder = ["xformOp:transform"]

                """)
        }
        for (i, color) in colors.enumerated() { makeMarkerMaterial(i, color) }
        for (i, marker) in markers.enumerated() {
            makeMarker(i, marker, material: colors.firstIndex(of: marker.color) ?? 0)
        }
        add("    }\n")
    }

    private mutating func makeMarkerMaterial(_ number: Int, _ color: Vector3) {
        let path = "/Diorama/Memories/Look_\(number)"
        add(
            """
                    def Material "Look_\(number)"
                    {
                        token outputs:surface.connect = <\(path)/Preview.outputs:surface>

                        def Shader "Preview"
                        {
                            uniform token info:id = "UsdPreviewSurface"
                            color3f inputs:diffuseColor = \(Self.tuple(color))
                            color3f inputs:emissiveColor = \(Self.tuple(color * 0.5))
                            float inputs:metallic = 0
                            float inputs:roughness = 0.6
                            token outputs:surface
                        }
                    }

            """)
    }

    private mutating func makeMarker(_ number: Int, _ marker: Marker, material: Int) {
        let title = Self.quoted(marker.title)
        let (s, w) = (Self.size, Self.size * 0.6)
        let corners = [(0, -s, 0), (w, 0, 0), (0, 0, -w), (-w, 0, 0), (0, 0, w), (0, s, 0)].map { Vector3($0, $1, $2) }
        // Both halves, each side seen from outside anticlockwise.
        let faces = [5, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 1, 0, 2, 1, 0, 3, 2, 0, 4, 3, 0, 1, 4]
        add(
            """

                    def Xform "Memory_\(number)" (
                        doc = \(title)
                    )
                    {
                        double3 xformOp:translate = \(Self.tuple(marker.position))
                        uniform token[] xformOpOrder = ["xformOp:translate"]

                        def Mesh "Pin" (
                            prepend apiSchemas = ["MaterialBindingAPI"]
                        )
                        {
                            rel material:binding = </Diorama/Memories/Look_\(material)>
                            float3[] extent = [\(Self.tuple(Vector3(-w, -s, -w))), \(Self.tuple(Vector3(w, s, w)))]
                            uniform token subdivisionScheme = "none"
                            int[] faceVertexCounts = [3, 3, 3, 3, 3, 3, 3, 3]
                            int[] faceVertexIndices = [\(faces.map { "\($0)" }.joined(separator: ", "))]
                            point3f[] points = [\(corners.map(Self.tuple).joined(separator: ", "))]
                        }

            """)
        for (side, turn) in [("Front", 0), ("Back", 180)] {
            add(
                """

                            def Preliminary_Text "\(side)"
                            {
                                string content = \(title)
                                float pointSize = 100
                                token wrapMode = "singleLine"
                                token horizontalAlignment = "center"
                                token verticalAlignment = "bottom"
                                double3 xformOp:translate = (0, \(Self.size * 1.4), 0)
                                float xformOp:rotateY = \(turn)
                                uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateY"]
                            }

                """)
        }
        add("        }\n")
    }

    private static func tuple(_ v: Vector3) -> String { "(\(v.x), \(v.y), \(v.z))" }

    /// A string of USD's text format: one line, with what would end it escaped.
    private static func quoted(_ text: String) -> String {
        let line = text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
        let short = line.count > titleLength ? line.prefix(titleLength - 1) + "…" : line[...]
        var quoted = "\""
        for scalar in short.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
