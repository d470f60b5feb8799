import Codecs
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import TestSupport

/// Scenes of which every number is known, and how formats are read and written as scenes.
enum SceneSample {
    /// A PNG of 4 x 4 pixels of one colour.
    static func png(_ pixel: SIMD4<UInt8>) -> [UInt8] { (try? PNG.encode(ColorImage(width: 4, height: 4, repeating: pixel))) ?? [] }

    /// A square of the given size in the plane z = 0.
    static func square(_ size: Float = 1, material: Int? = nil) -> Primitive {
        var p = Primitive()
        p.positions = [Vector3(0, 0, 0), Vector3(size, 0, 0), Vector3(size, size, 0), Vector3(0, size, 0)]
        p.normals = Array(repeating: Vector3(0, 0, 1), count: 4)
        p.textureCoordinates = [[Vector2(0, 1), Vector2(1, 1), Vector2(1, 0), Vector2(0, 0)]]
        p.indices = [0, 1, 2, 0, 2, 3]
        p.material = material
        return p
    }

    /// Two nodes, one below the other, with a mesh of two materials, textures, lines, and colours.
    static var furniture: Scene {
        var scene = Scene()
        scene.name = "furniture"
        scene.images = [
            EncodedImage(png(SIMD4(200, 100, 50, 255)), name: "wood.png"),
            EncodedImage(png(SIMD4(255, 180, 90, 255)), name: "rough.png"),
            EncodedImage(png(SIMD4(128, 128, 255, 255)), name: "normals.png"),
        ]
        var clamped = Texture(image: 2)
        clamped.wrapU = .clamped
        clamped.wrapV = .clamped
        scene.textures = [Texture(image: 0), Texture(image: 1), clamped]
        var wood = Material(name: "wood")
        var transform = TextureTransform()
        transform.scale = Vector2(2, 4)
        transform.offset = Vector2(0.5, -0.25)
        wood.baseColorTexture = TextureReference(0, transform: transform)
        wood.metallicRoughnessTexture = TextureReference(1)
        wood.normalTexture = TextureReference(2)
        wood.metallic = 0.5
        wood.roughness = 0.75
        var glass = Material(name: "glass")
        glass.baseColor = SIMD4(SRGB.toLinear(SIMD3(20, 200, 120)), 0.25)
        glass.alphaMode = .blend
        glass.metallic = 0
        glass.roughness = 0.125
        glass.emissive = SRGB.toLinear(SIMD3(10, 0, 40))
        scene.materials = [wood, glass]
        var edges = Primitive(.lines)
        edges.positions = [Vector3(0, 0, 0), Vector3(0, 0, 1), Vector3(0, 1, 1)]
        edges.indices = [0, 1, 1, 2]
        edges.material = 1
        var colored = square(2, material: 1)
        colored.colors = (0..<4).map { SIMD4(SRGB.toLinear(SIMD3(UInt8($0 * 60), 255, 0)), 1) }
        scene.meshes = [
            Mesh(name: "table", primitives: [square(material: 0), colored, edges]),
            Mesh(name: "lamp", primitives: [square(0.5, material: 1)]),
        ]
        var table = Node(
            name: "table", transform: .parts(translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(2, 2, 2)))
        table.mesh = 0
        table.children = [1]
        var lamp = Node(
            name: "lamp", transform: .parts(translation: SIMD3(0, 1, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)))
        lamp.mesh = 1
        scene.nodes = [table, lamp]
        scene.roots = [0]
        return scene
    }

    /// A bar of two joints that bends, with a morph target, a camera and a light.
    static var bar: Scene {
        var scene = Scene()
        scene.name = "bar"
        scene.materials = [.plain]
        scene.materials[0].name = "skin"
        var p = square(material: 0)
        p.joints = [SIMD4(0, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(1, 0, 0, 0)]
        p.weights = [SIMD4(1, 0, 0, 0), SIMD4(0.75, 0.25, 0, 0), SIMD4(1, 0, 0, 0), SIMD4(1, 0, 0, 0)]
        var target = MorphTarget()
        target.positions = [.zero, .zero, Vector3(0.5, 0, 0), Vector3(0, 0.25, 0)]
        p.targets = [target]
        scene.meshes = [Mesh(name: "bar", primitives: [p])]
        scene.meshes[0].weights = [0.5]
        scene.meshes[0].targetNames = ["wide"]
        var body = Node(name: "body")
        body.mesh = 0
        body.skin = 0
        var hip = Node(
            name: "hip", transform: .parts(translation: SIMD3(0, 0.5, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)))
        hip.children = [2]
        let knee = Node(
            name: "knee", transform: .parts(translation: SIMD3(0, 0.5, 0), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)))
        var eye = Node(
            name: "eye", transform: .parts(translation: SIMD3(0, 1, 4), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)))
        eye.camera = 0
        eye.light = 0
        scene.nodes = [body, hip, knee, eye]
        scene.roots = [0, 1, 3]
        var skin = Skin(name: "bones", joints: [1, 2])
        skin.inverseBindMatrices = [.translation(SIMD3(0, -0.5, 0)), .translation(SIMD3(0, -1, 0))]
        scene.skins = [skin]
        scene.cameras = [Camera(name: "eye", .perspective(fieldOfView: 0.8, aspect: 1.5), near: 0.1, far: 50)]
        scene.lights = [Light(name: "lamp", .spot(inner: 0.5, outer: 0.5))]
        scene.lights[0].color = Vector3(1, 0.5, 0.25)
        scene.lights[0].intensity = 8
        let half = Float(0.5).squareRoot()
        scene.animations = [
            Animation(
                name: "bend",
                channels: [
                    Animation.Channel(
                        node: 2, target: .rotation, times: [0, 1, 2], values: [0, 0, 0, 1, 0, 0, half, half, 0, 0, 0, 1]),
                    Animation.Channel(node: 1, target: .translation, times: [0, 2], values: [0, 0.5, 0, 1, 0.5, 0]),
                    Animation.Channel(node: 0, target: .weights, times: [0, 2], values: [0, 1]),
                ])
        ]
        return scene
    }
}

