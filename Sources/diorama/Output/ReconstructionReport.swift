import Foundation
import Geometry
import Reconstruction
import Spaces

/// What `reconstruct` prints.
struct ReconstructionReport: Encodable {
    var capture: String
    var frames: Int
    var skippedFrames: Int
    var notes: [String]
    var triangles: Int
    var points: Int
    var seconds: Double
    var framesPerSecond: Double
    /// Where the camera poses come from, and how certain they are.
    var poses: Poses
    /// How photos were registered; nil where the captures had depth.
    var images: ImagesReport?
    /// "known" or "unknown": whether lengths are metres.
    var scale: String
    /// Coverage, quality and what would improve them.
    var scan: Scan?
    /// How each of several captures was registered in the frame of the first.
    var alignments: [Placement]
    /// Wall seconds of each stage.
    var stages: [String: Double]
    /// Nil where the scale is unknown.
    var areaSquareMetres: Double?
    /// Along x, y, z: metres, or units of the model where the scale is unknown.
    var size: Vector3
    var peakRssBytes: Int64
    var output: String

    /// The pose of a capture in the frame of the first.
    struct Placement: Encodable {
        /// Four rows of four.
        var transform: [[Float]]
        /// Metres.
        var residual: Double
        /// 0…1.
        var overlap: Double

        init(_ alignment: Alignment) {
            transform = alignment.transform.rows
            residual = alignment.residual
            overlap = alignment.overlap
        }
    }

    struct Poses: Encodable {
        var source: String
        var confidence: Double
        var loops: Int
        /// Metres.
        var correction: Double
        /// Length by depths to length by trajectory, where it is not 1.
        var depthScale: Scale?
        var isTrustworthy: Bool

        init(_ poses: RefinedPoses) {
            source = poses.source.rawValue
            confidence = poses.confidence
            loops = poses.loops
            correction = poses.correction
            depthScale = poses.depthScale.flatMap { $0.isSignificant ? Scale($0) : nil }
            isTrustworthy = poses.isTrustworthy
        }
    }

    /// The scale of the depths relative to the recorded trajectory.
    struct Scale: Encodable {
        var ratio: Double
        var standardDeviation: Double
        /// Ends of the 95 % interval of `ratio`.
        var interval: [Double]

        init(_ scale: DepthScale) {
            ratio = scale.ratio
            standardDeviation = scale.standardDeviation
            interval = [scale.interval.lowerBound, scale.interval.upperBound]
        }
    }

    /// The report of the scan, with what its coverage refers to.
    struct Scan: Encodable {
        let report: ScanReport

        private enum CodingKeys: CodingKey { case coverageRefersTo }

        func encode(to encoder: any Encoder) throws {
            try report.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(ScanReport.coverageRefersTo, forKey: .coverageRefersTo)
        }
    }

    init(_ result: CaptureReconstruction.Result, output: URL, seconds: Double) {
        let reconstruction = result.reconstruction
        capture = result.formats.joined(separator: ", ")
        frames = reconstruction.frames
        skippedFrames = reconstruction.skippedFrames
        notes = result.notes
        triangles = reconstruction.mesh.triangleCount
        points = reconstruction.mesh.positions.count
        self.seconds = seconds
        framesPerSecond = result.framesPerSecond
        poses = Poses(reconstruction.path)
        images = result.photos.map(ImagesReport.init)
        scale = result.photos?.scale.name ?? "known"
        scan = reconstruction.report.map(Scan.init)
        alignments = reconstruction.alignments.map(Placement.init)
        let stages = reconstruction.seconds
        self.stages = [
            "poses": stages.poses, "registration": stages.registration, "decoding": stages.decoding, "fusion": stages.fusion,
            "extraction": stages.extraction, "cleaning": stages.cleaning, "texture": stages.texture,
        ]
        areaSquareMetres = scale == "known" ? result.area : nil
        size = reconstruction.mesh.bounds.size
        peakRssBytes = ProcessMemory.peakResidentBytes
        self.output = output.path
    }

    var text: String {
        var lines = [
            "\(output): \(triangles) triangles, "
                + String(format: "%.1f × %.1f × %.1f \(scale == "known" ? "m" : "units"), ", size.x, size.z, size.y)
                + "from \(frames) frames in \(Terminal.duration(seconds)) ("
                + String(format: "%.0f frames/s, ", framesPerSecond) + "peak memory \(Terminal.bytes(peakRssBytes)))"
        ]
        if let report = scan?.report {
            lines.append("coverage: \(report.coverageText)")
            if let shell = report.shellText { lines.append(shell) }
            lines.append(
                String(format: "quality: %.0f %%", report.quality * 100) + (report.advice.first.map { ": \($0)" } ?? ""))
        }
        return (lines + notes.map { "note: \($0)" }).joined(separator: "\n")
    }
}
