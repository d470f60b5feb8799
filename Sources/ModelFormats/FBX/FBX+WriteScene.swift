import Codecs
import Foundation
import Geometry
import Models
import Support

extension FBX {
    /// Writes a scene as binary FBX 7.4: nodes, meshes with several materials, images as they are encoded and embedded, skins with
    /// their bind pose, blend shapes, animations, cameras, lights and extras; customarily in metres, y up, which the global
    /// settings declare.
    ///
    /// Materials are Phong with the properties of Maya's physical material beside them. Rotations of animations become angles about
    /// three axes, with keys between those of the scene where the way would differ. A scene's origin is in the translations of its
    /// roots. Arrays are packed unless `options.compresses` is false.
    /// - Returns: what the format could not hold.
    /// - Throws: where the scene has a flaw or nothing that FBX holds, or the file can't be written.
    @discardableResult
    public static func write(
        _ scene: Scene, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try scene.checkWritable()
        guard !scene.roots.isEmpty else { throw .unwritable("the scene is empty") }
        let primitives = scene.meshes.flatMap(\.primitives)
        if !primitives.isEmpty, primitives.allSatisfy({ $0.topology == .points }), scene.cameras.isEmpty, scene.lights.isEmpty {
            throw .unwritable("FBX stores only triangles and lines, and the scene is of points; write ply or glb")
        }
        let frame = CoordinateFrame(options, else: .metre, .y)
        var writer = FBXSceneWriter(scene, frame: frame, packs: options.compresses ?? true)
        try writer.addAll(progress)
        try progress.step(0.9, "Writing records")
        try write(
            records: document(frame, objects: writer.objects, links: writer.links, extras: scene.extras, takes: writer.takes),
            to: url)
        return writer.losses + scene.losses(in: .fbx)
    }
}
