import Geometry

/// What a layer written by Diorama holds: the surface or the cloud with a material that shows its colours, and the memories pinned
/// to it.
enum USDLayer {
    /// The texture's name in the archive.
    static let textureName = "textures/surface.jpg"

    private static let materialPath = "/Diorama/Looks/Surface"

    /// The layer's root. The model has to live until the layer is written.
    static func make(_ model: Model, markers: [Marker], frame: CoordinateFrame) -> USDPrimSpec {
        var top = USDPrimSpec("Xform", name: "Diorama", fields: [("kind", .token("component"))])
        if model.origin != .zero {
            // Doubles: the layer's only place for map coordinates.
            top.properties += transform(
                .attribute("double3", name: "xformOp:translate", value: .double3(frame.toFile(model.origin))))
        }
        if let mesh = model.mesh, mesh.triangleCount > 0 {
            top.children.append(surface(mesh, frame))
        } else {
            top.children.append(cloud(model, frame))
        }
        let material = material(hasColors: !model.colors.isEmpty, isTextured: model.isTextured)
        top.children.append(USDPrimSpec("Scope", name: "Looks", children: [material]))
        if !markers.isEmpty { top.children.append(memories(markers, frame)) }
        return USDPrimSpec(
            "", name: "",
            fields: [
                ("defaultPrim", .token(top.name)), ("documentation", .string("Diorama")),
                ("metersPerUnit", .double(frame.unit.metres)), ("upAxis", .token(frame.up.rawValue.uppercased())),
            ], children: [top])
    }

    /// One operation on the prim's coordinates and the list that names it.
    static func transform(_ operations: USDPropertySpec...) -> [USDPropertySpec] {
        operations + [.uniform("token[]", name: "xformOpOrder", value: .tokens(operations.map(\.name)))]
    }

    /// A prim with geometry and a material.
    static func shape(
        _ type: String, name: String, box: Bounds, material: String, properties: [USDPropertySpec]
    ) -> USDPrimSpec {
        USDPrimSpec(
            type, name: name, fields: [("apiSchemas", .prepended(["MaterialBindingAPI"]))],
            properties: [
                .relationship("material:binding", material),
                .attribute("float3[]", name: "extent", value: .float3s([box.min, box.max])),
            ]
                + properties)
    }

    private static func surface(_ mesh: TriangleMesh, _ frame: CoordinateFrame) -> USDPrimSpec {
        let indices = mesh.indices
        let positions = mesh.positions
        let normals = mesh.normals
        var properties: [USDPropertySpec] = [
            .uniform("bool", name: "doubleSided", value: .bool(true)),
            .uniform("token", name: "subdivisionScheme", value: .token("none")),
            .attribute("int[]", name: "faceVertexCounts", value: .ints(mesh.triangleCount) { _ in 3 }),
            .attribute("int[]", name: "faceVertexIndices", value: .ints(indices.count) { Int32(bitPattern: indices[$0]) }),
            .attribute("point3f[]", name: "points", value: .float3s(positions.count) { frame.toFile(positions[$0]) }),
        ]
        if !normals.isEmpty {
            let values = USDField.float3s(normals.count) { frame.toFile(direction: normals[$0]) }
            properties.append(.attribute("normal3f[]", name: "normals", value: values, interpolation: "vertex"))
        }
        if !mesh.colors.isEmpty {
            properties.append(
                .attribute("color3f[]", name: "primvars:displayColor", value: .float3s(mesh.colors), interpolation: "vertex"))
        }
        if !mesh.textureCoordinates.isEmpty {
            let values = USDField.float2s(mesh.textureCoordinates)
            properties.append(.attribute("texCoord2f[]", name: "primvars:st", value: values, interpolation: "vertex"))
        }
        return shape("Mesh", name: "Surface", box: frame.toFile(mesh.bounds), material: materialPath, properties: properties)
    }

