import Geometry
import Work

/// Follows a camera frame by frame: where each stands against the last keyframe, and when a new keyframe is needed.
struct FrameTracker {
    /// A frame's place: camera to the camera of a keyframe.
    struct Track: Sendable {
        var keyframe: Int
        var motion: Motion
    }

    private(set) var keyframes: [PoseFrame] = []
    /// Camera to world of each keyframe, as first found; the first frame's camera is taken for upright.
    private(set) var poses: [Motion] = []
    /// One a frame; nil where the camera could not be followed.
    private(set) var tracks: [Track?]
    /// Keyframes whose motion from the one before is not known.
    private(set) var breaks: Set<Int> = []

    private let options: PoseOptions
    private var current = 0
    private var previous: (frame: PoseFrame, pose: Motion)?
    /// From one frame to the next, as last seen.
    private var velocity = Motion.identity
    private var followed = 0
    private var vague = 0

    init(frameCount: Int, options: PoseOptions) {
        tracks = Array(repeating: nil, count: frameCount)
        self.options = options
    }

    /// Share of the followed frames in which some direction was hardly determined.
    var vagueShare: Double { followed > 0 ? Double(vague) / Double(followed) : 0 }

    private static var settings: FrameAlignment.Settings {
        var settings = FrameAlignment.Settings()
        settings.bands = 4
        return settings
    }

    /// Takes the next frame.
    mutating func follow(_ frame: PoseFrame) {
        guard frame.isUsable, tracks.indices.contains(frame.index) else {
            velocity = .identity
            return
        }
        guard let previous else {
            addKeyframe(frame, .identity)
            return
        }
        let guesses = [previous.pose * velocity, previous.pose]
        for guess in guesses {
            let relative = poses[current].inverse * guess
            let alignment = FrameAlignment(frame, onto: keyframes[current], guess: relative, settings: Self.settings)
            if accept(alignment, frame, keyframe: current, from: previous.pose) { return }
        }
        // Perhaps too little of the keyframe is left in view: the frame before is nearer.
        let step = FrameAlignment(frame, onto: previous.frame, guess: velocity, settings: Self.settings)
        if Self.isGood(step), Self.isPlausible(step.motion) {
            followed += 1
            addKeyframe(frame, previous.pose * step.motion)
            return
        }
        if relocalise(frame) { return }
        breaks.insert(keyframes.count)
        addKeyframe(frame, previous.pose)
    }

    private mutating func accept(_ a: FrameAlignment, _ frame: PoseFrame, keyframe: Int, from last: Motion) -> Bool {
        let pose = poses[keyframe] * a.motion
        guard Self.isGood(a), Self.isPlausible(last.inverse * pose) else { return false }
        followed += 1
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
            let alignment = FrameAlignment(frame, onto: keyframes[k], guess: .identity, settings: Self.settings)
            guard KeyframeMap.isSound(alignment, byLooks: true) else { continue }
            current = k
            followed += 1
            tracks[frame.index] = Track(keyframe: k, motion: alignment.motion)
            advance(frame, poses[k] * alignment.motion)
            velocity = .identity
            return true
        }
        return false
    }

    private static func isGood(_ a: FrameAlignment) -> Bool { a.overlap > 0.25 && a.inliers > 0.6 && a.uncertainty < 0.5 }

    /// No hand moves a camera half a metre or turns it by 45° from one frame to the next.
    private static func isPlausible(_ step: Motion) -> Bool { step.distance < 0.5 && step.angle < 0.8 }

    private mutating func addKeyframe(_ frame: PoseFrame, _ pose: Motion) {
        current = keyframes.count
        keyframes.append(frame)
        poses.append(pose)
        tracks[frame.index] = Track(keyframe: current, motion: .identity)
        advance(frame, pose)
    }

    private mutating func advance(_ frame: PoseFrame, _ pose: Motion) {
        velocity = previous.map { $0.pose.inverse * pose } ?? .identity
        if breaks.contains(current) && current + 1 == keyframes.count { velocity = .identity }
        previous = (frame, pose)
    }

    /// The motion from each keyframe to the next as it was followed: a twentieth of the way wrong, and a centimetre; none across a break.
    func priors() -> [PoseGraph.Edge] {
        keyframes.indices.dropFirst().filter { !breaks.contains($0) }.map { k in
            let step = poses[k - 1].inverse * poses[k]
            let translation = 0.01 + 0.05 * step.distance
            let rotation = 0.005 + 0.05 * step.angle
            return PoseGraph.Edge(
                from: k - 1, to: k, motion: step,
                information: Matrix6(translation: 1 / (translation * translation), rotation: 1 / (rotation * rotation)),
                isRobust: false)
        }
    }
}
