import Geometry
import Work

/// A USD text layer (`usda`) in blocks of bytes, with its checksum.
struct USDLayer {
    private(set) var blocks: [[UInt8]] = []
    private(set) var byteCount = 0
    private var crc = CRC32()

    var checksum: UInt32 { crc.value }

    /// The texture's name in the archive.
    static let textureName = "textures/surface.jpg"

    private(set) var frame = CoordinateFrame.ours

    mutating func make(
        _ model: Model, _ markers: [Marker], _ frame: CoordinateFrame, _ progress: ProgressReporter
    ) throws(FormatError) {
        self.frame = frame
        // Doubles: the layer's only place for map coordinates.
        let place = frame.out(model.origin)
        let translation =
            model.origin == .zero
            ? ""
            : """

                double3 xformOp:translate = (\(place.x), \(place.y), \(place.z))
                uniform token[] xformOpOrder = ["xformOp:translate"]

            """
        add(
            """
            #usda 1.0
            (
                defaultPrim = "Diorama"
                doc = "Diorama"
                metersPerUnit = \(frame.unit == .metre ? "1" : "\(frame.unit.metres)")
                upAxis = "\(frame.up.rawValue.uppercased())"
            )

            def Xform "Diorama" (
                kind = "component"
            )
            {
            \(translation)
            """)
        if let mesh = model.mesh, mesh.triangleCount > 0 {
            try makeMesh(mesh, progress)
        } else {
            try makePoints(model, progress)
        }
        addMaterial(hasColors: !model.colors.isEmpty, isTextured: model.isTextured)
        makeMarkers(markers)
        add("}\n")
    }

    private mutating func makeMesh(_ mesh: TriangleMesh, _ progress: ProgressReporter) throws(FormatError) {
        let frame = frame
        open("Mesh", "Surface", frame.out(mesh.bounds))
        add("        uniform bool doubleSided = 1\n        uniform token subdivisionScheme = \"none\"\n")
        try array("int[] faceVertexCounts", mesh.triangleCount, progress.part(0...0.1)) { _, text in text.append(UInt8(ascii: "3"))
        }
        let indices = mesh.indices
        try array("int[] faceVertexIndices", indices.count, progress.part(0.1...0.4)) { i, text in text.append(Int(indices[i])) }
        try vectors("point3f[] points", mesh.positions, { frame.out($0) }, progress.part(0.4...0.6))
        try vectors(
            "normal3f[] normals", mesh.normals, frame.out(direction:), progress.part(0.6...0.8), "interpolation = \"vertex\"")
        try vectors("color3f[] primvars:displayColor", mesh.colors, { $0 }, progress.part(0.8...0.9), "interpolation = \"vertex\"")
        let texture = mesh.textureCoordinates
        if !texture.isEmpty {
            try array("texCoord2f[] primvars:st", texture.count, progress.part(0.9...1), "interpolation = \"vertex\"") { i, text in
                text.append(UInt8(ascii: "("))
                text.append(texture[i].x)
                text.append(", ")
                text.append(texture[i].y)
                text.append(UInt8(ascii: ")"))
            }
        }
        add("    }\n\n")
    }

    private mutating func makePoints(_ model: Model, _ progress: ProgressReporter) throws(FormatError) {
        let positions = model.positions
        let frame = frame
        open("Points", "Cloud", frame.out(model.bounds))
        try vectors("point3f[] points", positions, { frame.out($0) }, progress.part(0...0.5))
        try vectors(
            "normal3f[] normals", model.normals, frame.out(direction:), progress.part(0.5...0.7), "interpolation = \"vertex\"")
        try vectors("color3f[] primvars:displayColor", model.colors, { $0 }, progress.part(0.7...0.9), "interpolation = \"vertex\"")
        // Some two thirds of the distance between neighbours, were they spread evenly over the box's sides; 1 mm to 5 cm.
        let spacing = (2 * model.bounds.halfArea / Float(positions.count)).squareRoot() * 0.7
        let width = min(max(spacing, 0.001), 0.05) * Float(frame.unit.perMetre)
        var text = TextBuffer()
        text.append("        float[] widths = [")
        text.append(width)
        text.append("] (\n            interpolation = \"constant\"\n        )\n")
        add(text.bytes)
        add("    }\n\n")
    }

