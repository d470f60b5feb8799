import Capture
import Geometry
import Support

/// A capture along the path that was found for it, in the world of the reconstruction.
struct RegisteredCapture {
    /// Its poses are those of `path`.
    let capture: Capture
    let path: RefinedPoses
    /// Remarks about where it lies.
    var notes: [String] = []

    init(_ recording: Capture, options: ReconstructionOptions, progress: ProgressReporter) throws {
        let method: PoseOptions.Method = options.refinesPoses || !recording.hasPoses ? options.poses : .none
        var path = try PoseRefinement.refine(
            recording,
            options: PoseOptions(
                method: method, levelling: options.levels ? .automatic : .never, maximumDepth: options.maximumDepth),
            progress: progress)
        var isMoved = path.source != .recorded || path.levelled != 0
        if options.keepsHeading {
            if let place = recording.details.place, let heading = place.heading {
                // The world's −z axis lies `heading` clockwise from north; afterwards it is north, and +x east.
                let turn = RigidTransform(rotation: Quaternion(angle: -Float(heading) * .pi / 180, axis: Vector3(0, 1, 0)))
                path.move(by: turn)
                isMoved = true
                notes.append("The scan is aligned with north: +x is east, −z is north.")
            } else {
                notes.append(
                    recording.details.place == nil
                        ? "\(recording.name) has no recorded location."
                        : "\(recording.name) has no recorded heading.")
            }
        }
        capture = isMoved ? recording.replacingPoses(path.poses) : recording
        self.path = path
    }

    /// One capture of several, each moved to its place in the first one's frame.
    init(joining parts: [RegisteredCapture], _ alignments: [Alignment]) {
        let poses = zip(parts, alignments).flatMap { part, alignment in
            part.path.poses.map { $0.map { alignment.transform * $0 } }
        }
        let several = parts.map(\.path)
        path = RefinedPoses(
            poses: poses, source: several.allSatisfy { $0.source == several[0].source } ? several[0].source : .refined,
            confidence: several.map(\.confidence).min() ?? 0, loops: several.reduce(0) { $0 + $1.loops },
            correction: several.map(\.correction).max() ?? 0, levelled: several[0].levelled,
            notes: parts.flatMap { part in part.path.notes.map { "\(part.capture.name): \($0)" } },
            isTrustworthy: several.allSatisfy(\.isTrustworthy), variants: Self.variants(parts, alignments),
            depthScale: several.count == 1 ? several[0].depthScale : DepthScale(mean: several.compactMap(\.depthScale)))
        capture = Capture(
            name: parts[0].capture.name, kind: parts[0].capture.kind, source: JoinedFrames(parts.map(\.capture))
        ).replacingPoses(poses)
        notes =
            parts.flatMap(\.notes)
            + zip(parts, alignments).dropFirst().map { part, alignment in
                let millimetres = (alignment.residual * 10_000).rounded() / 10
                return "\(part.capture.name) is \(millimetres) mm from the others (median) where "
                    + "\(Int((alignment.overlap * 100).rounded())) % of it overlaps with them."
            }
    }

    /// The variants of several captures, the first with the first and so on; one that has fewer keeps its trajectory.
    private static func variants(_ parts: [RegisteredCapture], _ alignments: [Alignment]) -> [TrajectoryVariant] {
        let count = parts.map(\.path.variants.count).max() ?? 0
        return (0..<count).map { k in
            let kind = parts.compactMap { k < $0.path.variants.count ? $0.path.variants[k].kind : nil }.first ?? .alternative
            let poses = zip(parts, alignments).flatMap { part, alignment in
                (k < part.path.variants.count ? part.path.variants[k].poses : part.path.poses).map {
                    $0.map { alignment.transform * $0 }
                }
            }
            return TrajectoryVariant(kind: kind, poses: poses)
        }
    }
}

/// The frames of several captures, one after the other.
private struct JoinedFrames: FrameSource {
    private let captures: [Capture]
    /// The number of each capture's first frame, and the number of all.
    private let starts: [Int]

    init(_ captures: [Capture]) {
        self.captures = captures
        starts = captures.reduce(into: [0]) { starts, capture in starts.append(starts[starts.count - 1] + capture.frameCount) }
    }

    var frameCount: Int { starts[captures.count] }
    var notes: [String] { captures.flatMap { capture in capture.notes.map { "\(capture.name): \($0)" } } }

    var details: CaptureDetails {
        var details = captures.first?.details ?? CaptureDetails()
        details.recorded = captures.compactMap(\.details.recorded).min()
        let durations = captures.compactMap(\.details.duration)
        details.duration = durations.isEmpty ? nil : durations.reduce(0, +)
        return details
    }

    func pose(at index: Int) -> RigidTransform? {
        let (capture, number) = place(of: index)
        return captures[capture].pose(at: number)
    }

    func hasColor(at index: Int) -> Bool {
        let (capture, number) = place(of: index)
        return captures[capture].hasColor(at: number)
    }

    func frame(at index: Int) throws(CaptureError) -> Frame {
        let (capture, number) = place(of: index)
        var frame = try captures[capture].frame(at: number)
        frame.index = index
        return frame
    }

    private func place(of index: Int) -> (capture: Int, number: Int) {
        let capture = (starts.firstIndex { $0 > index } ?? captures.count) - 1
        return (capture, index - starts[capture])
    }
}
