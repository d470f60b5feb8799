import Codecs
import Foundation
import Geometry
import Models
import Support

/// Makes a scene of the content of a 3DS file.
struct ThreeDSSceneReader {
    let file: ThreeDSFile
    var scene = Scene()
    private var images: SiblingImages
    private var removed = 0
    private var materials: [String: Int] = [:]
    private var meshNumbers: [String: Int] = [:]
    /// For each node of the keyframer its number in the scene.
    var nodes: [Int?] = []
    var channels: [Animation.Channel] = []
    /// The numbers of cameras, lights and nodes of targets by their names.
    let cameras: [String: Int]
    let lights: [String: Int]
    let cameraTargets: [String: Int]
    let lightTargets: [String: Int]
    /// How many vertices and corners may still be made: a mesh is made for each pivot of its nodes.
    private var budget: Int

    static let framesPerSecond = 30.0

    init(_ file: ThreeDSFile, fileSize: Int, folder: URL?) {
        self.file = file
        func byName<T>(_ list: [T], _ name: (T) -> String?) -> [String: Int] {
            var result: [String: Int] = [:]
            for (i, item) in list.enumerated() { if let name = name(item), result[name] == nil { result[name] = i } }
            return result
        }
        cameras = byName(file.cameras) { $0.name }
        lights = byName(file.lights) { $0.name }
        cameraTargets = byName(file.nodes) { $0.kind == .cameraTarget ? $0.name : nil }
        lightTargets = byName(file.nodes) { $0.kind == .lightTarget ? $0.name : nil }
        budget = 2_000_000 + 16 * fileSize
        images = SiblingImages(folder)
    }