    private mutating func open(_ type: String, _ name: String, _ box: Bounds) {
        var text = TextBuffer()
        text.append(
            text: """
                    def \(type) "\(name)" (
                        prepend apiSchemas = ["MaterialBindingAPI"]
                    )
                    {
                        rel material:binding = </Diorama/Looks/Surface>
                        float3[] extent = [
                """)
        for (i, corner) in [box.min, box.max].enumerated() {
            text.append(i == 0 ? "(" : ", (")
            Self.list(corner, &text)
            text.append(UInt8(ascii: ")"))
        }
        text.append("]\n")
        add(text.bytes)
    }

    private mutating func addMaterial(hasColors: Bool, isTextured: Bool) {
        // Without colours a light grey, as most viewers show a bare surface.
        let color =
            isTextured
            ? "color3f inputs:diffuseColor.connect = </Diorama/Looks/Surface/Texture.outputs:rgb>"
            : hasColors
                ? "color3f inputs:diffuseColor.connect = </Diorama/Looks/Surface/Colors.outputs:result>"
                : "color3f inputs:diffuseColor = (0.6, 0.6, 0.6)"
        add(
            """
                def Scope "Looks"
                {
                    def Material "Surface"
                    {
                        token outputs:surface.connect = </Diorama/Looks/Surface/Preview.outputs:surface>

                        def Shader "Preview"
                        {
                            uniform token info:id = "UsdPreviewSurface"
                            \(color)
                            float inputs:metallic = 0
                            float inputs:roughness = 1
                            token outputs:surface
                        }

            """)
        if isTextured {
            add(
                """

                            def Shader "Texture"
                            {
                                uniform token info:id = "UsdUVTexture"
                                asset inputs:file = @\(Self.textureName)@
                                token inputs:sourceColorSpace = "sRGB"
                                float2 inputs:st.connect = </Diorama/Looks/Surface/Coordinates.outputs:result>
                                token inputs:wrapS = "clamp"
                                token inputs:wrapT = "clamp"
                                float3 outputs:rgb
                            }

                            def Shader "Coordinates"
                            {
                                uniform token info:id = "UsdPrimvarReader_float2"
                                string inputs:varname = "st"
                                float2 outputs:result
                            }

                """)
        } else if hasColors {
            add(
                """

                            def Shader "Colors"
                            {
                                uniform token info:id = "UsdPrimvarReader_float3"
                                string inputs:varname = "displayColor"
                                float3 outputs:result
                            }

                """)
        }
        add("        }\n    }\n")
    }

    private mutating func vectors(
        _ name: String, _ values: [Vector3], _ change: (Vector3) -> Vector3, _ progress: ProgressReporter, _ metadata: String = ""
    ) throws(FormatError) {
        guard !values.isEmpty else { return }
        try array(name, values.count, progress, metadata) { i, text in
            text.append(UInt8(ascii: "("))
            Self.list(change(values[i]), &text)
            text.append(UInt8(ascii: ")"))
        }
    }

    /// `name = [a, b, …]`, sixteen values a line.
    private mutating func array(
        _ name: String, _ count: Int, _ progress: ProgressReporter, _ metadata: String = "", item: (Int, inout TextBuffer) -> Void
    ) throws(FormatError) {
        add("        \(name) = [")
        try AtomicFile.makeText(count, progress, "Writing the layer") { (buffers: [TextBuffer]) throws(FormatError) in
            for buffer in buffers { add(buffer.bytes) }
        } line: { i, text in
            if i > 0 { text.append(i % 16 == 0 ? ",\n" : ", ") }
            item(i, &text)
        }
        add(metadata.isEmpty ? "]\n" : "] (\n            \(metadata)\n        )\n")
    }

    private static func list(_ v: Vector3, _ text: inout TextBuffer) {
        text.append(v.x)
        text.append(", ")
        text.append(v.y)
        text.append(", ")
        text.append(v.z)
    }

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    private mutating func add(_ bytes: [UInt8]) {
        crc.update(bytes)
        byteCount += bytes.count
        blocks.append(bytes)
    }
}
