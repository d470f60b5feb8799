import Codecs
import Geometry
import Models
import Support

extension USDZ {
    /// Reads a usdz in memory as a scene: its first layer, text (`usda`) or binary (`usdc`), with the layers in the archive that it
    /// refers to.
    ///
    /// Read: prims with their names, transforms and visibility, meshes with their subsets and materials (UsdPreviewSurface),
    /// points, images as they are encoded, skeletons and blend shapes, animations, cameras, lights, instancers, chosen variants,
    /// references, payloads and sublayers. Unit and up axis are the matrix of one further root node, where they are not metres
    /// and y up.
    /// - Throws: where the archive or a layer is damaged or unpacks to too much, or there is no geometry.
    public static func readScene(
        _ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Scene {
        try progress.step(0, "Reading the layers")
        let archive = try ZipArchive(bytes)
        let stage = try USDStage(archive, fileSize: bytes.count)
        try progress.step(0.5, "Reading the scene")
        var reader = USDSceneReader(stage, archive: archive, fileSize: bytes.count, progress: progress)
        return try reader.read()
    }
}
