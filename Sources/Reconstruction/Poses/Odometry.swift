import Capture
import Geometry
import Support

/// The path of a camera from depth and colour alone: each frame is aligned with the last keyframe, keyframes with each other.
struct Odometry {
    private let capture: Capture
    private let options: PoseOptions

    init(_ capture: Capture, _ options: PoseOptions) {
        self.capture = capture
        self.options = options
    }

    func path(progress: ProgressReporter) throws -> RefinedPoses {
        var tracker = FrameTracker(frameCount: capture.frameCount, options: options)
        var tally = FrameTally(capture)
        let tracking = progress.part(0...0.85)
        for start in stride(from: 0, to: capture.frameCount, by: PoseFrames.batch) {
            try tracking.report(
                Double(start) / Double(capture.frameCount), "Tracking the camera, frame \(start + 1) of \(capture.frameCount)")
            let numbers = Array(start..<min(start + PoseFrames.batch, capture.frameCount))
            for (number, result) in zip(numbers, PoseFrames.decode(numbers, of: capture, options: options)) {
                switch result {
                case .success(let frame): tracker.follow(frame)
                case .failure(let error): try tally.skip(number, error)
                }
            }
        }
        guard tracker.keyframes.count > 0 else {
            return RefinedPoses(
                poses: Array(repeating: nil, count: capture.frameCount), source: .odometry, confidence: 0,
                notes: ["The frames have too little depth to track the camera."], isTrustworthy: false)
        }
        var map = KeyframeMap(
            frames: tracker.keyframes, poses: tracker.poses, priors: tracker.priors(), searchesByLooks: true)
        try map.refine(progress: progress.part(0.85...0.98))
        let loss = try map.losses(at: [map.poses], progress: progress.part(0.98...1))?[0] ?? tracker.loss
        var result = judged(map, tracker: tracker, loss: loss, readable: capture.frameCount - tally.skipped)
        if let summary = tally.summary { result.notes.append("Frames: \(summary).") }
        result.variants = map.resampled(count: KeyframeMap.resamples).map { poses in
            TrajectoryVariant(
                kind: .resample,
                poses: zip(tracker.tracks, result.poses).map { track, pose in
                    track.flatMap { track in pose.map { _ in (poses[track.keyframe] * track.motion).transform } }
                })
        }
        let leveller = Leveller(map, options)
        leveller.level(&result, isAssumed: true)
        try progress.report(1, "Tracking the camera")
        return result
    }

    /// Takes the largest part of the trajectory that hangs together, and says what is missing.
    private func judged(_ map: KeyframeMap, tracker: FrameTracker, loss: Double, readable: Int) -> RefinedPoses {
        let groups = map.groups
        var sizes: [Int: Int] = [:]
        for track in tracker.tracks { if let track { sizes[groups[track.keyframe], default: 0] += 1 } }
        let main = sizes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
        let poses = tracker.tracks.map { track -> RigidTransform? in
            guard let track, groups[track.keyframe] == main else { return nil }
            return (map.poses[track.keyframe] * track.motion).transform
        }
        let followed = Double(poses.count { $0 != nil }) / Double(max(readable, 1))
        var notes: [String] = []
        let lost = Self.runs(poses.map { $0 == nil })
        if !lost.isEmpty {
            let list = lost.prefix(4).map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
            let rest = lost.count > 4 ? " and \(lost.count - 4) more times" : ""
            notes.append("Tracking was lost in frames \(list.joined(separator: ", "))\(rest).")
        }
        let pieces = sizes.count { $0.value > 2 }
        if pieces > 1 {
            notes.append("The trajectory has \(pieces) segments that could not be connected; only the longest is used.")
        }
        let vague = tracker.vagueShare
        if vague > 0.1 {
            notes.append(
                "\(Int((vague * 100).rounded())) % of the frames show too little to determine the camera's motion."
            )
        }
        let confidence = max(0, min(1, followed * (1 - vague) * (1.15 - loss)))
        let isTrustworthy = followed >= 0.9 && vague <= 0.1 && confidence >= 0.5 && poses.count { $0 != nil } > 1
        if !isTrustworthy {
            notes.append("The trajectory was estimated without recorded poses and is not reliable enough for measurements.")
        }
        return RefinedPoses(
            poses: poses, source: .odometry, confidence: confidence, loops: map.loops, notes: notes, isTrustworthy: isTrustworthy)
    }

    /// The runs of true values.
    private static func runs(_ marks: [Bool]) -> [ClosedRange<Int>] {
        var found: [ClosedRange<Int>] = []
        for (i, mark) in marks.enumerated() where mark {
            if let last = found.last, last.upperBound == i - 1 {
                found[found.count - 1] = last.lowerBound...i
            } else {
                found.append(i...i)
            }
        }
        return found
    }
}
