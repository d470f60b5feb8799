import Codecs
import Foundation
import Geometry
import Splats
import Support

/// glTF 2.0 (Khronos, ISO/IEC 12113) as JSON, with its buffers and images in files beside it or as base64 in it. What is read of it
/// is what is read of a GLB.
public enum GLTF {
    /// Reads a file in memory.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where buffers and images are looked for; nil reads none but those in the file.
    ///   - progress: receives the progress.
    /// - Throws: where the JSON or an accessor breaks a rule of the format, a buffer is missing, or there is no geometry.
    public static func read(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Model {
        try progress.step(0, "Reading the scene")
        let document = try GLTFDocument(json(bytes))
        let buffers = try GLTFBuffers(document, UnsafeRawBufferPointer(start: nil, count: 0), folder: folder)
        let size = bytes.count + buffers.externalSize
        return try GLTFSceneReader.model(document, buffers: buffers, size: size, progress: progress)
    }

    /// The JSON without a byte order mark.
    static func json(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    }

    /// Writes a mesh or a cloud as `NAME.gltf`, with `NAME.bin` and, where there is a texture, `NAME.jpg` beside it, which replace
    /// earlier ones. Each is whole or not written at all, the `.gltf` last. Otherwise as `GLB.write`.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses = GLB.frameLosses(options)
        if let splats = model.splats { return losses + (try write(splats, of: model, to: url, progress: progress)) }
        let layout = GLTFLayout(model, jpeg: try model.encodedTexture(), options: options, losses: &losses)
        let buffer = url.deletingPathExtension().appendingPathExtension("bin")
        let picture = url.deletingPathExtension().appendingPathExtension("jpg")
        guard buffer != url, picture != url else { throw .unwritable("a glTF needs the file extension .gltf") }
        var file = try AtomicFile.begin(buffer)
        try layout.write(&file, progress)
        try AtomicFile.end(file)
        let json = layout.json(buffer: buffer.lastPathComponent, picture: picture.lastPathComponent)
        do throws(FileError) {
            if layout.imageLength > 0 { try AtomicFile.write(Array(layout.picture.prefix(layout.imageLength)), to: picture) }
            try AtomicFile.write(Array(json.utf8), to: url)
        } catch { throw FormatError(error) }
        let beside =
            layout.imageLength > 0 ? "\(buffer.lastPathComponent) and \(picture.lastPathComponent)" : buffer.lastPathComponent
        losses.append(Loss(.names, "Geometry is stored beside the file; keep \(beside) with it."))
        return losses
    }

    private static func write(
        _ splats: SplatCloud, of model: Model, to url: URL, progress: ProgressReporter
    ) throws(FormatError) -> [Loss] {
        let layout = GLTFSplatLayout(splats, of: model)
        let buffer = url.deletingPathExtension().appendingPathExtension("bin")
        guard buffer != url else { throw .unwritable("a glTF needs the file extension .gltf") }
        var file = try AtomicFile.begin(buffer)
        try layout.write(&file, progress)
        try AtomicFile.end(file)
        file = try AtomicFile.begin(url)
        try file.put(layout.json(buffer: buffer.lastPathComponent))
        try AtomicFile.end(file)
        return [Loss(.names, "Geometry is stored beside the file; keep \(buffer.lastPathComponent) with it.")]
    }
}
