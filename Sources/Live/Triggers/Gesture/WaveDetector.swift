import Geometry

/// Recognizes waving: the horizontal movement reverses at least three times, each swing long and fast enough, mostly horizontal.
/// Lengths are in hand lengths.
struct WaveDetector: Sendable {
    /// The horizontal length of a swing, at least.
    var minSwing: Float = 0.55
    private static let swingTimes = 0.08...0.7
    private static let swings = 3
    /// Seconds without a reversal after which the waving has ended.
    private static let pause = 0.9

    private var direction: Float = 0
    /// The position that is farthest in the current direction, and its time.
    private var extreme = Vector3(0, 0, 0)
    private var extremeTime = 0.0
    private var hasExtreme = false
    private var lastReversal = Vector3(0, 0, 0)
    private var lastReversalTime = -Double.infinity
    private var count = 0
    private var isOn = false

    /// Forgets the track; ongoing waving is still not reported twice.
    mutating func restart() {
        hasExtreme = false
        direction = 0
        count = 0
    }

    mutating func update(_ p: Vector3, at time: Double) -> Bool {
        guard hasExtreme else {
            extreme = p
            extremeTime = time
            lastReversal = p
            hasExtreme = true
            return false
        }
        if time - lastReversalTime > Self.pause {
            isOn = false
            count = 0
        }
        let step = p.x - extreme.x
        if direction == 0 {
            if step.magnitude > minSwing * 0.5 {
                direction = step < 0 ? -1 : 1
                lastReversal = extreme
                lastReversalTime = extremeTime
                move(to: p, at: time)
            }
            return false
        }
        if step * direction > 0 {
            move(to: p, at: time)
            return false
        }
        // A reversal counts once the hand has come back by a third of a swing: noise is smaller.
        guard step.magnitude > minSwing * 0.33 else { return false }
        return reverse(to: p, at: time)
    }

    private mutating func move(to p: Vector3, at time: Double) {
        extreme = p
        extremeTime = time
    }

    private mutating func reverse(to p: Vector3, at time: Double) -> Bool {
        let swing = extreme - lastReversal
        let duration = extremeTime - lastReversalTime
        let isSwing =
            swing.x.magnitude > minSwing && swing.x.magnitude > 1.2 * swing.y.magnitude && Self.swingTimes.contains(duration)
        count = isSwing ? count + 1 : 0
        lastReversal = extreme
        lastReversalTime = extremeTime
        direction = -direction
        move(to: p, at: time)
        guard count >= Self.swings, !isOn else { return false }
        isOn = true
        return true
    }
}
