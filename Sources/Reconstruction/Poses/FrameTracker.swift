import Geometry
import Support

/// Follows a camera frame by frame: where each stands against the last keyframe, and when a new keyframe is needed.
struct FrameTracker {
    /// A frame's place: camera to the camera of a keyframe.
    struct Track: Sendable {
        var keyframe: Int
        var motion: Motion
    }

    private(set) var keyframes: [Keyframe] = []
    /// Camera to world of each keyframe, as first found; the first frame's camera is assumed upright.
    private(set) var poses: [Motion] = []
    /// One a frame; nil where the camera could not be followed.
    private(set) var tracks: [Track?]
    /// Keyframes whose motion from the one before is not known.
    private(set) var breaks: Set<Int> = []

    private let options: PoseOptions
    private var current = 0
    /// The keyframe `current` itself.
    private var reference: PoseFrame?
    private var previous: (frame: PoseFrame, pose: Motion)?
    /// From one frame to the next, as last seen.
    private var velocity = Motion.identity
    /// Frames without a sample since then.
    private var missed = 0
    private var followed = 0
    private var vague = 0
    private var lossSum = 0.0

    init(frameCount: Int, options: PoseOptions) {
        tracks = Array(repeating: nil, count: frameCount)
        self.options = options
    }

    /// Share of the followed frames in which some direction was hardly determined.
    var vagueShare: Double { followed > 0 ? Double(vague) / Double(followed) : 0 }

    /// Mean robust loss of the followed frames, 0…1.
    var loss: Double { followed > 0 ? lossSum / Double(followed) : 1 }

    private static var settings: FrameAlignment.Settings {
        var settings = FrameAlignment.Settings()
        settings.bands = 4
        return settings
    }

    /// Takes the next frame.
    mutating func follow(_ frame: PoseFrame) {
        guard frame.isUsable, tracks.indices.contains(frame.index) else {
            missed += 1
            return
        }
        guard let previous, let reference else {
            addKeyframe(frame, .identity)
            return
        }
        // Frames that showed nothing were steps, too.
        let step = (0..<min(missed, 4)).reduce(velocity) { step, _ in step * velocity }
        for guess in [previous.pose * step, previous.pose] {
            let relative = poses[current].inverse * guess
            let alignment = FrameAlignment(frame, onto: reference, guess: relative, settings: Self.settings)
            if accept(alignment, frame, keyframe: current, from: previous.pose) { return }
        }
        // Perhaps too little of the keyframe is left in view: the frame before is nearer.
        let last = FrameAlignment(frame, onto: previous.frame, guess: step, settings: Self.settings)
        if Self.isGood(last), isPlausible(last.motion) {
            followed += 1
            lossSum += last.loss
            addKeyframe(frame, previous.pose * last.motion)
            return
        }
        if relocalise(frame) { return }
        breaks.insert(keyframes.count)
        addKeyframe(frame, previous.pose)
    }

    private mutating func accept(_ a: FrameAlignment, _ frame: PoseFrame, keyframe: Int, from last: Motion) -> Bool {
        let pose = poses[keyframe] * a.motion
        guard Self.isGood(a), isPlausible(last.inverse * pose) else { return false }
        followed += 1
        lossSum += a.loss
        if a.uncertainty > 0.03 { vague += 1 }
        let isFar =
            a.overlap < 0.6 || a.motion.distance > Double(options.keyframeDistance) * 0.75
            || a.motion.angle > Double(options.keyframeAngle)
        if isFar {
            addKeyframe(frame, pose)
        } else {
            tracks[frame.index] = Track(keyframe: keyframe, motion: a.motion)
            advance(frame, pose)
        }
        return true
    }

    /// Looks for the frame's view among the keyframes.
    private mutating func relocalise(_ frame: PoseFrame) -> Bool {
        var likely: [(keyframe: Int, likeness: Float)] = []
        for (k, keyframe) in keyframes.enumerated() {
            let likeness = LoopCandidates.likeness(keyframe.thumbnail, frame.thumbnail)
            if likeness > 0.7 { likely.append((k, likeness)) }
        }
        likely.sort { $0.likeness != $1.likeness ? $0.likeness > $1.likeness : $0.keyframe < $1.keyframe }
        for (k, _) in likely.prefix(3) {
            let keyframe = keyframes[k].unpacked
            let alignment = FrameAlignment(frame, onto: keyframe, guess: .identity, settings: Self.settings)
            guard KeyframeMap.isSound(alignment, byLooks: true) else { continue }
            current = k
            reference = keyframe
            followed += 1
            lossSum += alignment.loss
            tracks[frame.index] = Track(keyframe: k, motion: alignment.motion)
            advance(frame, poses[k] * alignment.motion)
            velocity = .identity
            return true
        }
        return false
    }

    private static func isGood(_ a: FrameAlignment) -> Bool { a.overlap > 0.25 && a.inliers > 0.6 && a.uncertainty < 0.5 }

    /// No hand moves a camera half a metre or turns it by 45° from one frame to the next.
    private func isPlausible(_ step: Motion) -> Bool {
        let steps = Double(min(missed, 3) + 1)
        return step.distance < 0.5 * steps && step.angle < 0.8 * steps
    }

    private mutating func addKeyframe(_ frame: PoseFrame, _ pose: Motion) {
        current = keyframes.count
        reference = frame
        keyframes.append(Keyframe(frame))
        poses.append(pose)
        tracks[frame.index] = Track(keyframe: current, motion: .identity)
        advance(frame, pose)
    }

    private mutating func advance(_ frame: PoseFrame, _ pose: Motion) {
        // After a gap the last known velocity is as good a guess as any; at the beginning of a piece there is none.
        let isBeginning = breaks.contains(current) && tracks[frame.index]?.motion == .identity
        if isBeginning {
            velocity = .identity
        } else if let previous, missed == 0 {
            velocity = previous.pose.inverse * pose
        }
        previous = (frame, pose)
        missed = 0
    }

    /// The motion from each keyframe to the next as it was followed: a twentieth of the way wrong, and a centimetre; none across a
    /// break.
    func priors() -> [PoseGraph.Edge] {
        keyframes.indices.dropFirst().filter { !breaks.contains($0) }.map { k in
            let step = poses[k - 1].inverse * poses[k]
            return PoseGraph.Edge(
                from: k - 1, to: k, motion: step, translation: 0.01 + 0.05 * step.distance, rotation: 0.005 + 0.05 * step.angle)
        }
    }
}