    mutating func read(_ progress: ProgressReporter) throws(FormatError) -> Scene {
        for note in file.notes { scene.note(note) }
        if file.meshes.contains(where: { !$0.positions.isEmpty }) {
            scene.note("3DS declares neither unit nor axes; the numbers were taken as metres, z up.")
        }
        for material in file.materials { add(material) }
        let meshes = Dictionary(file.meshes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        var placed: Set<Int> = []
        var byID: [Int: Int] = [:]
        for (i, element) in file.nodes.enumerated() {
            if i & 0xFF == 0 { try progress.step(0.4 + 0.5 * Double(i) / Double(file.nodes.count), "Building the scene") }
            // Only nodes before it can be above it, so that none is below itself.
            let parent = element.parent.flatMap { byID[$0] }.flatMap { nodes[$0] }
            if element.parent != nil, parent == nil {
                scene.note("Nodes whose node above them is missing or follows later have none.")
            }
            var number: Int?
            switch element.kind {
            case .object:
                var node = Node(name: element.instanceName.isEmpty ? element.name : element.instanceName)
                node.transform = Self.transform(element)
                if let mesh = meshes[element.name] {
                    node.mesh = try mesh3DS(mesh, pivot: element.pivot, isPlaced: true)
                    placed.insert(mesh)
                }
                number = scene.add(node, below: parent)
                if let number { animate(element, node: number) }
            case .camera: number = addCamera(named: element.name, element, below: parent)
            case .light: number = addLight(named: element.name, element, below: parent)
            case .cameraTarget, .lightTarget: break
            }
            byID[element.id ?? i] = i
            nodes.append(number)
        }
        try addOthers(placed)
        if !channels.isEmpty { scene.animations = [Animation(channels: channels)] }
        if !scene.roots.isEmpty {
            scene.addRoot(AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, -1), z: SIMD3(0, 1, 0)), name: "axes")
        }
        scene.chooseOrigin()
        try scene.finish(removed: removed)
        return scene
    }

    /// What the keyframer does not mention, where the editor has it.
    private mutating func addOthers(_ placed: Set<Int>) throws(FormatError) {
        for i in file.meshes.indices where !placed.contains(i) {
            var node = Node(name: file.meshes[i].name)
            let matrix = file.meshes[i].matrix
            if matrix != .identity, matrix.isFinite, matrix.inverse.isFinite { node.transform = .matrix(matrix) }
            node.mesh = try mesh3DS(i, pivot: .zero, isPlaced: false)
            if node.mesh != nil { _ = scene.add(node, below: nil) }
        }
        let known = Set(file.nodes.filter { $0.kind == .camera || $0.kind == .light }.map(\.name))
        for camera in file.cameras where !known.contains(camera.name) { _ = addCamera(named: camera.name, nil, below: nil) }
        for light in file.lights where !known.contains(light.name) { _ = addLight(named: light.name, nil, below: nil) }
    }

    // MARK: Meshes

    /// The number of a mesh in the coordinates of a node; nil where it has no faces.
    /// - Parameter isPlaced: whether a node of the keyframer places it: mirrored matrices are then those of the node.
    private mutating func mesh3DS(_ number: Int, pivot: SIMD3<Double>, isPlaced: Bool) throws(FormatError) -> Int? {
        let key = "\(number) \(pivot.x) \(pivot.y) \(pivot.z) \(isPlaced)"
        if let known = meshNumbers[key] { return known }
        let mesh = file.meshes[number]
        guard !mesh.positions.isEmpty, !mesh.faces.isEmpty else { return nil }
        guard mesh.positions.count + mesh.faces.count <= budget else {
            throw .unreadable("places its meshes so often that they do not fit into memory; join or simplify them first")
        }
        budget -= mesh.positions.count + mesh.faces.count
        if let bad = mesh.faces.firstIndex(where: { Int($0) >= mesh.positions.count }) {
            throw .unreadable(
                "face \(bad / 3) of \(Text.quote(mesh.name)) refers to vertex \(mesh.faces[bad]), but there are only "
                    + "\(mesh.positions.count)")
        }
        var map = mesh.matrix.isFinite ? mesh.matrix.inverse : .identity
        if !map.isFinite { map = .identity }
        if isPlaced {
            if mesh.matrix.mirrors { map = AffineMap.scale(SIMD3(-1, 1, 1)) * map }
            map = AffineMap.translation(-pivot) * map
        }
        var corners = CornerMesh()
        corners.positions = mesh.positions
        if map != .identity {
            for i in corners.positions.indices { corners.positions[i] = Vector3(map.apply(SIMD3<Double>(corners.positions[i]))) }
        }
        var faces = mesh.faces
        if map.mirrors { for t in 0..<faces.count / 3 { faces.swapAt(3 * t + 1, 3 * t + 2) } }
        let result = Mesh(name: mesh.name, primitives: primitives(mesh, &corners, faces: faces))
        meshNumbers[key] = scene.add(result, removed: &removed)
        return meshNumbers[key]
    }

    /// A primitive for each material.
    private mutating func primitives(_ mesh: ThreeDSMesh, _ corners: inout CornerMesh, faces: [UInt32]) -> [Primitive] {
        var normalOfCorner: [UInt32] = []
        if mesh.smoothing.contains(where: { $0 != 0 }) {
            let groups = mesh.smoothing + [UInt32](repeating: 0, count: max(0, faces.count / 3 - mesh.smoothing.count))
            let computed = CornerMesh.normals(positions: corners.positions, triangles: faces) { groups[$0] & groups[$1] != 0 }
            corners.normals = computed.normals
            normalOfCorner = computed.corners
        }
        let hasCoordinates = !mesh.textureCoordinates.isEmpty
        if hasCoordinates {
            corners.textureCoordinates = mesh.textureCoordinates.map { Vector2($0.x, 1 - $0.y) }
            let missing = corners.positions.count - corners.textureCoordinates.count
            if missing > 0 { corners.textureCoordinates += Array(repeating: .zero, count: missing) }
        }
        // Faces that no material names come first, with none.
        var owner = [Int](repeating: 0, count: faces.count / 3)
        for (i, material) in mesh.materials.enumerated() {
            for face in material.faces where Int(face) < owner.count { owner[Int(face)] = i + 1 }
        }
        var groups = [[SIMD4<UInt32>]](repeating: [], count: mesh.materials.count + 1)
        for corner in faces.indices {
            let vertex = faces[corner]
            groups[owner[corner / 3]].append(
                SIMD4(
                    vertex, normalOfCorner.isEmpty ? CornerMesh.none : normalOfCorner[corner],
                    hasCoordinates ? vertex : CornerMesh.none, CornerMesh.none))
        }
        var scratch = VertexSplit.Scratch(positions: corners.positions.count)
        var primitives: [Primitive] = []
        for (i, group) in groups.enumerated() where !group.isEmpty {
            var primitive = corners.primitive(.triangles, group, scratch: &scratch)
            if i > 0 {
                primitive.material = materials[mesh.materials[i - 1].name]
                if primitive.material == nil { scene.note("Faces refer to materials that the file does not have; they are white.") }
            }
            primitives.append(primitive)
        }
        return primitives
    }

    // MARK: Materials

    private mutating func add(_ source: ThreeDSMaterial) {
        var material = Material.plain
        material.name = source.name
        material.isDoubleSided = source.isTwoSided
        let alpha = 1 - source.transparency
        material.baseColor = SIMD4(source.diffuse, alpha)
        if source.shininess > 0, source.specular.max() > 0 {
            material.roughness = OBJMaterialLibrary.roughness(exponent: source.shininess * 128)
        }
        if let map = source.map {
            material.baseColorTexture = reference(map)
            material.baseColor = SIMD4(1, 1, 1, alpha)
        }
        if let map = source.selfIlluminationMap {
            material.emissiveTexture = reference(map)
            material.emissive = Vector3(repeating: 1)
        } else if source.selfIllumination > 0 {
            material.emissive = source.diffuse * source.selfIllumination
        }
        if alpha < 1 { material.alphaMode = .blend }
        if let opacity = source.opacityMap {
            if opacity.file.lowercased() == source.map?.file.lowercased() {
                material.alphaMode = .blend
            } else {
                scene.note("Images of opacity that are not those of colour are not read.")
            }
        }
        for other in source.others { scene.note("Images of materials for \(other) are not read.") }
        scene.materials.append(material)
        if materials[source.name] == nil { materials[source.name] = scene.materials.count - 1 }
    }

    private mutating func reference(_ map: ThreeDSMap) -> TextureReference {
        var sampling = Texture(image: nil)
        if map.tiling & 0x2 != 0 {
            sampling.wrapU = .mirrored
            sampling.wrapV = .mirrored
        } else if map.tiling & 0x11 != 0 {
            sampling.wrapU = .clamped
            sampling.wrapV = .clamped
        }
        let made = TextureTransform.make(
            .translation(SIMD2(-map.offset.x, map.offset.y)) * .rotation(-map.rotation * .pi / 180) * .scale(map.scale))
        return TextureReference(images.texture(map.file, like: sampling, in: &scene), transform: made.transform)
    }
}
