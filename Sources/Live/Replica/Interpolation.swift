import Geometry

/// A pose at a time, as it arrived.
public struct PoseSample: Equatable, Sendable {
    /// Milliseconds of the session clock.
    public var time: UInt64
    /// In metres.
    public var position: Vector3
    /// A unit quaternion.
    public var rotation: Quaternion
    /// The scale; 1 for avatars.
    public var scale: Float

    /// A pose at `time`.
    public init(time: UInt64, position: Vector3, rotation: Quaternion = .identity, scale: Float = 1) {
        self.time = time
        self.position = position
        self.rotation = rotation
        self.scale = scale
    }
}

/// Smooth motion from poses that arrive about every 50 ms: it is shown with a delay, between two poses that have arrived. It never
/// extrapolates, so that nothing moves through a wall.
public struct PoseInterpolator: Equatable, Sendable {
    /// Milliseconds by which the motion is shown late: two intervals of 20 Hz, so that one lost pose isn't noticed.
    public static let delay: UInt64 = 100
    /// Poses that are kept.
    private static let capacity = 8
    /// By time.
    private var samples: [PoseSample] = []

    /// An interpolator without poses.
    public init() {}

    /// Adds a pose. Poses may arrive in any order; of two with the same time the later arrival wins.
    public mutating func add(_ sample: PoseSample) {
        var i = samples.count
        while i > 0, samples[i - 1].time > sample.time { i -= 1 }
        if i > 0, samples[i - 1].time == sample.time {
            samples[i - 1] = sample
            return
        }
        samples.insert(sample, at: i)
        if samples.count > Self.capacity { samples.removeFirst() }
    }

    /// The pose to show at `time`; nil before the first pose arrived.
    /// - Parameter time: milliseconds of the session clock, now; the delay is subtracted here.
    public func pose(at time: UInt64) -> PoseSample? {
        guard let first = samples.first, let last = samples.last else { return nil }
        let shown = time > Self.delay ? time - Self.delay : 0
        if shown <= first.time { return first }
        if shown >= last.time { return last }
        var i = 1
        while samples[i].time <= shown { i += 1 }
        let a = samples[i - 1]
        let b = samples[i]
        let t = Float(shown - a.time) / Float(b.time - a.time)
        return PoseSample(
            time: shown, position: a.position + (b.position - a.position) * t,
            rotation: Quaternion.interpolate(a.rotation, b.rotation, at: t), scale: a.scale + (b.scale - a.scale) * t)
    }
}
