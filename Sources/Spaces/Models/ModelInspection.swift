import Codecs
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import Support

/// What a model file contains, as a tree: nodes with what they place, materials, images, skins and animations.
public struct ModelInspection: Sendable, Encodable {
    /// The format by its content: the file extension.
    public var format: String
    /// Bytes of the file, without files beside it.
    public var bytes: Int64
    /// The name of the scene.
    public var name: String?
    /// Corners of the box around all that is placed in the rest pose, metres, y up; nil where nothing is.
    public var bounds: Box?
    /// Triangles, as often as they are placed.
    public var triangles: Int
    /// Vertices and points, as often as they are placed.
    public var vertices: Int
    /// The offset of map coordinates, metres, y up; nil where there is none.
    public var origin: [Double]?
    /// The coordinate reference system as WKT.
    public var crs: String?
    /// The nodes without a parent.
    public var nodes: [Branch]
    /// Materials, in the order of the file.
    public var materials: [Surface]
    /// Images, in the order of the file.
    public var images: [Picture]
    /// Skins, in the order of the file.
    public var skins: [Joints]
    /// Animations, in the order of the file.
    public var animations: [Motion]
    /// What was not read, or was assumed.
    public var notes: [String]
    /// The format for which `losses` are; nil where none was asked for.
    public var target: String?
    /// What `target` can't hold of it.
    public var losses: [Loss] = []

    /// An axis-aligned box.
    public struct Box: Sendable, Encodable {
        /// The smallest coordinates.
        public var min: [Float]
        /// The largest coordinates.
        public var max: [Float]
    }

    /// A node with all below it.
    public struct Branch: Sendable, Encodable {
        /// The node's number in the file.
        public var node: Int
        /// Its name.
        public var name: String?
        /// What stands here.
        public var mesh: Shape?
        /// The number of the skin.
        public var skin: Int?
        /// `perspective` or `orthographic`.
        public var camera: String?
        /// `directional`, `point` or `spot`.
        public var light: String?
        /// How often the mesh stands here; nil for once.
        public var instances: Int?
        /// False where it is hidden.
        public var isVisible: Bool
        /// The nodes below.
        public var children: [Branch]
    }

    /// A mesh.
    public struct Shape: Sendable, Encodable {
        /// Its number in the file.
        public var mesh: Int
        /// Its name.
        public var name: String?
        /// Its parts, each with one material.
        public var primitives: [Part]
        /// Its morph targets.
        public var morphTargets: Int
    }

    /// A part of a mesh.
    public struct Part: Sendable, Encodable {
        /// `triangles`, `lines` or `points`.
        public var topology: String
        /// Triangles, segments or points.
        public var count: Int
        /// Vertices.
        public var vertices: Int
        /// What the vertices have beside their positions.
        public var attributes: [String]
        /// The number of the material.
        public var material: Int?
    }

    /// A material.
    public struct Surface: Sendable, Encodable {
        /// Its name.
        public var name: String?
        /// Linear RGB and opacity.
        public var baseColor: [Float]
        /// 0…1.
        public var metallic: Float
        /// 0…1.
        public var roughness: Float
        /// `OPAQUE`, `MASK` or `BLEND`.
        public var alphaMode: String
        /// Whether back faces are shown.
        public var isDoubleSided: Bool
        /// Numbers of the images, by what they are for.
        public var textures: [String: Int]
        /// `unlit`, `clearcoat`, `transmission`.
        public var extensions: [String]
    }

    /// An image.
    public struct Picture: Sendable, Encodable {
        /// Its name, or that of its file.
        public var name: String?
        /// `jpeg`, `png`, `webp`, `ktx2` or `other`.
        public var format: String
        /// Bytes, encoded.
        public var bytes: Int
        /// Pixels; nil where they can't be told.
        public var width: Int?
        /// Pixels; nil where they can't be told.
        public var height: Int?
    }

    /// A skin.
    public struct Joints: Sendable, Encodable {
        /// Its name.
        public var name: String?
        /// Its joints.
        public var joints: Int
    }

    /// An animation.
    public struct Motion: Sendable, Encodable {
        /// Its name.
        public var name: String?
        /// Seconds.
        public var duration: Float
        /// Properties of nodes that change.
        public var channels: Int
    }

    /// Reads a file and says what is in it.
    /// - Parameters:
    ///   - url: the model file.
    ///   - target: a format whose losses are listed; nil for none.
    ///   - progress: receives the progress.
    /// - Throws: `FormatError`.
    public init(of url: URL, target: ModelFormat? = nil, progress: ProgressReporter = .silent) throws {
        let format = try ModelFile.detect(url)
        let scene = try SceneFile.read(url, progress: progress.part(0...0.9))
        self.init(scene, format: format.rawValue)
        if let target {
            self.target = target.rawValue
            losses = scene.losses(in: target)
        }
        bytes = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int64 ?? 0
    }

