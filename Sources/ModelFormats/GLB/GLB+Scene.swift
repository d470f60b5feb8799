import Codecs
import Foundation
import Models
import Support

extension GLB {
    /// Reads the whole scene of a file in memory: nodes, meshes, materials, encoded images, skins, animations, cameras and lights.
    /// - Throws: where the container, its JSON or an accessor breaks a rule of the format.
    public static func readScene(
        _ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Scene {
        let (json, binary) = try chunks(bytes)
        try progress.step(0, "Reading the scene")
        let document = try GLTFDocument(json)
        let buffers = try GLTFBuffers(document, binary)
        return try GLTFSceneReader.scene(document, buffers: buffers, size: bytes.count, progress: progress)
    }

    /// Whether a file in memory holds Gaussian splats (KHR_gaussian_splatting), which are no part of scenes.
    static func holdsSplats(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> Bool {
        try GLTFDocument(try chunks(bytes).json).holdsSplats
    }
}

extension GLTFSceneReader {
    /// A document as one surface or cloud in its rest pose, or its Gaussian splats.
    static func model(
        _ document: GLTFDocument, buffers: GLTFBuffers, size: Int, progress: ProgressReporter
    ) throws(FormatError) -> Model {
        if document.holdsSplats {
            var reader = GLTFSceneReader(document, buffers: buffers, size: size, progress: progress)
            if let splats = try reader.readSplats() { return splats }
        }
        return try scene(document, buffers: buffers, size: size, progress: progress)
            .flattened(budget: Scene.flatteningBudget(bytes: size))
    }

    /// A document as a scene.
    static func scene(
        _ document: GLTFDocument, buffers: GLTFBuffers, size: Int, progress: ProgressReporter
    ) throws(FormatError) -> Scene {
        var reader = GLTFSceneReader(document, buffers: buffers, size: size, progress: progress)
        return try reader.read()
    }
}

extension GLTFDocument {
    fileprivate var holdsSplats: Bool { (meshes ?? []).contains { $0.primitives.contains { $0.extensions?.splats != nil } } }
}

extension GLTF {
    /// Whether a file in memory holds Gaussian splats, as `GLB.holdsSplats`.
    static func holdsSplats(_ bytes: UnsafeRawBufferPointer) throws(FormatError) -> Bool {
        try GLTFDocument(json(bytes)).holdsSplats
    }

    /// Reads the whole scene of a file in memory, as `GLB.readScene`.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where buffers and images are looked for; nil reads none but those in the file.
    ///   - progress: receives the progress.
    /// - Throws: where the JSON or an accessor breaks a rule of the format, or a buffer is missing.
    public static func readScene(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Scene {
        try progress.step(0, "Reading the scene")
        let document = try GLTFDocument(json(bytes))
        let buffers = try GLTFBuffers(document, UnsafeRawBufferPointer(start: nil, count: 0), folder: folder)
        let size = bytes.count + buffers.externalSize
        return try GLTFSceneReader.scene(document, buffers: buffers, size: size, progress: progress)
    }
}
