import SyntheticScenes
import ModelFormats
import Foundation
import Geometry
import Models

/// Archives as they are; other bytes as the layer of one: most damage to an archive stops at its checks.
func fuzz(_ bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0x50, 0x4B]) {
        read(bytes)
    } else {
        archive(Array(bytes)).withUnsafeBytes { read($0) }
    }
}

private func read(_ bytes: UnsafeRawBufferPointer) {
    _ = try? USDZ.read(bytes)
    if let scene = try? USDZ.readScene(bytes) { precondition(scene.flaw == nil) }
}

/// A stored archive with this one layer.
func archive(_ layer: [UInt8]) -> [UInt8] {
    func half(_ n: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: n), UInt8(truncatingIfNeeded: n >> 8)] }
    func word(_ n: Int) -> [UInt8] { half(n) + half(n >> 16) }
    let name = Array("a.usd".utf8)
    let common =
        half(20) + half(0) + half(0) + word(0) + word(0) + word(layer.count) + word(layer.count) + half(name.count) + half(0)
    let local = word(0x0403_4B50) + common + name + layer
    let central = word(0x0201_4B50) + half(20) + common + [UInt8](repeating: 0, count: 10) + word(0) + name
    return local + central + word(0x0605_4B50) + word(0) + half(1) + half(1) + word(central.count) + word(local.count) + half(0)
}

func seeds() -> [[UInt8]] {
    let text = """
        #usda 1.0
        (
            metersPerUnit = 0.01
            upAxis = "Z"
        )
        def Xform "A" (
            prepend references = [@b.usda@</B>, </C>]
        )
        {
            float3 xformOp:rotateXYZ = (0, 90, 0)
            matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (2, 3, 4, 1) )
            uniform token[] xformOpOrder = ["xformOp:transform", "!invert!xformOp:rotateXYZ"]
            def Mesh "M"
            {
                rel material:binding = </A/L>
                uniform token orientation = "leftHanded"
                int[] faceVertexCounts = [4, 3]
                int[] faceVertexIndices = [0, 1, 2, 3, 0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0.5)]
                color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0)] ( interpolation = "uniform" )
                int[] primvars:displayColor:indices = [0, 1]
                texCoord2f[] primvars:st.timeSamples = { 0: [(0, 0)], 1: [(1, 1)], }
            }
            def Material "L" { token outputs:surface.connect = </A/L/S.outputs:surface>
                def Shader "S" { uniform token info:id = "UsdPreviewSurface" color3f inputs:diffuseColor = (0.5, 0.5, 0.5) } }
        }
        """
    var list = [Array(text.utf8), archive(Array(text.utf8)), Array(moving.utf8)]
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("scene.usdz")
    if let scene = try? archive(Array(moving.utf8)).withUnsafeBytes({ try USDZ.readScene($0) }),
        (try? USDZ.write(scene, to: file)) != nil, let bytes = try? Data(contentsOf: file)
    {
        list.append(Array(bytes))
        if let start = bytes.firstRange(of: Data("PXR-USDC".utf8))?.lowerBound { list.append(Array(bytes[start...])) }
    }
    // Binary layers of ours, with packed numbers.
    let side = 5
    let grid = (0..<side * side).map { Vector3(Float($0 % side), Float($0 / side), Float($0 % 3) / 10) }
    var indices: [UInt32] = []
    for i in 0..<UInt32(side * (side - 1)) where i % UInt32(side) != UInt32(side - 1) {
        indices += [i, i + 1, i + UInt32(side), i + 1, i + UInt32(side) + 1, i + UInt32(side)]
    }
    let mesh = TriangleMesh(positions: grid, colors: grid.map { $0 / Float(side) }, indices: indices)
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("seed.usdz")
    for model in [Model(mesh), Model(PointCloud(positions: grid))] {
        if (try? USDZ.write(model, markers: [Marker(position: .zero, title: "a")], to: place)) != nil,
            let bytes = try? Data(contentsOf: place)
        {
            list.append(Array(bytes))
            // The layer alone, whose damage meets no check of the archive.
            if let start = bytes.firstRange(of: Data("PXR-USDC".utf8))?.lowerBound { list.append(Array(bytes[start...])) }
        }
    }
    // A binary layer of another program, where there is one.
    for path in ["AnimatedTriangle", "BoxAnimated"] {
        let file = URL(fileURLWithPath: "../shared/data/foreign-formats/usd-wg/\(path).usdz")
        if let bytes = try? Data(contentsOf: file), bytes.count <= 8192 { list.append(Array(bytes)) }
    }
    return list
}

