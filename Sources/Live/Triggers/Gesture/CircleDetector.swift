import Geometry

/// Recognizes a circle in the plane of x and y: the movement's direction turns by nearly a full turn in one sense within 2.5 s.
/// Lengths are in hand lengths.
struct CircleDetector: Sendable {
    /// Width and height of a circle, at least.
    var minSize: Float = 0.9
    private static let minStep: Float = 0.12
    private static let maxTime = 2.5

    private var last = Vector3(0, 0, 0)
    private var direction: Float = .nan
    private var hasLast = false
    private var turn: Float = 0
    private var start = 0.0
    private var low = SIMD2<Float>(0, 0)
    private var high = SIMD2<Float>(0, 0)
    /// After a circle no other one begins for this time.
    private var blockedUntil = -Double.infinity

    mutating func restart() {
        hasLast = false
        direction = .nan
    }

    mutating func update(_ p: Vector3, at time: Double) -> Bool {
        guard hasLast else {
            hasLast = true
            last = p
            begin(at: p, time: time)
            return false
        }
        let step = p - last
        guard step.x * step.x + step.y * step.y >= Self.minStep * Self.minStep else { return false }
        let heading = Trigonometry.atan2(step.y, step.x)
        last = p
        low = SIMD2(min(low.x, p.x), min(low.y, p.y))
        high = SIMD2(max(high.x, p.x), max(high.y, p.y))
        defer { direction = heading }
        guard !direction.isNaN else { return false }
        var change = heading - direction
        if change > .pi { change -= 2 * .pi }
        if change < -.pi { change += 2 * .pi }
        // A corner, or a turn in the other sense: another movement begins.
        if change.magnitude > 1.8 || change * turn < -0.25 * turn.magnitude || time - start > Self.maxTime {
            begin(at: p, time: time)
            return false
        }
        turn += change
        guard turn.magnitude > 0.92 * 2 * .pi else { return false }
        let size = high - low
        begin(at: p, time: time)
        let isRound = size.x > minSize && size.y > minSize && size.x < 3 * size.y && size.y < 3 * size.x
        guard isRound, time >= blockedUntil else { return false }
        blockedUntil = time + 1
        return true
    }

    private mutating func begin(at p: Vector3, time: Double) {
        turn = 0
        start = time
        low = SIMD2(p.x, p.y)
        high = low
    }
}
