import Geometry

/// What a layer of ours holds: the surface or the cloud with a material that shows its colours, and the memories pinned to it.
enum USDLayer {
    /// The texture's name in the archive.
    static let textureName = "textures/surface.jpg"

    private static let look = "/Diorama/Looks/Surface"

    /// The layer's root. The model has to live until the layer is written.
    static func make(_ model: Model, _ markers: [Marker], _ frame: CoordinateFrame) -> USDPrimSpec {
        var top = USDPrimSpec("Xform", "Diorama", fields: [("kind", .token("component"))])
        if model.origin != .zero {
            // Doubles: the layer's only place for map coordinates.
            top.properties += transform(.attribute("double3", "xformOp:translate", .double3(frame.out(model.origin))))
        }
        if let mesh = model.mesh, mesh.triangleCount > 0 {
            top.children.append(surface(mesh, frame))
        } else {
            top.children.append(cloud(model, frame))
        }
        let material = material(hasColors: !model.colors.isEmpty, isTextured: model.isTextured)
        top.children.append(USDPrimSpec("Scope", "Looks", children: [material]))
        if !markers.isEmpty { top.children.append(memories(markers, frame)) }
        return USDPrimSpec(
            "", "",
            fields: [
                ("defaultPrim", .token(top.name)), ("documentation", .string("Diorama")),
                ("metersPerUnit", .double(frame.unit.metres)), ("upAxis", .token(frame.up.rawValue.uppercased())),
            ], children: [top])
    }

    /// One operation on the prim's coordinates and the list that names it.
    static func transform(_ operations: USDPropertySpec...) -> [USDPropertySpec] {
        operations + [.uniform("token[]", "xformOpOrder", .tokens(operations.map(\.name)))]
    }

    /// A prim with geometry and a material.
    static func shape(
        _ type: String, _ name: String, _ box: Bounds, material: String, _ properties: [USDPropertySpec]
    ) -> USDPrimSpec {
        USDPrimSpec(
            type, name, fields: [("apiSchemas", .prepended(["MaterialBindingAPI"]))],
            [.relationship("material:binding", material), .attribute("float3[]", "extent", .float3s([box.min, box.max]))]
                + properties)
    }

    private static func surface(_ mesh: TriangleMesh, _ frame: CoordinateFrame) -> USDPrimSpec {
        let (indices, positions, normals) = (mesh.indices, mesh.positions, mesh.normals)
        var properties: [USDPropertySpec] = [
            .uniform("bool", "doubleSided", .bool(true)),
            .uniform("token", "subdivisionScheme", .token("none")),
            .attribute("int[]", "faceVertexCounts", .ints(mesh.triangleCount) { _ in 3 }),
            .attribute("int[]", "faceVertexIndices", .ints(indices.count) { Int32(bitPattern: indices[$0]) }),
            .attribute("point3f[]", "points", .float3s(positions.count) { frame.out(positions[$0]) }),
        ]
        if !normals.isEmpty {
            let values = USDField.float3s(normals.count) { frame.out(direction: normals[$0]) }
            properties.append(.attribute("normal3f[]", "normals", values, interpolation: "vertex"))
        }
        if !mesh.colors.isEmpty {
            properties.append(.attribute("color3f[]", "primvars:displayColor", .float3s(mesh.colors), interpolation: "vertex"))
        }
        if !mesh.textureCoordinates.isEmpty {
            let values = USDField.float2s(mesh.textureCoordinates)
            properties.append(.attribute("texCoord2f[]", "primvars:st", values, interpolation: "vertex"))
        }
        return shape("Mesh", "Surface", frame.out(mesh.bounds), material: look, properties)
    }

    private static func cloud(_ model: Model, _ frame: CoordinateFrame) -> USDPrimSpec {
        let (positions, normals) = (model.positions, model.normals)
        var properties: [USDPropertySpec] = [
            .attribute("point3f[]", "points", .float3s(positions.count) { frame.out(positions[$0]) })
        ]
        if !normals.isEmpty {
            let values = USDField.float3s(normals.count) { frame.out(direction: normals[$0]) }
            properties.append(.attribute("normal3f[]", "normals", values, interpolation: "vertex"))
        }
        if !model.colors.isEmpty {
            properties.append(.attribute("color3f[]", "primvars:displayColor", .float3s(model.colors), interpolation: "vertex"))
        }
        // Some two thirds of the distance between neighbours, were they spread evenly over the box's sides; 1 mm to 5 cm.
        let spacing = (2 * model.bounds.halfArea / Float(positions.count)).squareRoot() * 0.7
        let width = min(max(spacing, 0.001), 0.05) * Float(frame.unit.perMetre)
        properties.append(.attribute("float[]", "widths", .floats([width]), interpolation: "constant"))
        return shape("Points", "Cloud", frame.out(model.bounds), material: look, properties)
    }

    /// A preview surface: with the image, the colours of the vertices, or a light grey, as most viewers show a bare surface.
    private static func material(hasColors: Bool, isTextured: Bool) -> USDPrimSpec {
        var shaders: [USDPrimSpec] = []
        var color = USDPropertySpec.attribute("color3f", "inputs:diffuseColor", .float3(Vector3(repeating: 0.6)))
        if isTextured {
            color = .connection("color3f", "inputs:diffuseColor", look + "/Texture.outputs:rgb")
            shaders = [
                shader(
                    "Texture", "UsdUVTexture",
                    [
                        .attribute("asset", "inputs:file", .asset(textureName)),
                        .attribute("token", "inputs:sourceColorSpace", .token("sRGB")),
                        .connection("float2", "inputs:st", look + "/Coordinates.outputs:result"),
                        .attribute("token", "inputs:wrapS", .token("clamp")),
                        .attribute("token", "inputs:wrapT", .token("clamp")),
                        .attribute("float3", "outputs:rgb"),
                    ]),
                reader("Coordinates", "float2", "st"),
            ]
        } else if hasColors {
            color = .connection("color3f", "inputs:diffuseColor", look + "/Colors.outputs:result")
            shaders = [reader("Colors", "float3", "displayColor")]
        }
        let preview = preview([
            color, .attribute("float", "inputs:metallic", .float(0)), .attribute("float", "inputs:roughness", .float(1)),
        ])
        return material("Surface", at: look, [preview] + shaders)
    }

    /// A material whose surface is its shader "Preview".
    static func material(_ name: String, at path: String, _ shaders: [USDPrimSpec]) -> USDPrimSpec {
        USDPrimSpec(
            "Material", name, [.connection("token", "outputs:surface", path + "/Preview.outputs:surface")], children: shaders)
    }

    static func preview(_ inputs: [USDPropertySpec]) -> USDPrimSpec {
        shader("Preview", "UsdPreviewSurface", inputs + [.attribute("token", "outputs:surface")])
    }

    private static func shader(_ name: String, _ id: String, _ properties: [USDPropertySpec]) -> USDPrimSpec {
        USDPrimSpec("Shader", name, [.uniform("token", "info:id", .token(id))] + properties)
    }

    /// A shader that reads a primvar.
    private static func reader(_ name: String, _ type: String, _ primvar: String) -> USDPrimSpec {
        shader(
            name, "UsdPrimvarReader_\(type)",
            [.attribute("string", "inputs:varname", .string(primvar)), .attribute(type, "outputs:result")])
    }
}
