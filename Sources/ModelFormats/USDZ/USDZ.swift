import Codecs
import Foundation
import Geometry
import Support

/// Universal Scene Description in a zip archive (the USDZ specification): one binary layer, metres, y up, with the colours as
/// `displayColor` and a UsdPreviewSurface material that shows them.
public enum USDZ {
    /// More triangles than this are slow on phones.
    public static let comfortableTriangles = 100_000

    /// Writes a mesh, or a cloud as `UsdGeomPoints`.
    /// - Parameters:
    ///   - model: what is written.
    ///   - markers: labelled points, which Quick Look shows in the scene.
    ///   - url: the file to write.
    ///   - options: unit and axes.
    ///   - progress: receives the progress.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, markers: [Marker] = [], to url: URL, options: WriteOptions = WriteOptions(),
        progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses: [Loss] = []
        let model = model.withoutSplats("USDZ", &losses)
        let frame = CoordinateFrame(options, else: .metre, .y)
        try progress.step(0, "Building the layer")
        let layer = USDCWriter(USDLayer.make(model, markers: markers, frame: frame))
        let jpeg = try model.encodedTexture()
        guard layer.size + jpeg.count < Int(UInt32.max) - 4096 else {
            throw .unwritable(
                "a usdz file is limited to 4 GiB and this model needs \(Text.bytes(layer.size + jpeg.count)); simplify it")
        }
        let archive = try ZipWriter(url, alignment: 64)
        try archive.add("model.usdc", size: layer.size) { (receive) throws(FormatError) in
            try layer.write(progress.part(0.2...0.9), receive: receive)
        }
        if !jpeg.isEmpty {
            try archive.add(USDLayer.textureName, jpeg)
        }
        try archive.commit()
        if model.triangleCount > comfortableTriangles {
            losses.append(
                Loss(
                    .size,
                    "\(model.triangleCount) triangles exceed what Quick Look on a phone handles well; "
                        + "simplify to \(comfortableTriangles)."
                ))
        }
        if model.triangleCount == 0 { losses.append(Loss(.shape, "Quick Look on iPhone and iPad does not show points.")) }
        if frame.up == .z { losses.append(Loss(.upAxis, "Quick Look requires y up; the file is declared z up.")) }
        return losses
    }
}
