import Geometry

/// Recognizes gestures in the track of a hand or device, and shakes in samples of acceleration.
///
/// Positions are in the frame of the person: x to the right, y up, in any unit; `handLength` is the length of a hand in that unit.
/// Each gesture is reported once while it goes on, and again only after a pause.
public struct GestureTrigger: Sendable {
    /// Seconds between two positions after which the track counts as interrupted.
    public static let maxGap = 0.3

    /// How easily a gesture is recognized, 0 to 1; values outside are clamped, NaN is ignored.
    public var sensitivity: Float {
        didSet {
            sensitivity = sensitivity.isNaN ? oldValue : min(1, max(0, sensitivity))
            setSensitivity()
        }
    }

    private let handLength: Float
    private var wave = WaveDetector()
    private var raise = HysteresisSwitch(enter: 1, leave: 0.5, holdTime: 0.12, releaseTime: 0.2, minInterval: 1)
    private var circle = CircleDetector()
    private var shake = ShakeDetector()
    /// The height from which the hand is raised: falls with the hand, rises slowly.
    private var baseline: Float = .nan
    private var lastTime = -Double.infinity

    /// - Parameters:
    ///   - handLength: the length of a hand in the unit of the positions; 0.18 m. Numbers that aren't positive count as 0.18.
    ///   - sensitivity: 0 to 1.
    public init(handLength: Float = 0.18, sensitivity: Float = 0.5) {
        self.handLength = handLength > 0 && handLength < 1e6 ? handLength : 0.18
        self.sensitivity = sensitivity.isNaN ? 0.5 : min(1, max(0, sensitivity))
        setSensitivity()
    }

    private mutating func setSensitivity() {
        // Factors of the lengths and accelerations: 1.5 to 0.6, by default 1.05.
        let factor = 1.5 - 0.9 * sensitivity
        wave.minSwing = 0.55 * factor
        circle.minSize = 0.9 * factor
        raise.enter = 1.6 * factor
        raise.leave = 0.8 * factor
        shake.minAcceleration = 11 * factor
    }

    /// Processes a position of a hand or device.
    /// - Parameters:
    ///   - position: positions that aren't finite are ignored.
    ///   - time: seconds. A position that isn't later than the one before is ignored.
    public mutating func addPosition(_ position: Vector3, at time: Double) -> TriggerSet {
        guard time.isFinite, time > lastTime else { return [] }
        let p = position / handLength
        // Beyond a thousand hand lengths it isn't a hand.
        guard p.x.magnitude < 1_000, p.y.magnitude < 1_000 else { return [] }
        if time - lastTime > Self.maxGap {
            wave.restart()
            circle.restart()
            raise.interrupt()
            baseline = .nan
        }
        let elapsed = Float(min(time - lastTime, 1))
        lastTime = time
        baseline = baseline.isNaN ? p.y : min(p.y, baseline + 0.3 * elapsed)
        var found = TriggerSet()
        found.insert(.wave, if: wave.update(p, at: time))
        found.insert(.raise, if: raise.update(p.y - baseline, at: time))
        found.insert(.circle, if: circle.update(p, at: time))
        return found
    }

    /// Processes a sample of acceleration.
    /// - Parameters:
    ///   - acceleration: metres per second squared, with or without gravity; samples that aren't finite are ignored.
    ///   - time: seconds. A sample that isn't later than the one before is ignored.
    public mutating func addAcceleration(_ acceleration: Vector3, at time: Double) -> TriggerSet {
        var found = TriggerSet()
        found.insert(.shake, if: shake.update(acceleration, at: time))
        return found
    }
}
