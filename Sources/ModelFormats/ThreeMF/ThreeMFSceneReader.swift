import Codecs
import Geometry
import Models
import Support

/// Makes a scene of a 3MF package.
struct ThreeMFSceneReader {
    private var package: ThreeMFPackage
    /// Model parts that were read, by their keys.
    private(set) var parts: [String: ThreeMFPart] = [:]
    var scene = Scene()
    var removed = 0
    private var meshes: [ObjectKey: Int?] = [:]
    var materials: [MaterialKey: Int] = [:]
    var textures: [String: Int?] = [:]
    /// The objects above the one that is added, by which cycles are found.
    private var above: [ObjectKey] = []
    private var budget = 0

    private static let depthLimit = 100

    /// An object of a part.
    struct ObjectKey: Hashable {
        let part: String
        let object: Int
    }

    /// A material of a part: a base material, or what a group of colours or texture coordinates needs.
    struct MaterialKey: Hashable {
        let part: String
        let group: Int
        let index: Int
    }

    init(_ package: ThreeMFPackage) throws(FormatError) { self.package = package }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> Scene {
        let path = ThreeMFPackage.key(try package.modelPath())
        let root = try part(path, progress)
        budget = 8_000_000
        for note in root.notes { scene.note(note) }
        scene.name = root.metadata["Title"]
        if !root.metadata.isEmpty { scene.extras = .object(root.metadata.mapValues { .string($0) }) }
        try progress.step(0.8, "Building the scene")
        if root.items.isEmpty {
            scene.note("The build has no items; all objects that are no component of another one were read.")
            let composed = Set(root.objects.values.flatMap(\.components).filter { $0.path == nil }.map(\.object))
            for object in root.order where !composed.contains(object) {
                try add(ThreeMFPart.Component(object: object), of: path, unit: root.unit, below: nil)
            }
        }
        for item in root.items { try add(item, of: path, unit: root.unit, below: nil) }
        let scale = AffineMap.scale(SIMD3(repeating: root.unit))
        if !scene.roots.isEmpty {
            scene.addRoot(scale * AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, -1), z: SIMD3(0, 1, 0)), name: "unit and axes")
        }
        scene.chooseOrigin()
        try scene.finish(removed: removed)
        return scene
    }

    /// A model part, read once.
    private mutating func part(_ key: String, _ progress: ProgressReporter = .silent) throws(FormatError) -> ThreeMFPart {
        if let known = parts[key] { return known }
        guard let packed = try package.bytes(key) else {
            throw .unreadable("refers to the model part \(Text.quote(key)), which is not in the package")
        }
        let result = packed.withUnsafeBytes { bytes -> Result<ThreeMFPart, FormatError> in
            guard !bytes.isEmpty else { return .failure(.unreadable("its model part \(Text.quote(key)) is empty")) }
            do throws(FormatError) {
                guard let text = try XMLScanner.utf8(bytes) else { return .success(try Self.parse(bytes, progress)) }
                return text.withUnsafeBytes { text -> Result<ThreeMFPart, FormatError> in
                    do throws(FormatError) { return .success(try Self.parse(text, progress)) } catch { return .failure(error) }
                }
            } catch { return .failure(error) }
        }
        let part = try result.get()
        for note in part.notes { scene.note(note) }
        parts[key] = part
        return part
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, _ progress: ProgressReporter) throws(FormatError) -> ThreeMFPart {
        guard !bytes.isEmpty else { throw .unreadable("its model part is empty") }
        var parser = ThreeMFParser(bytes)
        return try parser.read(progress)
    }

    // MARK: Nodes

    /// Adds a build item or component with all below it.
    /// - Parameters:
    ///   - component: what is placed.
    ///   - key: the part in which it is.
    ///   - unit: metres in a unit of the node above.
    ///   - parent: the node above; nil for a root.
    private mutating func add(
        _ component: ThreeMFPart.Component, of key: String, unit: Double, below parent: Int?
    ) throws(FormatError) {
        guard budget >= 64 else {
            throw .unreadable("composes its objects so often that they do not fit into memory; join or simplify them first")
        }
        budget -= 64
        let key = component.path.map { ThreeMFPackage.key($0) } ?? key
        let part = try part(key)
        guard let object = part.objects[component.object] else {
            throw .unreadable("refers to object \(component.object), which its model does not have")
        }
        let own = ObjectKey(part: key, object: component.object)
        guard !above.contains(own) else { throw .unreadable("object \(component.object) is a component of itself") }
        guard above.count < Self.depthLimit else {
            throw .unreadable("its components are nested more than \(Self.depthLimit) deep")
        }
        guard object.type == "model" || object.type == "surface" else {
            return scene.note("Objects of the type \(Text.quote(object.type)) are not part of the model; they were left out.")
        }
        let scale = AffineMap.scale(SIMD3(repeating: part.unit / unit))
        var node = Node(name: object.name ?? component.partNumber ?? object.partNumber)
        node.transform = .matrix(component.transform * scale)
        if node.transform.isIdentity { node.transform = .identity }
        var extras = object.metadata.mapValues { JSONValue.string($0) }
        if let number = component.partNumber ?? object.partNumber { extras["partnumber"] = .string(number) }
        if !extras.isEmpty { node.extras = .object(extras) }
        node.mesh = try mesh(object, own)
        let number = scene.add(node, below: parent)
        above.append(own)
        for child in object.components { try add(child, of: key, unit: part.unit, below: number) }
        above.removeLast()
    }

    /// The mesh of an object, made once; nil where it has none.
    private mutating func mesh(_ object: ThreeMFPart.Object, _ key: ObjectKey) throws(FormatError) -> Int? {
        if let known = meshes[key] { return known }
        var number: Int?
        if !object.triangles.isEmpty {
            let primitives = try primitives(object, part: key.part)
            number = scene.add(Mesh(name: object.name, primitives: primitives), removed: &removed)
            // Its lists are not needed any more.
            parts[key.part]?.objects[key.object]?.positions = []
            parts[key.part]?.objects[key.object]?.properties = []
            parts[key.part]?.objects[key.object]?.triangles = []
        } else if !object.positions.isEmpty {
            scene.note("Objects with vertices but without triangles were left out.")
        }
        meshes[key] = .some(number)
        return number
    }

    /// An image of the package as a texture; nil where it is missing.
    mutating func texture(_ texture: ThreeMFPart.Texture2D) throws(FormatError) -> Int? {
        let name = SiblingImages.lastPart(texture.path)
        let sampling = texture.texture
        let key =
            "\(ThreeMFPackage.key(texture.path)) \(sampling.wrapU) \(sampling.wrapV) \(String(describing: sampling.magnification))"
        if let known = textures[key] { return known }
        let imageKey = "\0" + ThreeMFPackage.key(texture.path)
        var image = textures[imageKey] ?? nil
        if image == nil, let bytes = try package.bytes(texture.path), !bytes.isEmpty {
            image = scene.images.count
            scene.images.append(EncodedImage(bytes, name: name))
            textures[imageKey] = .some(image)
        }
        if image == nil { scene.note("The texture \(Text.quote(name)) is not in the package.") }
        var result = sampling
        result.image = image
        if image == nil { result.name = name }
        scene.textures.append(result)
        textures[key] = .some(scene.textures.count - 1)
        return scene.textures.count - 1
    }
}
