import Codecs
import Foundation
import Geometry
import Models
import Support

extension USDZ {
    /// Writes a scene: one binary layer with a prim for each node, meshes with their materials and subsets, UsdPreviewSurface
    /// materials, skeletons, blend shapes, animations and cameras, and PNG and JPEG images as they are encoded. The same scene
    /// gives the same bytes, which the rules of Quick Look allow (`usdchecker --arkit`).
    ///
    /// Positions are metres, y up; in another unit or with another up axis the outermost prim has the conversion, and the scene's
    /// origin, as its transform.
    /// - Returns: what the format could not hold.
    /// - Throws: if the scene has a flaw, is empty, nested too deep or larger than 4 GiB, or the file could not be written;
    ///   `.cancelled` if the task was cancelled. An existing file is then left unchanged.
    @discardableResult
    public static func write(
        _ scene: Scene, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try scene.checkWritable()
        let placed = scene.nodes.compactMap(\.mesh).flatMap { scene.meshes[$0].primitives }
        if !placed.isEmpty, placed.allSatisfy({ $0.topology == .lines }) {
            throw .unwritable("usdz can't store lines, and the scene has nothing else; write glb, dae or obj")
        }
        let frame = CoordinateFrame(options, else: .metre, .y)
        try progress.step(0, "Building the layer")
        var writer = try USDSceneWriter(scene, frame: frame)
        let layer = USDCWriter(writer.layer())
        let images = writer.materials.images
        let size = images.reduce(layer.size) { $0 + scene.images[$1.image].bytes.count }
        guard size < Int(UInt32.max) - 4096 * (images.count + 1) else {
            throw .unwritable("a usdz file is limited to 4 GiB and this scene needs \(Text.bytes(size)); simplify it")
        }
        let archive = try ZipWriter(url, alignment: 64)
        try archive.add("scene.usdc", size: layer.size) { (receive) throws(FormatError) in
            try layer.write(progress.part(0.2...0.9), receive: receive)
        }
        for image in images { try archive.add(image.name, scene.images[image.image].bytes) }
        try archive.commit()
        return scene.losses(in: .usdz) + writer.losses + writer.materials.losses + sceneLosses(scene, frame)
    }

    /// What a usdz has no place for beside missing features.
    private static func sceneLosses(_ scene: Scene, _ frame: CoordinateFrame) -> [Loss] {
        var losses: [Loss] = []
        func lose(_ kind: Loss.Kind, _ isLost: Bool, _ sentence: String) {
            if isLost { losses.append(Loss(kind, sentence)) }
        }
        let count = scene.triangleCount
        lose(
            .size, count > comfortableTriangles,
            "\(count) triangles exceed what Quick Look on a phone handles well; simplify to \(comfortableTriangles).")
        lose(
            .shape, scene.meshes.contains { $0.primitives.contains { $0.topology == .points } },
            "Quick Look on iPhone and iPad does not show points.")
        lose(.upAxis, frame.up == .z, "Quick Look requires y up; the file is declared z up.")
        lose(
            .animations, scene.animations.count > 1,
            "A usdz has one timeline: the \(scene.animations.count) animations follow one another; only Diorama "
                + "reads them as several."
        )
        let targets = scene.meshes.flatMap(\.primitives).flatMap(\.targets)
        lose(.normals, targets.contains { !$0.tangents.isEmpty }, "usdz can't store tangents of morph targets.")
        let aspects = scene.cameras.contains {
            if case .perspective(_, nil) = $0.projection { return true }
            return false
        }
        lose(.cameras, aspects, "usdz can't store a camera without an aspect ratio; it is 3 : 2.")
        return losses
    }
}
