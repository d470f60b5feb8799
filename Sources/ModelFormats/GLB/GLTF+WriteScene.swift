import Codecs
import Foundation
import Models
import Support

extension GLB {
    /// Writes a scene: nodes, meshes, materials, encoded images as they are, skins, animations, cameras and lights. The same scene
    /// gives the same bytes.
    /// - Returns: what the format could not hold.
    /// - Throws: if the scene has a flaw, is empty or larger than 4 GiB, or the file could not be written; `.cancelled` if the task
    ///   was cancelled. An existing file is then left unchanged.
    @discardableResult
    public static func write(
        _ scene: Scene, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try scene.checkWritable()
        var writer = GLTFSceneWriter(scene, options: options, imagePrefix: nil)
        var file = try begin(url, json: try writer.json(buffer: nil), byteLength: writer.content.byteLength)
        try writer.content.write(&file, progress)
        try AtomicFile.end(file)
        return writer.losses
    }
}

extension GLTF {
    /// Writes a scene as `NAME.gltf`, with `NAME.bin` and its images, whose names begin with `NAME`, beside it. They replace
    /// earlier ones. Each is whole or not written at all, the `.gltf` last. Otherwise as `GLB.write`.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ scene: Scene, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try scene.checkWritable()
        let base = url.deletingPathExtension()
        let buffer = base.appendingPathExtension("bin")
        guard base != url, buffer != url else { throw .unwritable("a glTF needs the file extension .gltf") }
        var writer = GLTFSceneWriter(scene, options: options, imagePrefix: base.lastPathComponent)
        let json = try writer.json(buffer: buffer.lastPathComponent)
        var names = writer.files.map(\.name)
        if writer.content.byteLength > 0 {
            names.insert(buffer.lastPathComponent, at: 0)
            var file = try AtomicFile.begin(buffer)
            try writer.content.write(&file, progress)
            try AtomicFile.end(file)
        }
        do throws(FileError) {
            for image in writer.files {
                try AtomicFile.write(image.bytes, to: url.deletingLastPathComponent().appendingPathComponent(image.name))
            }
            try AtomicFile.write(json, to: url)
        } catch { throw FormatError(error) }
        guard let last = names.popLast() else { return writer.losses }
        let list = names.isEmpty ? last : names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " …" : "") + " and " + last
        return writer.losses + [Loss(.names, "Geometry and images are stored beside the file; keep \(list) with it.")]
    }
}
