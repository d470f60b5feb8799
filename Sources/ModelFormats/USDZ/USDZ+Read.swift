import Codecs
import Geometry
import Support

extension USDZ {
    /// Reads a usdz in memory: its first layer, text (`usda`) or binary (`usdc`), with the layers in the archive that it refers to.
    ///
    /// Read: meshes and points with the transforms of their prims, unit and up axis, normals, texture coordinates, `displayColor`,
    /// colours and images of preview surfaces, subsets of faces. Not read: variants, sublayers, subdivision (the control mesh is),
    /// curves, primitive shapes, instancers, skins and animations (the model has its pose at time 0).
    /// - Throws: where the archive or the layer is damaged or unpacks to too much, or there is no geometry.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        try progress.step(0, "Reading the layers")
        let archive = try ZipArchive(bytes)
        let stage = try USDStage(archive, fileSize: bytes.count)
        try progress.step(0.5, "Reading the scene")
        var scene = try USDScene(stage, archive: archive, fileSize: bytes.count, progress: progress)
        return try scene.read()
    }
}
