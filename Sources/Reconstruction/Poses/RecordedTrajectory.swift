import Capture
import Geometry
import Support

/// A recorded path, and its correction by what its keyframes see.
struct RecordedTrajectory {
    private let capture: Capture
    private let options: PoseOptions
    private let recorded: [RigidTransform?]
    /// The frames with a recorded pose, in their order.
    private let known: [Int]
    /// Members of `known` before which the recorded path jumps.
    private let jumps: Set<Int>

    init(_ capture: Capture, _ options: PoseOptions) {
        self.capture = capture
        self.options = options
        let recorded = PoseRefinement.recorded(capture)
        self.recorded = recorded
        known = recorded.indices.filter { recorded[$0] != nil }
        jumps = Self.jumps(recorded, known)
    }

    /// The recorded poses as they are, with the refined ones as their alternative.
    func checked(progress: ProgressReporter) throws -> RefinedPoses {
        var result = PoseRefinement.unchanged(capture, nil)
        guard known.count > 1, let (map, before) = try self.map(progress: progress.part(0...0.95)) else { return result }
        let losses = try map.losses(at: [before, map.poses], progress: progress.part(0.95...1))
        result.variants = variants(map, before: before, losses: losses, isRefined: false)
        report(map.depthScale, in: &result)
        return result
    }

    /// The keyframes, brought together, and their recorded poses; nil where none has enough depth.
    private func map(progress: ProgressReporter) throws -> (KeyframeMap, [Motion])? {
        let chosen = keyframes()
        let frames = try PoseFrames.read(chosen, of: capture, options: options, progress: progress.part(0...0.5))
        guard frames.contains(where: \.isUsable) else { return nil }
        let before = frames.map { motion($0.index) }
        var map = KeyframeMap(
            frames: frames, poses: before, priors: priors(frames), searchesByLooks: false, isRecorded: true,
            recordsGravity: !Self.kindsWithoutGravity.contains(capture.kind))
        try map.refine(progress: progress.part(0.5...1))
        return (map, before)
    }

    func refined(progress: ProgressReporter) throws -> RefinedPoses {
        guard known.count > 1 else {
            return PoseRefinement.unchanged(capture, "With fewer than two posed frames there is nothing to align.")
        }
        guard let found = try self.map(progress: progress.part(0...0.95)) else {
            return PoseRefinement.unchanged(capture, "The frames have too little depth to check the recorded trajectory.")
        }
        var map = found.0
        let before = found.1
        let losses = try map.losses(at: [before, map.poses], progress: progress.part(0.95...1))
        var result = judged(map, before: before, losses: losses, notes: jumpNotes())
        result.variants = variants(map, before: before, losses: losses, isRefined: result.source == .refined)
        if result.source == .recorded { map.restore(before) }
        Leveller(map, options).level(&result, isAssumed: Self.kindsWithoutGravity.contains(capture.kind))
        return result
    }

    /// Layouts whose world is that of the first camera, so that the vertical is not recorded.
    private static let kindsWithoutGravity: Set<String> = ["7-Scenes", "Open3D trajectory log"]

    /// The surfaces have to agree by this much better before the recorded path is given up. On the demo, whose true path is known,
    /// the true path never loses so much to the corrected one.
    private static let gain = 0.98

    private func motion(_ index: Int) -> Motion { recorded[index].map { Motion($0) } ?? .identity }

    // MARK: Keyframes

    /// Median squared error of alignments, in units of their own errors, below which these explain it.
    private static let explained = 0.6

    /// Keyframes of a short path, where it has that many frames.
    private static let minKeyframes = 24

    /// Every frame that the camera moved or turned far enough to since the last one, the first and the last, and both sides of a
    /// jump.
    private func keyframes() -> [Int] {
        var spread: Float = 1
        var isGrowing = false
        while true {
            var chosen = [known[0]]
            for (k, i) in known.enumerated().dropFirst() {
                guard let pose = recorded[i], let last = recorded[chosen[chosen.count - 1]] else { continue }
                let moved = (pose.translation - last.translation).length
                let turned = Float((Motion(last).inverse * Motion(pose)).angle)
                let isFar = moved > spread * options.keyframeDistance || turned > spread * options.keyframeAngle
                if jumps.contains(i), chosen[chosen.count - 1] != known[k - 1] { chosen.append(known[k - 1]) }
                if isFar || i == known[known.count - 1] || jumps.contains(i) { chosen.append(i) }
            }
            if chosen.count > options.maximumKeyframes, spread < 1e6 {
                isGrowing = true
                spread *= 1.25
            } else if !isGrowing, chosen.count < min(Self.minKeyframes, known.count, options.maximumKeyframes), spread > 0.2 {
                // A short path needs them closer, or nothing could be said about its errors.
                spread *= 0.8
            } else {
                return Array(chosen.prefix(options.maximumKeyframes))
            }
        }
    }

