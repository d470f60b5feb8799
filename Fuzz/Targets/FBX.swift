import ModelFormats
import Foundation
import Geometry
import Models

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    _ = try? FBX.read(bytes)
    if let scene = try? FBX.readScene(bytes) { precondition(scene.flaw == nil) }
}

/// A scene with everything that a file can have, packed and plain, and texts of both layouts.
func seeds() -> [[UInt8]] {
    [true, false].compactMap { written(WriteOptions(compresses: $0)) } + [version7, version6].map { Array($0.utf8) }
}

private func written(_ options: WriteOptions) -> [UInt8]? {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("seed.fbx")
    guard (try? FBX.write(scene, to: file, options: options)) != nil else { return nil }
    return (try? Data(contentsOf: file)).map { Array($0) }
}

/// Two triangles with a skin, a blend shape, two materials, an image, animations of all kinds, a camera and a light.
private var scene: Scene {
    var scene = Scene()
    var p = Primitive()
    p.positions = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 0.5)]
    p.normals = Array(repeating: Vector3(0, 0, 1), count: 4)
    p.tangents = Array(repeating: SIMD4(1, 0, 0, -1), count: 4)
    p.colors = (0..<4).map { SIMD4(Vector3(repeating: Float($0) / 3), 1) }
    p.textureCoordinates = [p.positions.map { Vector2($0.x, $0.y) }, p.positions.map { Vector2($0.y, $0.x) }]
    p.indices = [0, 1, 2, 0, 2, 3]
    p.joints = Array(repeating: SIMD4(0, 1, 0, 0), count: 4)
    p.weights = Array(repeating: SIMD4(0.75, 0.25, 0, 0), count: 4)
    var target = MorphTarget()
    target.positions = [.zero, .zero, Vector3(0, 0, 1), .zero]
    p.targets = [target]
    p.material = 0
    var second = p
    second.material = 1
    scene.meshes = [Mesh(name: "m", primitives: [p, second])]
    scene.images = [EncodedImage([1, 2, 3, 4], name: "i.png")]
    scene.textures = [Texture(image: 0)]
    scene.materials = [Material(name: "a"), Material(name: "b")]
    scene.materials[0].baseColorTexture = TextureReference(0)
    scene.nodes = [Node(name: "body"), Node(name: "hip"), Node(name: "knee"), Node(name: "eye"), Node(name: "lamp")]
    scene.nodes[0].mesh = 0
    scene.nodes[0].skin = 0
    scene.nodes[0].extras = .object(["a": .number(1), "b": .array([.null])])
    scene.nodes[1].children = [2]
    scene.nodes[3].camera = 0
    scene.nodes[4].light = 0
    scene.roots = [0, 1, 3, 4]
    scene.skins = [Skin(name: "s", joints: [1, 2])]
    scene.cameras = [Camera(.perspective(fieldOfView: 1, aspect: 1))]
    scene.lights = [Light(.spot(inner: 0.1, outer: 0.5))]
    scene.animations = [
        Animation(
            name: "x",
            channels: [
                Animation.Channel(node: 1, target: .translation, interpolation: .step, times: [0, 1], values: [0, 0, 0, 1, 1, 1]),
                Animation.Channel(node: 2, target: .rotation, times: [0, 1], values: [0, 0, 0, 1, 0.5, 0.5, 0.5, 0.5]),
                Animation.Channel(
                    node: 0, target: .weights, interpolation: .cubicSpline, times: [0, 1], values: [0, 0, 1, 0, 1, 0]),
            ])
    ]
    return scene
}

private let version7 = """
    ; FBX 7.4.0 project file
    GlobalSettings: { Properties70: { P: "UpAxis", "int", "", "",2
    P: "FrontAxis", "int", "", "",1 } }
    Objects: {
    Geometry: 1, "Geometry::g", "Mesh" { Vertices: *12 { a: 0,0,0,1,0,0,1,1,0,0,1,0 }
    PolygonVertexIndex: *6 { a: 0,1,2,-4,0,-2 }
    LayerElementUV: 0 { MappingInformationType: "ByPolygonVertex"
    ReferenceInformationType: "IndexToDirect"
    UV: *4 { a: 0,0,1,1 }
    UVIndex: *6 { a: 0,1,0,1,0,1 } }
    LayerElementMaterial: 0 { MappingInformationType: "ByPolygon"
    Materials: *2 { a: 0,1 } } }
    Model: 2, "Model::m", "Mesh" { Properties70: { P: "RotationPivot", "Vector3D", "", "",1,2,3
    P: "InheritType", "enum", "", "",2 } }
    Material: 3, "Material::a", "" { Properties70: { P: "Maya|base_color", "Vector3D", "", "",1,0,0
    P: "Maya|roughness", "double", "", "",0.5 } }
    Texture: 4, "Texture::t", "" { Properties70: { P: "Rotation", "Vector", "", "",0,0,30 } }
    Video: 5, "Video::v", "Clip" { Content: , "iVBORw0KGgo=" }
    AnimationStack: 6, "AnimStack::s", "" { }
    AnimationLayer: 7, "AnimLayer::l", "" { }
    AnimationCurveNode: 8, "AnimCurveNode::R", "" { }
    AnimationCurve: 9, "AnimCurve::", "" { KeyTime: *2 { a: 0,46186158000 }
    KeyValueFloat: *2 { a: 0,400 }
    KeyAttrFlags: *1 { a: 50332680 }
    KeyAttrDataFloat: *4 { a: 0,0,502533381,0 }
    KeyAttrRefCount: *1 { a: 2 } }
    }
    Connections: { C: "OO",2,0
    C: "OO",1,2
    C: "OO",3,2
    C: "OP",4,3, "DiffuseColor"
    C: "OO",5,4
    C: "OO",7,6
    C: "OO",8,7
    C: "OP",8,2, "Lcl Rotation"
    C: "OP",9,8, "d|X" }
    """

private let version6 = """
    ; FBX 6.1.0 project file
    Objects: {
    Model: "Model::m", "Mesh" { Properties60: { Property: "Lcl Translation", "Lcl Translation", "A+",1,2,3 }
    Vertices: 0,0,0,1,0,0,1,1,0
    PolygonVertexIndex: 0,1,-3
    Shape: "k" { Indexes: 0
    Vertices: 1,1,1 } }
    Model: "Model::b", "Limb" { }
    Deformer: "Deformer::s", "Skin" { }
    Deformer: "SubDeformer::c", "Cluster" { Indexes: 0,1
    Weights: 1,1
    Transform: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1 }
    }
    Connections: { Connect: "OO", "Model::m", "Model::Scene"
    Connect: "OO", "Model::b", "Model::m"
    Connect: "OO", "Deformer::s", "Model::m"
    Connect: "OO", "SubDeformer::c", "Deformer::s"
    Connect: "OO", "Model::b", "SubDeformer::c" }
    Takes: { Take: "t" { Model: "Model::m" { Channel: "Transform" { Channel: "T" { Channel: "X" { KeyVer: 4005
    Key: 0,0,U,s,0,0,a,0.3,0.4,46186158000,3,C,n } } }
    Channel: "k" { Key: 0,0,L,5,1,L } } } }
    """