/// How scenes of a format are read and written.
struct SceneFormat: Sendable {
    let name: String
    let read: @Sendable (UnsafeRawBufferPointer, URL?) throws(FormatError) -> Scene
    let write: @Sendable (Scene, URL, WriteOptions) throws(FormatError) -> [Loss]

    static let obj = SceneFormat(name: "obj") { (bytes, folder) throws(FormatError) in
        try OBJ.readScene(bytes, folder: folder)
    } write: { (scene, url, options) throws(FormatError) in
        try OBJ.write(scene, to: url, options: options)
    }

    static let dae = SceneFormat(name: "dae") { (bytes, folder) throws(FormatError) in
        try DAE.readScene(bytes, folder: folder)
    } write: { (scene, url, options) throws(FormatError) in
        try DAE.write(scene, to: url, options: options)
    }

    static let stl = SceneFormat(name: "stl") { (bytes, folder) throws(FormatError) in
        try STL.readScene(bytes, folder: folder)
    } write: { (scene, url, options) throws(FormatError) in
        try STL.write(scene, to: url, options: options)
    }

    init(
        name: String, read: @escaping @Sendable (UnsafeRawBufferPointer, URL?) throws(FormatError) -> Scene,
        write: @escaping @Sendable (Scene, URL, WriteOptions) throws(FormatError) -> [Loss]
    ) {
        self.name = name
        self.read = read
        self.write = write
    }

    /// Reads bytes in memory.
    func read(_ bytes: [UInt8], folder: URL? = nil) throws -> Scene { try bytes.withUnsafeBytes { try read($0, folder) } }

    /// Reads a text in memory.
    func read(_ text: String, folder: URL? = nil) throws -> Scene { try read(Array(text.utf8), folder: folder) }

    /// Reads a file.
    func read(_ url: URL) throws -> Scene { try read(Array(try Data(contentsOf: url)), folder: url.deletingLastPathComponent()) }

    /// The line that reading fails with; nil where it succeeds.
    func refusal(_ bytes: [UInt8]) -> String? {
        do {
            _ = try read(bytes)
            return nil
        } catch { return "\(error)" }
    }

    /// The scene after writing it and reading it again, the losses, and the files beside each other by name.
    func roundTrip(
        _ scene: Scene, _ options: WriteOptions = WriteOptions()
    ) throws -> (scene: Scene, losses: [Loss], files: [String: [UInt8]]) {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("a room.\(name)")
            let losses = try write(scene, file, options)
            var files: [String: [UInt8]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                files[name] = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
            }
            return (try read(file), losses, files)
        }
    }

    /// Reads damaged bytes; a scene has to be without a flaw, an error one line.
    /// - Returns: what is wrong; nil where nothing is.
    func problem(_ bytes: [UInt8]) -> String? {
        do {
            return try read(bytes).flaw
        } catch let error as FormatError {
            if error.kind != .unreadable { return "the error is of another kind" }
            return error.description.contains("\n") || error.description.count < 8 ? "the error is not one line" : nil
        } catch { return "another error: \(error)" }
    }
}

extension Scene {
    /// The corners of all triangles in the world, in the rest pose or that of an animation.
    func worldCorners(animation: Int? = nil, at time: Float = 0) -> [Vector3] {
        let pose = ScenePose(self, animation: animation, at: time)
        var corners: [Vector3] = []
        for (i, node) in nodes.enumerated() {
            guard let mesh = node.mesh else { continue }
            for primitive in meshes[mesh].primitives where primitive.topology == .triangles {
                var p = primitive.morphed(by: pose.weights[i]).positions
                if let skin = node.skin, !primitive.joints.isEmpty {
                    p = primitive.skinned(p, [], joints: skins[skin].maps(pose)).positions
                } else {
                    pose.world[i].apply(&p)
                }
                corners += primitive.indices.map { p[Int($0)] }
            }
        }
        return corners
    }
}

/// Whether points are the same within a distance.
func areNear(_ a: [Vector3], _ b: [Vector3], within distance: Float = 1e-5) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).length <= distance }
}

/// Texture coordinates to the last digit but one: v is counted from the top in a scene, and from the bottom in a model.
func areNear(_ a: [Vector2], _ b: [Vector2]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0.x - $1.x) < 1e-7 && abs($0.y - $1.y) < 1e-7 }
}

/// Whether corners, three a triangle, are the same triangles in any order.
func areSameTriangles(_ a: [Vector3], _ b: [Vector3], within distance: Float = 1e-4) -> Bool {
    /// The centres, by their distance from a point.
    func sorted(_ corners: [Vector3]) -> [Vector3] {
        var centres: [Vector3] = []
        for i in stride(from: 0, to: corners.count - 2, by: 3) {
            centres.append((corners[i] + corners[i + 1] + corners[i + 2]) / 3)
        }
        let origin = Vector3(7, 11, 13)
        return centres.sorted { ($0 - origin).length < ($1 - origin).length }
    }
    return areNear(sorted(a), sorted(b), within: distance)
}