    /// Frames before which the path makes a step that a hand doesn't: five times the ones before and after and the usual one, and
    /// more than 0.2 m or 15°.
    private static func jumps(_ recorded: [RigidTransform?], _ known: [Int]) -> Set<Int> {
        var moved: [Double] = []
        var turned: [Double] = []
        for (a, b) in zip(known, known.dropFirst()) {
            guard let p = recorded[a], let q = recorded[b] else { continue }
            let step = Motion(p).inverse * Motion(q)
            moved.append(step.distance)
            turned.append(step.angle)
        }
        guard moved.count >= 3 else { return [] }
        func stand(_ steps: [Double], above least: Double) -> [Int] {
            let usual = steps.sorted()[steps.count / 2]
            return steps.indices.filter { k in
                let around = max(usual, k > 0 ? steps[k - 1] : 0, k + 1 < steps.count ? steps[k + 1] : 0)
                return steps[k] > max(least, 5 * around)
            }
        }
        return Set((stand(moved, above: 0.2) + stand(turned, above: 0.26)).map { known[$0 + 1] })
    }

    private func jumpNotes() -> [String] {
        jumps.sorted().prefix(5).map { i in
            let from = known[(known.firstIndex(of: i) ?? 1) - 1]
            let step = Motion(rotation: SIMD4(0, 0, 0, 1), translation: motion(i).translation - motion(from).translation).distance
            return "The recorded trajectory jumps by \(Text.metres(step)) between frames \(from) and \(i)."
        } + (jumps.count > 5 ? ["It jumps \(jumps.count - 5) more times."] : [])
    }

    /// The recorded motion from each keyframe to the next, wrong by 4 mm a metre of the way and a bit; none across a jump.
    private func priors(_ frames: [Keyframe]) -> [PoseGraph.Edge] {
        frames.indices.dropFirst().compactMap { k in
            let a = frames[k - 1].index
            let b = frames[k].index
            guard !jumps.contains(where: { $0 > a && $0 <= b }) else { return nil }
            let step = motion(a).inverse * motion(b)
            return PoseGraph.Edge(
                from: k - 1, to: k, motion: step, translation: 0.001 + 0.004 * step.distance, rotation: 0.0003 + 0.004 * step.angle)
        }
    }

    // MARK: Judgement

    private func report(_ scale: DepthScale?, in result: inout RefinedPoses) {
        result.depthScale = scale
        if let scale, scale.isSignificant { result.notes.append(scale.summary) }
    }

    /// The corrected path if the surfaces agree better on it than on the recorded one, else the recorded one.
    private func judged(_ map: KeyframeMap, before: [Motion], losses: [Double]?, notes: [String]) -> RefinedPoses {
        var result = PoseRefinement.unchanged(capture, nil)
        result.notes = notes
        report(map.depthScale, in: &result)
        guard let losses else {
            result.notes.append("No two keyframes share enough surface to check the recorded trajectory.")
            result.confidence = 0.3
            result.isTrustworthy = jumps.isEmpty
            return result
        }
        let lossBefore = losses[0]
        let lossAfter = losses[1]
        let isBetter = lossAfter < Self.gain * lossBefore && !isExplained(map, before)
        if isBetter {
            result.source = .refined
            result.poses = TrajectoryCorrection(keyframes: map.frames.map(\.index), before: before, after: map.poses)
                .applied(to: recorded, jumps: jumps)
            result.correction = zip(result.poses, recorded).reduce(0) { most, pair in
                guard let a = pair.0, let b = pair.1 else { return most }
                return max(most, Double((a.translation - b.translation).length))
            }
        }
        result.loops = map.loops
        let tied = map.tiedShare
        let loss = min(lossBefore, lossAfter)
        result.confidence = max(0, min(1, tied * (1 - loss) * 1.1))
        if tied < 0.5 {
            result.notes.append(
                "Only \(Int(tied * 100)) % of the keyframes could be aligned with others; the others keep their recorded poses.")
        }
        if !isBetter && lossBefore > 0.5 {
            result.notes.append("Surfaces observed from different positions do not agree, and no better trajectory was found.")
        }
        result.isTrustworthy = loss <= 0.5 && (jumps.isEmpty || map.spansJumps(jumps))
        if !result.isTrustworthy && !jumps.isEmpty {
            result.notes.append("The trajectory segments before and after a jump could not be connected.")
        }
        return result
    }

    /// Whether depths and trajectory differ in scale, and the alignments in nothing else than that and their own errors: refined
    /// poses would have the scale of the depths, and no other advantage.
    private func isExplained(_ map: KeyframeMap, _ before: [Motion]) -> Bool {
        // A loop closure is evidence of drift.
        guard map.loops == 0, let scale = map.depthScale, scale.isSignificant,
            let discrepancy = map.discrepancy(at: before)
        else { return false }
        return discrepancy < Self.explained
    }

    /// What the trajectory could also be: the one of recorded and refined poses that is not used, where the surfaces agree on it
    /// about as well, and refined poses of other weights of the alignments.
    private func variants(_ map: KeyframeMap, before: [Motion], losses: [Double]?, isRefined: Bool) -> [TrajectoryVariant] {
        guard let losses else { return [] }
        let indexes = map.frames.map(\.index)
        func trajectory(_ poses: [Motion]) -> [RigidTransform?] {
            TrajectoryCorrection(keyframes: indexes, before: before, after: poses).applied(to: recorded, jumps: jumps)
        }
        guard isRefined else {
            return losses[1] < 1.02 * losses[0] ? [TrajectoryVariant(kind: .alternative, poses: trajectory(map.poses))] : []
        }
        return [TrajectoryVariant(kind: .alternative, poses: recorded)]
            + map.resampled(count: KeyframeMap.resamples).map { TrajectoryVariant(kind: .resample, poses: trajectory($0)) }
    }
}
