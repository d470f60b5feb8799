import Geometry

/// Recognizes shaking: strong accelerations that change their direction at least three times within a second.
struct ShakeDetector: Sendable {
    /// Metres per second squared, without the steady part.
    var minAcceleration: Float = 11
    private static let peaks = 4
    private static let maxPause = 0.45

    private var steady = Vector3(0, 0, 0)
    private var hasSteady = false
    private var lastTime = -Double.infinity
    private var lastPeak = Vector3(0, 0, 0)
    private var lastPeakTime = -Double.infinity
    private var count = 0
    private var isOn = false

    mutating func update(_ acceleration: Vector3, at time: Double) -> Bool {
        guard time.isFinite, time > lastTime, acceleration.x.magnitude < 1e4, acceleration.y.magnitude < 1e4,
            acceleration.z.magnitude < 1e4
        else { return false }
        let elapsed = Float(min(time - lastTime, 1))
        lastTime = time
        // Gravity is the slow part of the samples.
        if !hasSteady || elapsed >= 1 {
            steady = acceleration
            hasSteady = true
        }
        steady += (acceleration - steady) * (elapsed / (elapsed + 0.6))
        let a = acceleration - steady
        if time - lastPeakTime > Self.maxPause {
            count = 0
            if time - lastPeakTime > 0.8 { isOn = false }
        }
        let size = dot(a, a)
        guard size > minAcceleration * minAcceleration else { return false }
        // Against the last strong acceleration, or the first one.
        if count == 0 || dot(a, lastPeak) < -0.3 * (size * dot(lastPeak, lastPeak)).squareRoot() {
            count += 1
            lastPeak = a
            lastPeakTime = time
        } else if size > dot(lastPeak, lastPeak) {
            lastPeak = a
            lastPeakTime = time
        }
        guard count >= Self.peaks, !isOn else { return false }
        isOn = true
        return true
    }
}
