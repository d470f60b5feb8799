import Codecs
import Foundation
import Geometry
import Models
import Support

/// Makes a scene of a glTF document. Nodes, meshes, materials, textures, skins, cameras and lights keep their numbers.
struct GLTFSceneReader {
    let document: GLTFDocument
    let buffers: GLTFBuffers
    let progress: ProgressReporter
    /// Bytes of the file and of its buffers.
    private let size: Int
    /// How many numbers may still be stored. Accessors can be used any number of times: without a limit a small file could fill the
    /// memory.
    private var budget: Int
    private var accessors: [Int: GLTFAccessor] = [:]
    /// How many primitives use each accessor for their positions.
    let users: [Int: Int]
    /// Encoded images by buffer view or file, so that each is stored once.
    var imageContents: [String: [UInt8]] = [:]
    var scene = Scene()

    init(_ document: GLTFDocument, buffers: GLTFBuffers, size: Int, progress: ProgressReporter) {
        self.document = document
        self.buffers = buffers
        self.progress = progress
        self.size = size
        budget = 16_000_000 + 8 * size
        users = document.positionUsers
    }

    mutating func read() throws(FormatError) -> Scene {
        scene = Scene()
        noteUnread()
        readMaterials()
        try readImages()
        try readMeshes()
        readCameras()
        readLights()
        try readNodes()
        try readSkins()
        try readAnimations()
        let isShown = scene.meshes.map { !$0.primitives.isEmpty }
        shift { isShown[$0] }
        scene.crs = document.asset.crs
        if let flaw = scene.flaw { throw .unreadable(flaw) }
        return scene
    }

    mutating func accessor(_ number: Int) throws(FormatError) -> GLTFAccessor {
        if let known = accessors[number] { return known }
        let before = buffers.decompressedSize
        let accessor = try GLTFAccessor(number, document: document, buffers: buffers, limit: size)
        budget += 8 * (buffers.decompressedSize - before)
        // Accessors may share the bytes of their replaced elements.
        try take(16 * (accessor.sparse?.rows.count ?? 0))
        accessors[number] = accessor
        return accessor
    }

    /// Uses up the budget.
    /// - Parameter count: numbers of four bytes.
    mutating func take(_ count: Int) throws(FormatError) {
        guard count <= budget else {
            throw .unreadable("uses its accessors so often that they do not fit into memory; store them once for each use")
        }
        budget -= count
    }

    /// Notes what the document has and scenes do not.
    private mutating func noteUnread() {
        let read = GLTFDocument.supported.union([
            GLTFDocument.Name.unlit, GLTFDocument.Name.emissiveStrength, GLTFDocument.Name.clearcoat,
            GLTFDocument.Name.transmission, GLTFDocument.Name.specularGlossiness,
        ])
        let unread = (document.extensionsUsed ?? []).filter { !read.contains($0) && $0 != GLTFDocument.Name.draco }
        if !unread.isEmpty {
            let names = unread.prefix(8).map { Text.clean($0) }.joined(separator: ", ")
            scene.note("The additions of these glTF extensions were not read: \(names).")
        }
        if document.extensionsUsed?.contains(GLTFDocument.Name.splats) == true {
            scene.note("Gaussian splats were read as points.")
        }
        if let others = document.scenes, others.count > 1 {
            scene.note("Only the default one of \(others.count) scenes was read.")
        }
        if let copyright = document.asset.copyright { scene.note("The copyright notice is: \(Text.clean(copyright, limit: 200))") }
    }

    /// Moves roots of map coordinates near the origin. The outermost node that is far from the origin and has the first mesh below
    /// it chooses the origin, as for models.
    /// - Parameter isShown: whether a mesh has geometry.
    mutating func shift(isShown: (Int) -> Bool) {
        var far = GlobalShift()
        var visited = [Bool](repeating: false, count: scene.nodes.count)
        var stack = scene.roots.reversed().map { (node: $0, parent: AffineMap.identity, far: AffineMap?.none) }
        while let (number, parent, outer) = stack.popLast() {
            // A broken tree is an error later.
            guard scene.nodes.indices.contains(number), !visited[number] else { continue }
            visited[number] = true
            let node = scene.nodes[number]
            let place = parent * node.transform.affine
            let anchor = outer ?? (GlobalShift.isFar(place.translation) ? place : nil)
            if let mesh = node.mesh, scene.meshes.indices.contains(mesh), isShown(mesh) {
                far.choose((anchor ?? place).translation)
                break
            }
            for child in node.children.reversed() { stack.append((child, place, anchor)) }
        }
        guard far.isFar else { return }
        scene.origin = far.origin
        scene.moveRoots(by: -far.origin)
    }
}

extension Scene {
    /// Translates the roots and what animates their translation.
    mutating func moveRoots(by offset: SIMD3<Double>) {
        let roots = Set(roots.filter { nodes.indices.contains($0) })
        for root in roots {
            switch nodes[root].transform {
            case .parts(let t, let q, let s): nodes[root].transform = .parts(translation: t + offset, rotation: q, scale: s)
            case .matrix(var matrix):
                matrix.translation += offset
                nodes[root].transform = .matrix(matrix)
            }
        }
        for i in animations.indices {
            for k in animations[i].channels.indices {
                let channel = animations[i].channels[k]
                guard channel.target == .translation, roots.contains(channel.node) else { continue }
                // Of splines the value between the two tangents.
                let isSpline = channel.interpolation == .cubicSpline
                for row in stride(from: isSpline ? 3 : 0, to: channel.values.count - 2, by: isSpline ? 9 : 3) {
                    for axis in 0..<3 {
                        animations[i].channels[k].values[row + axis] = Float(Double(channel.values[row + axis]) + offset[axis])
                    }
                }
            }
        }
    }
}
