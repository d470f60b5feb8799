import Codecs
import Foundation
import Geometry
import ModelFormats
import Models
import TestSupport
import Testing

extension SceneFormat {
    static let usdz = SceneFormat(name: "usdz") { (bytes, _) throws(FormatError) in
        try USDZ.readScene(bytes)
    } write: { (scene, url, options) throws(FormatError) in
        try USDZ.write(scene, to: url, options: options)
    }
}

/// Prims of text layers as scenes.
@Suite struct SceneUSDZTests {
    private let format = SceneFormat.usdz

    /// A square; the parts are put where they belong.
    private func square(_ name: String = "Square", _ more: String = "") -> String {
        """
        def Mesh "\(name)"
        {
            int[] faceVertexCounts = [4]
            int[] faceVertexIndices = [0, 1, 2, 3]
            point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)]
            uniform token subdivisionScheme = "none"
            \(more)
        }
        """
    }

    private func scene(_ body: String, head: String = "metersPerUnit = 1", files: [(String, String)] = []) throws -> Scene {
        try format.read(USDZReadTests.archive([("a.usda", "#usda 1.0\n(\n\(head)\n)\n\(body)")] + files))
    }

    // MARK: Nodes

    @Test func `Prims are nodes with their names, transforms and visibility`() throws {
        let scene = try scene(
            """
            def Xform "A" ( displayName = "Ä b" )
            {
                double3 xformOp:translate = (1, 2, 3)
                quatf xformOp:orient = (0.70710677, 0, 0, 0.70710677)
                float3 xformOp:scale = (2, 2, 2)
                uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:orient", "xformOp:scale"]
                def Scope "Empty" { }
                def Xform "B"
                {
                    token visibility = "invisible"
                    float3 xformOp:translate:pivot = (1, 0, 0)
                    float xformOp:rotateZ = 90
                    uniform token[] xformOpOrder = ["xformOp:translate:pivot", "xformOp:rotateZ", "!invert!xformOp:translate:pivot"]
                    \(square())
                }
                def Xform "C"
                {
                    double3 xformOp:translateX = 5
                    uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:translateX"]
                }
                def Xform "D" ( active = false ) { }
                def Xform "E" { uniform token purpose = "guide" }
            }
            class "F" { }
            """)
        #expect(scene.nodes.map(\.name) == ["Ä b", "B", "C"] && scene.roots == [0, 2] && scene.nodes[0].children == [1])
        let half = 0.70710677
        #expect(
            scene.nodes[0].transform
                == .parts(translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, half, half), scale: SIMD3(2, 2, 2)))
        #expect(!scene.nodes[1].isVisible && scene.nodes[1].mesh == 0 && scene.meshes[0].name == "Square")
        // About (1, 0, 0): the corner (1, 1, 0) goes to (0, 0, 0).
        let corner = scene.nodes[1].transform.affine.apply(SIMD3(1, 1, 0))
        #expect(abs(corner.x) < 1e-12 && abs(corner.y) < 1e-12)
        #expect(scene.nodes[2].transform.affine == .translation(SIMD3(5, 0, 0)))
        #expect(scene.notes == ["Prims whose purpose is guide were omitted."])
    }

    @Test func `Without a unit the numbers are centimetres, and the frame is a root node`() throws {
        let scene = try scene(square(), head: "upAxis = \"Z\"")
        #expect(scene.nodes.map(\.name) == ["Square", "unit and axes"] && scene.roots == [1])
        #expect(areNear([scene.worldCorners()[2]], [Vector3(0.01, 0, -0.01)]))
        #expect(
            format.refusal(USDZReadTests.archive([("a.usda", "#usda 1.0\n( metersPerUnit = -1 )\n")]))?.contains("unit") == true)
    }

    @Test func `Sublayers, classes, variants, references and payloads are put together in their order of strength`() throws {
        let scene = try scene(
            """
            over "Top" ( variants = { string look = "blue" } )
            {
                double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 24: (1, 0, 0) }
            }
            class "Base" { uniform token[] xformOpOrder = ["xformOp:translate"] }
            """, head: "metersPerUnit = 1\nsubLayers = [@weak.usda@, @missing.usda@, @a.usda@]",
            files: [
                (
                    "weak.usda",
                    """
                    #usda 1.0
                    (
                        timeCodesPerSecond = 12
                        subLayers = [@weak.usda@]
                    )
                    def Xform "Top" (
                        inherits = </Base>
                        prepend variantSets = "look"
                        variants = { string look = "red" }
                        payload = @parts/more.usda@</More> (offset = 12; scale = 2)
                    )
                    {
                        double3 xformOp:translate = (9, 9, 9)
                        variantSet "look" = {
                            "red" { def Xform "Red" { } }
                            "blue" (kind = "group") { def Xform "Blue" ( references = </Top/Other> ) { } }
                        }
                        def Xform "Other" { def Xform "Inner" { } }
                    }
                    """
                ),
                (
                    "parts/more.usda",
                    """
                    #usda 1.0
                    def Xform "More" {
                        def Xform "Moving" {
                            double3 xformOp:translate.timeSamples = { 0: (0, 0, 0), 24: (0, 2, 0) }
                            uniform token[] xformOpOrder = ["xformOp:translate"]
                        }
                        \(square())
                    }
                    """
                ),
            ])
        #expect(scene.nodes.map(\.name) == ["Top", "Other", "Inner", "Blue", "Inner", "Moving"])
        #expect(scene.nodes[0].children == [1, 3, 5] && scene.nodes[3].children == [4] && scene.nodes[0].mesh == 0)
        let channels = try #require(scene.animations.first?.channels)
        #expect(channels.map(\.node) == [0, 5] && channels[0].times == [0, 1])
        // Codes of 24 a second · 2 + 12 as those of the sublayer, which has 12 a second.
        #expect(channels[1].times == [1, 3])
        #expect(scene.notes == ["The layer ‘missing.usda’ is not in the archive."])
    }

    @Test func `Prims that share a mesh, and instances`() throws {
        let scene = try scene(
            """
            def Xform "Proto" { \(square()) }
            def Xform "Copy" ( references = </Proto> instanceable = true )
            {
                double3 xformOp:translate = (3, 0, 0)
                uniform token[] xformOpOrder = ["xformOp:translate"]
            }
            def PointInstancer "Many"
            {
                rel prototypes = [</Many/One>, </Many/Two>]
                int[] protoIndices = [0, 1, 0, 0]
                point3f[] positions = [(0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 0, 4)]
                quath[] orientations = [(1, 0, 0, 0), (1, 0, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0)]
                int64[] invisibleIds = [3]
                \(square("One"))
                def Xform "Two" { def Xform "Below" { \(square()) } }
            }
            """)
        #expect(scene.meshes.count == 3 && scene.nodes[0].mesh == scene.nodes[1].mesh)
        #expect(scene.nodes.map(\.name) == ["Proto", "Copy", "Many", "One", "Two", "Two", "Below"])
        let places = scene.nodes[3].instances.map(\.affine)
        #expect(places.count == 2 && places[0] == .translation(SIMD3(0, 0, 1)) && places[1].x == SIMD3(-1, 0, 0))
        #expect(scene.triangleCount == 2 + 2 + 4 + 2)
    }

    @Test func `What holds itself is refused`() throws {
        let loop = """
            def PointInstancer "A"
            {
                rel prototypes = [</A>, </A>]
                int[] protoIndices = [0, 1, 0]
                point3f[] positions = [(0, 0, 1), (0, 0, 2), (0, 0, 3)]
            }
            """
        for body in [
            loop, "def \"A\" ( references = </A/B> ) { def \"B\" ( references = </A> ) { } }",
            "def \"A\" ( inherits = </B> ) { }\ndef \"B\" ( specializes = </A> ) { }",
        ] {
            let bytes = USDZReadTests.archive([("a.usda", "#usda 1.0\n\(body)\n")])
            #expect(format.problem(bytes) == nil)
            #expect(format.refusal(bytes)?.contains("\n") == false, "\(body)")
        }
    }

    // MARK: Materials

    /// The material of a square whose surface has these inputs.
    private func material(_ inputs: String, _ shaders: String = "", files: [(String, String)] = []) throws -> (Material, Scene) {
        let scene = try scene(
            square(
                "Square",
                """
                rel material:binding = </M>
                texCoord2f[] primvars:uv2 = [(0, 0), (1, 0), (1, 1), (0, 1)] ( interpolation = "vertex" )
                texCoord2f[] primvars:st = [(0, 0), (1, 0), (1, 1), (0, 1)] ( interpolation = "faceVarying" )
                """)
                    + """

                    def Material "M"
                    {
                        float inputs:shine = 0.25
                        token outputs:surface.connect = </M/S.outputs:surface>
                        def Shader "S" { uniform token info:id = "UsdPreviewSurface"
                        \(inputs)
                        }
                        \(shaders)
                    }
                    """, files: files)
        return (scene.materials[0], scene)
    }

    /// A texture shader that reads an image with a primvar.
    private func texture(_ name: String, file: String, primvar: String = "st", _ more: String = "") -> String {
        """
        def Shader "\(name)" { uniform token info:id = "UsdUVTexture"
            asset inputs:file = @\(file)@
            float2 inputs:st.connect = </M/\(name)Reader.outputs:result>
            \(more)
        }
        def Shader "\(name)Reader" { uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "\(primvar)"
        }
        """
    }

    @Test func `Values of preview surfaces, with the defaults of USD`() throws {
        let plain = try material("").0
        #expect(plain.name == "M" && plain.baseColor == SIMD4(0.18, 0.18, 0.18, 1) && plain.metallic == 0 && plain.roughness == 0.5)
        let full = try material(
            """
            color3f inputs:diffuseColor = (1, 0.5, 0)
            color3f inputs:emissiveColor = (2, 1, 0)
            float inputs:metallic = 1
            float inputs:roughness.connect = </M.inputs:shine>
            float inputs:opacity = 0.5
            float inputs:opacityThreshold = 0.25
            float inputs:clearcoat = 0.75
            """
        ).0
        #expect(full.baseColor == SIMD4(1, 0.5, 0, 0.5) && full.metallic == 1 && full.roughness == 0.25)
        #expect(full.emissive == Vector3(1, 0.5, 0) && full.emissiveStrength == 2)
        #expect(full.alphaMode == .mask && full.alphaCutoff == 0.25)
        #expect(full.clearcoat?.factor == 0.75 && full.clearcoat?.roughness == 0.01)
    }

    @Test func `Textures keep their images, sets, transforms and factors`() throws {
        // Texts stand for images: they are not decoded.
        let (m, scene) = try material(
            """
            color3f inputs:diffuseColor.connect = </M/T.outputs:rgb>
            float inputs:opacity.connect = </M/T.outputs:a>
            float inputs:roughness.connect = </M/R.outputs:g>
            float inputs:metallic.connect = </M/R.outputs:b>
            normal3f inputs:normal.connect = </M/N.outputs:rgb>
            float inputs:occlusion.connect = </M/R.outputs:r>
            """,
            texture("T", file: "images/a.png", "float4 inputs:scale = (1, 0.5, 1, 0.25)\ntoken inputs:wrapS = \"mirror\"")
                + texture("R", file: "images/b.png", primvar: "uv2", "token inputs:wrapT = \"clamp\"")
                + texture("N", file: "missing.png", "float4 inputs:scale = (1, 1, 2, 1)\nfloat4 inputs:bias = (-0.5, -0.5, -1, 0)"),
            files: [("images/a.png", "one"), ("images/b.png", "two")])
        #expect(scene.images.map(\.name) == ["a.png", "b.png"] && scene.images[0].bytes == Array("one".utf8))
        #expect(m.baseColor == SIMD4(1, 0.5, 1, 0.25) && m.alphaMode == .blend)
        let color = try #require(m.baseColorTexture)
        #expect(scene.textures[color.texture].wrapU == .mirrored && scene.textures[color.texture].wrapV == .repeating)
        #expect(color.coordinates == 0 && m.metallicRoughnessTexture?.coordinates == 1)
        #expect(m.metallicRoughnessTexture == m.occlusionTexture && m.roughness == 1 && m.metallic == 1)
        #expect(m.normalScale == 0.5 && m.normalTexture.flatMap { scene.textures[$0.texture].image } == nil)
        #expect(scene.notes == ["The texture ‘missing.png’ is not in the archive."])
        #expect(scene.meshes[0].primitives[0].textureCoordinates.count == 2)
        #expect(scene.meshes[0].primitives[0].textureCoordinates[0][0] == Vector2(0, 1))
    }

    @Test func `Subsets of faces are primitives, and colours of vertices count where a material shows them`() throws {
        let scene = try scene(
            """
            def Mesh "M"
            {
                int[] faceVertexCounts = [3, 3, 3]
                int[] faceVertexIndices = [0, 1, 2, 0, 2, 3, 0, 3, 4]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (-1, 1, 0)]
                color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0), (0, 0, 1)] ( interpolation = "uniform" )
                float[] primvars:displayOpacity = [0.5]
                uniform bool doubleSided = 1
                def GeomSubset "One" { int[] indices = [1]
                    rel material:binding = </Red> }
                def GeomSubset "Two" { int[] indices = [2, 7]
                    rel material:binding = </Shown> }
            }
            def Material "Red" { token outputs:surface.connect = </Red/S.outputs:surface>
                def Shader "S" { uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor = (1, 0, 0)
                } }
            def Material "Shown" { token outputs:surface.connect = </Shown/S.outputs:surface>
                def Shader "S" { uniform token info:id = "UsdPreviewSurface"
                color3f inputs:diffuseColor.connect = </Shown/R.outputs:result>
                }
                def Shader "R" { uniform token info:id = "UsdPrimvarReader_float3"
                token inputs:varname = "displayColor"
                } }
            """)
        let primitives = scene.meshes[0].primitives
        #expect(primitives.map(\.triangleCount) == [1, 1, 1] && primitives.allSatisfy { $0.positions.count == 3 })
        #expect(primitives.map { $0.material.flatMap { scene.materials[$0].name } } == [nil, "Red", "Shown"])
        #expect(scene.materials.allSatisfy { $0.isDoubleSided })
        #expect(primitives[1].colors.isEmpty && primitives[2].colors == Array(repeating: SIMD4(0, 0, 1, 0.5), count: 3))
        #expect(primitives[0].colors[0] == SIMD4(1, 0, 0, 0.5))
    }

    // MARK: Cameras and lights

    @Test func `Cameras and lights in their units`() throws {
        let scene = try scene(
            """
            def Camera "Eye"
            {
                float focalLength = 50
                float horizontalAperture = 30
                float verticalAperture = 20
                float2 clippingRange = (10, 5000)
            }
            def Camera "Plan" {
                token projection = "orthographic"
                float horizontalAperture = 2000
                float verticalAperture = 1000
            }
            def DistantLight "Sun" { float inputs:intensity = 3
                bool inputs:normalize = 1 }
            def SphereLight "Lamp" { float inputs:intensity = 100
                float inputs:exposure = 1
                float inputs:radius = 10
                float inputs:shaping:cone:angle = 30
                float inputs:shaping:cone:softness = 0.5
                color3f inputs:color = (1, 0.5, 0.25) }
            def DomeLight "Sky" { }
            """, head: "metersPerUnit = 0.01")
        guard case .perspective(let angle, let aspect) = scene.cameras[0].projection,
            case .orthographic(let width, let height) = scene.cameras[1].projection,
            case .spot(let inner, let outer) = scene.lights[1].kind
        else { throw CocoaError(.coderInvalidValue) }
        #expect(abs(tan(angle / 2) - 0.2) < 1e-6 && aspect == 1.5)
        #expect(abs(scene.cameras[0].near - 0.1) < 1e-6 && scene.cameras[0].far == 50 && scene.cameras[1].far == nil)
        #expect(abs(width - 1) < 1e-6 && abs(height - 0.5) < 1e-6)
        #expect(scene.lights[0].kind == .directional && scene.lights[0].intensity == 3)
        // 200 nits of a sphere of 10 cm: 200 · π · 0.01.
        #expect(abs(scene.lights[1].intensity - 2 * .pi) < 1e-4 && scene.lights[1].color == Vector3(1, 0.5, 0.25))
        #expect(abs(outer - .pi / 6) < 1e-6 && abs(inner - .pi / 12) < 1e-6)
        #expect(scene.notes == ["Lights of the type DomeLight are not read."])
    }
}
