import Codecs
import Foundation
import Geometry
import Models
import Support

extension FBX {
    /// Writes a mesh as binary FBX 7.4, customarily in metres, y up, which the global settings declare: doubles for positions,
    /// normals of vertices, 8-bit sRGB colours and texture coordinates of corners, a material with the texture embedded as JPEG.
    /// Arrays are packed unless `options.compresses` is false. A model's origin is the node's translation.
    /// - Returns: what the format could not hold.
    /// - Throws: where the model is a cloud, or the file cannot be written.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        _ = try model.meshOnly("FBX")
        var scene = try Scene(model, name: "Diorama")
        // Charts end before the image's border.
        for i in scene.textures.indices {
            scene.textures[i].wrapU = .clamped
            scene.textures[i].wrapV = .clamped
        }
        for i in scene.images.indices { scene.images[i].name = "surface.jpg" }
        // Whoever writes models reports it.
        scene.crs = nil
        return try write(scene, to: url, options: options, progress: progress)
    }
}
