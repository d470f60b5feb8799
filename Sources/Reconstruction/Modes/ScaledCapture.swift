import Capture
import Geometry
import Images
import PointClouds

/// The frames of another capture with all lengths multiplied by a factor.
private struct ScaledFrames: FrameSource {
    let base: Capture
    let factor: Float

    var frameCount: Int { base.frameCount }
    var notes: [String] { base.notes }
    var details: CaptureDetails { base.details }
    var hasPoses: Bool { base.hasPoses }
    var hasDepth: Bool { base.hasDepth }

    var sparsePoints: PointCloud {
        var points = base.sparsePoints
        for i in points.positions.indices { points.positions[i] *= factor }
        return points
    }

    func pose(at index: Int) -> RigidTransform? {
        base.pose(at: index).map { RigidTransform(rotation: $0.rotation, translation: $0.translation * factor) }
    }

    func hasColor(at index: Int) -> Bool { base.hasColor(at: index) }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        var frame = try base.frame(at: index)
        frame.pose.translation *= factor
        for i in frame.depth.pixels.indices { frame.depth.pixels[i] *= factor }
        return frame
    }
}

extension Capture {
    /// The same capture with all lengths multiplied by `factor`.
    func scaled(by factor: Float) -> Capture {
        factor == 1 ? self : Capture(name: name, kind: kind, source: ScaledFrames(base: self, factor: factor))
    }
}

extension ReconstructionResult {
    /// Multiplies all lengths by `factor`. What measurements derive uncertainties from is dropped: it is for metres only.
    mutating func scale(by factor: Float) {
        guard factor != 1 else { return }
        for i in mesh.positions.indices { mesh.positions[i] *= factor }
        for i in boundaryLoops.indices { boundaryLoops[i] = boundaryLoops[i].map { $0 * factor } }
        for i in path.poses.indices { path.poses[i]?.translation *= factor }
        for i in path.variants.indices {
            for k in path.variants[i].poses.indices { path.variants[i].poses[k]?.translation *= factor }
        }
        path.correction *= Double(factor)
        report?.size *= factor
        report?.poses.correction *= Double(factor)
        observations = ScanObservations()
    }
}