/// A skeleton with a skinned mesh and a blend shape, an instancer, variants, a camera, lights and a material of textures.
private let moving = """
    #usda 1.0
    (
        timeCodesPerSecond = 30
        startTimeCode = 1
        subLayers = [@a.usd@ (offset = 1; scale = 2)]
    )
    def SkelRoot "R" ( inherits = </C>
        variants = { string v = "a" }
        prepend variantSets = "v"
    )
    {
        variantSet "v" = { "a" { def Camera "E" { float focalLength = 20 } } "b" { } }
        double3 xformOp:translate.timeSamples = { 1: (0, 0, 0), 2: None, 30: (1, 0, 0) }
        float3 xformOp:rotateZYX.timeSamples = { 1: (0, 0, 0), 30: (0, 90, 0) }
        uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateZYX"]
        def Skeleton "S" {
            uniform token[] joints = ["a", "a/b"]
            uniform matrix4d[] bindTransforms = [( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 1, 0, 1) ),
                ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 2, 0, 1) )]
            rel skel:animationSource = </R/A>
        }
        def SkelAnimation "A" {
            uniform token[] joints = ["a/b"]
            quatf[] rotations.timeSamples = { 1: [(1, 0, 0, 0)], 30: [(0, 0, 0, 1)] }
            uniform token[] blendShapes = ["w"]
            float[] blendShapeWeights.timeSamples = { 1: [0], 30: [1] }
        }
        def Mesh "M" {
            int[] faceVertexCounts = [3]
            int[] faceVertexIndices = [0, 1, 2]
            point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 2, 0)]
            rel skel:skeleton = </R/S>
            int[] primvars:skel:jointIndices = [1, 0, 1, 0, 0, 0] ( elementSize = 2
                interpolation = "vertex" )
            float[] primvars:skel:jointWeights = [1, 0, 0.5, 0.5, 3, 1] ( elementSize = 2
                interpolation = "vertex" )
            texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] ( interpolation = "faceVarying" )
            uniform token[] skel:blendShapes = ["w"]
            rel skel:blendShapeTargets = </R/M/W>
            def BlendShape "W" { uniform vector3f[] offsets = [(1, 0, 0)]
                uniform int[] pointIndices = [1] }
            def GeomSubset "G" { int[] indices = [0]
                rel material:binding = </L> }
        }
        def PointInstancer "P" {
            rel prototypes = </R/M>
            int[] protoIndices = [0, 0]
            point3f[] positions = [(0, 0, 1), (0, 0, 2)]
            quath[] orientations = [(1, 0, 0, 0), (0, 1, 0, 0)]
        }
        def SphereLight "H" { float inputs:intensity = 5
            float inputs:shaping:cone:angle = 20 }
    }
    class "C" { def DistantLight "D" { } }
    def Material "L" { token outputs:surface.connect = </L/S.outputs:surface>
        def Shader "S" { uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </L/T.outputs:rgb>
            float inputs:roughness.connect = </L/T.outputs:g> }
        def Shader "T" { uniform token info:id = "UsdUVTexture"
            asset inputs:file = @a.png@
            float2 inputs:st.connect = </L/X.outputs:result> }
        def Shader "X" { uniform token info:id = "UsdTransform2d"
            float inputs:rotation = 30
            float2 inputs:in.connect = </L/R.outputs:result> }
        def Shader "R" { uniform token info:id = "UsdPrimvarReader_float2"
            string inputs:varname = "st" }
    }
    """
