import Geometry
import Splats

extension Model {
    /// What every reader of splats does last: leaves out the impossible, and turns to metres, y up.
    /// - Parameter frame: what the file tells; nil where it tells nothing and the custom is assumed.
    static func finish(
        _ cloud: SplatCloud, _ frame: SplatFrame?, customary: SplatFrame.Axes, origin: SIMD3<Double> = .zero, notes: [String]
    ) throws(FormatError) -> Model {
        var notes = notes
        if frame == nil {
            notes.append(
                "The file names neither unit nor axes; it was read as metres, \(customary.rawValue), as is the custom for splats.")
        }
        let (kept, all) = try SplatBuilder.finish(cloud, notes: notes)
        var model = Model((frame ?? SplatFrame(unit: .metre, axes: customary)).back(kept), notes: all)
        model.origin = origin
        return model
    }

    /// The splats, for formats that hold nothing else.
    func splatsOnly(_ format: String) throws(FormatError) -> SplatCloud {
        guard case .splats(let cloud) = shape else {
            throw .unwritable("\(format) holds only Gaussian splats, and the model has none; write ply or glb")
        }
        if cloud.count == 0 { throw .unwritable("the model is empty") }
        if let flaw = cloud.flaw { throw .unwritable("the model is damaged: \(flaw)") }
        return cloud
    }
}
