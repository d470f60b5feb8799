import Codecs
import Foundation
import Models
import Support

extension Scene {
    /// Whether a `Model` holds what can be seen of the scene: one mesh or cloud, placed once, with at most one material that is no
    /// more than a base colour and its image. Names and extras don't count.
    public var isOneSurface: Bool {
        let held: Set<SceneFeature> = [
            .faces, .points, .names, .physicalMaterials, .textures, .normals, .tangents, .colors, .textureCoordinates, .extras,
            .crs,
            .hierarchy,
        ]
        let found = features
        let holdsBoth = found[.faces] != nil && found[.points] != nil
        return nodes.count <= 1 && nodes.allSatisfy(\.instances.isEmpty) && meshes.reduce(0) { $0 + $1.primitives.count } <= 1
            && materials.count <= 1 && !holdsBoth && found.keys.allSatisfy(held.contains)
    }

    /// The largest number of vertices and corners to which `flattened` unfolds a scene from a file of `bytes` bytes; more would be
    /// instances by which a small file fills the memory.
    public func flatteningBudget(bytes: Int) -> Int { 2_000_000 + 16 * (bytes + images.reduce(0) { $0 + $1.bytes.count }) }

    /// What `flattened` compares with its budget: vertices and corners of all that nodes place, and a little for each placement.
    public var flattenedSize: Int {
        nodes.reduce(0) { sum, node in
            let primitives = node.mesh.map { meshes[$0].primitives } ?? []
            let once = primitives.reduce(0) { $0 + 64 + $1.positions.count + $1.elementCount }
            let times = once.multipliedReportingOverflow(by: max(1, node.instances.count))
            return times.overflow || sum > .max - times.partialValue ? .max : sum + times.partialValue
        }
    }
}

extension SceneFile {
    /// Reads a file as a whole scene if it is more than one surface (`Scene.isOneSurface`).
    /// - Returns: nil for a single surface or cloud, and for splats: `ModelFile` reads them.
    /// - Throws: an error that names the file and the problem; `.cancelled` if the task was cancelled.
    public static func readWhole(_ url: URL, progress: ProgressReporter = .silent) throws(FormatError) -> Scene? {
        guard try isScene(url), try mayBeWhole(url) else { return nil }
        let scene = try read(url, progress: progress)
        return scene.isOneSurface ? nil : scene
    }

    /// Reads a file as one surface, cloud or splats. A glTF or GLB file of several surfaces is read as a scene and joined, in its
    /// rest pose, with the colours of all its materials.
    /// - Throws: an error that names the file and the problem; `.cancelled` if the task was cancelled.
    public static func readSurface(_ url: URL, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        let format = try ModelFile.detect(url)
        guard format == .glb || format == .gltf, let scene = try readWhole(url, progress: progress) else {
            return try ModelFile.read(url, progress: progress)
        }
        do throws(FormatError) {
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
            return try scene.flattened(budget: scene.flatteningBudget(bytes: attributes?[.size] as? Int ?? 0))
        } catch {
            throw error.at(url.path)
        }
    }

    /// False only for glTF and GLB files whose JSON shows that they are one surface, so that large scans are read once.
    private static func mayBeWhole(_ url: URL) throws(FormatError) -> Bool {
        let format = try ModelFile.detect(url)
        guard format == .glb || format == .gltf else { return true }
        do throws(FormatError) {
            let file = try FileBytes(url)
            defer { withExtendedLifetime(file) {} }
            let json = try format == .glb ? GLB.chunks(file.bytes).json : GLTF.json(file.bytes)
            return try !GLTFDocument(json, supported: GLTFDocument.forScenes).isOneSurface
        } catch {
            throw error.at(url.path)
        }
    }
}

extension GLTFDocument {
    /// Whether the document has one node with one primitive and at most one plain material, as scans are written.
    fileprivate var isOneSurface: Bool {
        let primitives = (meshes ?? []).flatMap(\.primitives)
        guard (nodes ?? []).count <= 1, primitives.count <= 1, (materials ?? []).count <= 1, (skins ?? []).isEmpty,
            (animations ?? []).isEmpty, (cameras ?? []).isEmpty, nodes?.first?.extensions == nil
        else { return false }
        let plainAttributes: Set<String> = ["POSITION", "NORMAL", "TANGENT", "COLOR_0", "TEXCOORD_0"]
        guard primitives.allSatisfy({ $0.targets == nil && $0.attributes.keys.allSatisfy(plainAttributes.contains) }) else {
            return false
        }
        return (materials ?? []).allSatisfy(\.isPlain)
    }
}

extension GLTFDocument.Material {
    /// Whether it is a base colour with at most one image, opaque.
    fileprivate var isPlain: Bool {
        normalTexture == nil && occlusionTexture == nil && emissiveTexture == nil && (alphaMode ?? "OPAQUE") == "OPAQUE"
            && pbrMetallicRoughness?.metallicRoughnessTexture == nil && pbrMetallicRoughness?.baseColorTexture?.extensions == nil
            && extensions?.clearcoat == nil && extensions?.transmission == nil
    }
}