    /// What is in a scene without a flaw.
    public init(_ scene: Scene, format: String) {
        self.format = format
        bytes = 0
        name = scene.name
        triangles = scene.triangleCount
        vertices = scene.vertexCount
        origin = scene.origin == .zero ? nil : [scene.origin.x, scene.origin.y, scene.origin.z]
        crs = scene.crs
        let tree = Self.branches(scene)
        nodes = tree.roots
        materials = scene.materials.map { Surface($0, scene) }
        images = scene.images.map(Picture.init)
        skins = scene.skins.map { Joints(name: $0.name, joints: $0.joints.count) }
        animations = scene.animations.map { Motion(name: $0.name, duration: $0.duration, channels: $0.channels.count) }
        notes = scene.notes
        if tree.isCut { notes.append("Nodes below level \(Self.maxDepth) are listed at that level.") }
        let box = scene.bounds
        if !box.isEmpty {
            bounds = Box(min: [box.min.x, box.min.y, box.min.z], max: [box.max.x, box.max.y, box.max.z])
        }
    }

    /// Programs that read JSON have limits of nesting, and encoding needs stack: deeper nodes are listed at this level.
    private static let maxDepth = 100

    /// The trees below the roots, and whether some nodes are deeper than `maxDepth`. Children come before their parents, so that no
    /// depth of a file fills the stack.
    private static func branches(_ scene: Scene) -> (roots: [Branch], isCut: Bool) {
        var order: [Int] = []
        var children: [Int: [Int]] = [:]
        var isCut = false
        var stack = scene.roots.reversed().map { (node: $0, parent: Int?.none, depth: 1) }
        while let (node, parent, depth) = stack.popLast() {
            order.append(node)
            if let parent { children[parent, default: []].append(node) }
            let holdsChildren = depth < maxDepth
            if !holdsChildren, !scene.nodes[node].children.isEmpty { isCut = true }
            for child in scene.nodes[node].children.reversed() {
                stack.append((child, holdsChildren ? node : parent, holdsChildren ? depth + 1 : depth))
            }
        }
        var made: [Int: Branch] = [:]
        for number in order.reversed() {
            let node = scene.nodes[number]
            made[number] = Branch(
                node: number, name: node.name, mesh: node.mesh.map { Shape($0, scene) }, skin: node.skin,
                camera: node.camera.map { scene.cameras[$0].kindName }, light: node.light.map { scene.lights[$0].kindName },
                instances: node.instances.isEmpty ? nil : node.instances.count, isVisible: node.isVisible,
                children: (children[number] ?? []).compactMap { made.removeValue(forKey: $0) })
        }
        return (scene.roots.compactMap { made[$0] }, isCut)
    }
}

extension ModelInspection.Shape {
    init(_ number: Int, _ scene: Scene) {
        let mesh = scene.meshes[number]
        self.init(
            mesh: number, name: mesh.name, primitives: mesh.primitives.map(ModelInspection.Part.init),
            morphTargets: mesh.targetCount)
    }
}

extension ModelInspection.Part {
    init(_ primitive: Primitive) {
        let corners = primitive.topology == .triangles ? 3 : primitive.topology == .lines ? 2 : 1
        var attributes: [String] = []
        if !primitive.normals.isEmpty { attributes.append("normals") }
        if !primitive.tangents.isEmpty { attributes.append("tangents") }
        if !primitive.colors.isEmpty { attributes.append("colors") }
        for (i, set) in primitive.textureCoordinates.enumerated() where !set.isEmpty {
            attributes.append(i == 0 ? "texture_coordinates" : "texture_coordinates_\(i + 1)")
        }
        if !primitive.joints.isEmpty { attributes.append("joints") }
        self.init(
            topology: primitive.topology.rawValue, count: primitive.elementCount / corners, vertices: primitive.positions.count,
            attributes: attributes + primitive.attributes.map(\.name), material: primitive.material)
    }
}

extension ModelInspection.Surface {
    init(_ material: Material, _ scene: Scene) {
        var textures: [String: Int] = [:]
        for (use, texture) in material.textures { textures[use.rawValue] = scene.textures[texture.texture].image }
        var extensions: [String] = []
        if material.isUnlit { extensions.append("unlit") }
        if material.clearcoat != nil { extensions.append("clearcoat") }
        if material.transmission != nil { extensions.append("transmission") }
        let color = material.baseColor
        self.init(
            name: material.name, baseColor: [color.x, color.y, color.z, color.w], metallic: material.metallic,
            roughness: material.roughness, alphaMode: material.alphaMode.rawValue, isDoubleSided: material.isDoubleSided,
            textures: textures, extensions: extensions)
    }
}

extension ModelInspection.Picture {
    init(_ image: EncodedImage) {
        let size = image.size
        self.init(
            name: image.name, format: image.format.rawValue, bytes: image.bytes.count, width: size?.width, height: size?.height)
    }
}

extension Camera {
    var kindName: String {
        switch projection {
        case .perspective: "perspective"
        case .orthographic: "orthographic"
        }
    }
}

extension Light {
    var kindName: String {
        switch kind {
        case .directional: "directional"
        case .point: "point"
        case .spot: "spot"
        }
    }
}
