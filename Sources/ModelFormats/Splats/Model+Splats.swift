import Codecs
import Geometry
import Splats

extension Model {
    /// What every reader of splats does last: leaves out the impossible, and converts to metres.
    /// - Parameters:
    ///   - cloud: y up already, in the file's unit.
    ///   - frame: the frame that the file declares; nil if it declares none and the default is assumed.
    static func finish(
        _ cloud: consuming SplatCloud, _ frame: SplatFrame?, customary: SplatFrame.Axes, origin: SIMD3<Double> = .zero,
        notes: [String]
    ) throws(FormatError) -> Model {
        var notes = notes
        if frame == nil {
            notes.append(
                "The file declares neither unit nor axes; read as metres, \(customary.rawValue), the default for splats.")
        }
        let count = cloud.count
        if count == 0 { throw .unreadable("contains no splats") }
        if let kept = SplatBuilder.possible(cloud) {
            guard !kept.isEmpty else { throw .unreadable("contains no splat with finite position, size and colour") }
            let left = Text.count(count - kept.count, "splat was", plural: "splats were")
            notes.append("\(left) skipped: position, size or colour are not finite numbers.")
            cloud = cloud.picked(kept)
        }
        if let frame { cloud.scale(by: Float(frame.unit.metres)) }
        var model = Model(consume cloud, notes: notes)
        model.origin = origin
        return model
    }

    /// The splats, for formats that hold nothing else.
    func splatsOnly(_ format: String) throws(FormatError) -> SplatCloud {
        guard case .splats(let cloud) = shape else {
            throw .unwritable("\(format) stores only Gaussian splats, and the model has none; write ply or glb")
        }
        if cloud.count == 0 { throw .unwritable("the model is empty") }
        if let flaw = cloud.flaw { throw .unwritable("the model is damaged: \(flaw)") }
        return cloud
    }
}