    private static func cloud(_ model: Model, _ frame: CoordinateFrame) -> USDPrimSpec {
        let positions = model.positions
        let normals = model.normals
        var properties: [USDPropertySpec] = [
            .attribute("point3f[]", name: "points", value: .float3s(positions.count) { frame.toFile(positions[$0]) })
        ]
        if !normals.isEmpty {
            let values = USDField.float3s(normals.count) { frame.toFile(direction: normals[$0]) }
            properties.append(.attribute("normal3f[]", name: "normals", value: values, interpolation: "vertex"))
        }
        if !model.colors.isEmpty {
            properties.append(
                .attribute("color3f[]", name: "primvars:displayColor", value: .float3s(model.colors), interpolation: "vertex"))
        }
        let width = pointWidth(model.bounds, count: positions.count) * Float(frame.unit.perMetre)
        properties.append(.attribute("float[]", name: "widths", value: .floats([width]), interpolation: "constant"))
        return shape("Points", name: "Cloud", box: frame.toFile(model.bounds), material: materialPath, properties: properties)
    }

    /// Some two thirds of the distance between neighbours, were they spread evenly over the box's sides; 1 mm to 5 cm.
    static func pointWidth(_ box: Bounds, count: Int) -> Float {
        min(max((2 * box.halfArea / Float(count)).squareRoot() * 0.7, 0.001), 0.05)
    }

    /// A preview surface: with the image, the colours of the vertices, or a light grey, as most viewers show a bare surface.
    private static func material(hasColors: Bool, isTextured: Bool) -> USDPrimSpec {
        var shaders: [USDPrimSpec] = []
        var color = USDPropertySpec.attribute("color3f", name: "inputs:diffuseColor", value: .float3(Vector3(repeating: 0.6)))
        if isTextured {
            color = .connection("color3f", name: "inputs:diffuseColor", target: materialPath + "/Texture.outputs:rgb")
            shaders = [
                shader(
                    "Texture", id: "UsdUVTexture",
                    properties: [
                        .attribute("asset", name: "inputs:file", value: .asset(textureName)),
                        .attribute("token", name: "inputs:sourceColorSpace", value: .token("sRGB")),
                        .connection("float2", name: "inputs:st", target: materialPath + "/Coordinates.outputs:result"),
                        .attribute("token", name: "inputs:wrapS", value: .token("clamp")),
                        .attribute("token", name: "inputs:wrapT", value: .token("clamp")),
                        .attribute("float3", name: "outputs:rgb"),
                    ]),
                reader("Coordinates", type: "float2", primvar: "st"),
            ]
        } else if hasColors {
            color = .connection("color3f", name: "inputs:diffuseColor", target: materialPath + "/Colors.outputs:result")
            shaders = [reader("Colors", type: "float3", primvar: "displayColor")]
        }
        let preview = preview([
            color, .attribute("float", name: "inputs:metallic", value: .float(0)),
            .attribute("float", name: "inputs:roughness", value: .float(1)),
        ])
        return material("Surface", at: materialPath, [preview] + shaders)
    }

    /// A material whose surface is its shader "Preview".
    static func material(_ name: String, at path: String, _ shaders: [USDPrimSpec]) -> USDPrimSpec {
        USDPrimSpec(
            "Material", name: name,
            properties: [.connection("token", name: "outputs:surface", target: path + "/Preview.outputs:surface")],
            children: shaders)
    }

    static func preview(_ inputs: [USDPropertySpec]) -> USDPrimSpec {
        shader("Preview", id: "UsdPreviewSurface", properties: inputs + [.attribute("token", name: "outputs:surface")])
    }

    static func shader(_ name: String, id: String, properties: [USDPropertySpec]) -> USDPrimSpec {
        USDPrimSpec("Shader", name: name, properties: [.uniform("token", name: "info:id", value: .token(id))] + properties)
    }

    /// A shader that reads a primvar.
    static func reader(_ name: String, type: String, primvar: String) -> USDPrimSpec {
        shader(
            name, id: "UsdPrimvarReader_\(type)",
            properties: [
                .attribute("string", name: "inputs:varname", value: .string(primvar)), .attribute(type, name: "outputs:result"),
            ])
    }
}
