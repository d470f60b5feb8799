/// The motion of one companion, avatar or pointer. After a rest it begins at the pose of the rest: without that, the first new pose
/// would be reached at once, because most of the time between the two has passed already.
struct Motion: Equatable, Sendable {
    /// Milliseconds in which a motion after a rest takes place.
    private static let startInterval: UInt64 = 50
    /// A clock that goes back further than this begins a new motion.
    private static let maxClockStep: UInt64 = 1_000

    private var interpolator = PoseInterpolator()
    /// The newest pose.
    private(set) var last: PoseSample?

    init() {}

    init(at sample: PoseSample) { move(to: sample) }

    /// Adds a pose.
    /// - Parameter sample: its time, in milliseconds of the session clock, is that of its arrival or of its author.
    mutating func move(to sample: PoseSample) {
        var sample = sample
        if let last {
            if last.time > sample.time &+ Self.maxClockStep {
                self = Motion()
            } else {
                // The estimate of the session clock may go back by a few milliseconds.
                sample.time = max(sample.time, last.time + 1)
                if sample.time - last.time > PoseInterpolator.delay {
                    var rest = last
                    rest.time = sample.time - Self.startInterval
                    interpolator.add(rest)
                }
            }
        }
        interpolator.add(sample)
        last = sample
    }

    /// The pose to show at `time`, in milliseconds of the session clock.
    func pose(at time: UInt64) -> PoseSample? { interpolator.pose(at: time) }
}
