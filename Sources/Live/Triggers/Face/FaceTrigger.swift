/// Recognizes smiles, raised brows, an open mouth and blinks in a stream of blend shapes.
///
/// Each signal is normalized by the person's ``FaceCalibration``, smoothed, and passes a ``HysteresisSwitch``: an expression is
/// reported once when it begins, within 300 ms, and again only after the face was relaxed. A blink is reported when the eyes open
/// again; eyes that stay closed for longer than ``maxBlink`` are no blink.
public struct FaceTrigger: Sendable {
    /// Seconds without a valid sample after which the face counts as lost.
    public static let maxGap = 0.3
    /// Seconds for which the eyes are closed in a blink.
    public static let minBlink = 0.03
    /// Seconds for which the eyes are closed in a blink, at most.
    public static let maxBlink = 0.35
    /// The time constant of the smoothing in seconds.
    private static let smoothing: Float = 0.03

    /// The person's face.
    public var calibration: FaceCalibration
    /// How easily an expression is recognized, 0 to 1; values outside are clamped, NaN is ignored.
    public var sensitivity: Float {
        didSet {
            sensitivity = sensitivity.isNaN ? oldValue : min(1, max(0, sensitivity))
            setThresholds()
        }
    }

    private var switches: [HysteresisSwitch]
    private var smoothed = SIMD4<Float>(repeating: .nan)
    private var lastValid = SIMD4<Double>(repeating: -.infinity)
    private var lastTime = -Double.infinity
    private var closedSince: Double?
    private var lastBlink = -Double.infinity

    /// A trigger for one person.
    public init(calibration: FaceCalibration = .standard, sensitivity: Float = 0.5) {
        self.calibration = calibration
        self.sensitivity = sensitivity.isNaN ? 0.5 : min(1, max(0, sensitivity))
        // A mouth also opens for syllables: it must stay open for longer.
        switches = [
            HysteresisSwitch(enter: 0, leave: 0, holdTime: 0.06, releaseTime: 0.15, minInterval: 0.5),
            HysteresisSwitch(enter: 0, leave: 0, holdTime: 0.06, releaseTime: 0.15, minInterval: 0.5),
            HysteresisSwitch(enter: 0, leave: 0, holdTime: 0.14, releaseTime: 0.15, minInterval: 0.5),
        ]
        setThresholds()
    }

    /// 0.8 and 0.5 of the full expression at sensitivity 0, 0.55 and 0.3 by default, 0.3 and 0.1 at 1.
    private mutating func setThresholds() {
        for i in switches.indices {
            switches[i].enter = 0.8 - 0.5 * sensitivity
            switches[i].leave = 0.5 - 0.4 * sensitivity
        }
    }

    /// Processes a sample.
    /// - Parameters:
    ///   - expression: nil where no face was found.
    ///   - time: seconds. A sample that isn't later than the one before is ignored.
    /// - Returns: what was recognized with this sample.
    public mutating func update(_ expression: FaceExpression?, at time: Double) -> TriggerSet {
        guard time.isFinite, time > lastTime else { return [] }
        let elapsed = Float(min(time - lastTime, 1))
        lastTime = time
        var found = TriggerSet()
        let signals = expression.map { calibration.normalized($0.signals) } ?? SIMD4<Float>(repeating: .nan)
        for i in 0..<4 {
            if time - lastValid[i] > Self.maxGap {
                smoothed[i] = .nan
                if i < 3 { switches[i].interrupt() } else { closedSince = nil }
            }
            guard !signals[i].isNaN else { continue }
            lastValid[i] = time
            // A blink is too short to be smoothed.
            if i == 3 {
                found.insert(.blink, if: isBlink(signals[3], at: time))
                continue
            }
            let weight = smoothed[i].isNaN ? 1 : elapsed / (elapsed + Self.smoothing)
            smoothed[i] = (smoothed[i].isNaN ? 0 : smoothed[i]) * (1 - weight) + signals[i] * weight
            let isFound = switches[i].update(smoothed[i], at: time)
            found.insert(i == 0 ? .smile : i == 1 ? .browsRaised : .mouthOpen, if: isFound)
        }
        return found
    }

    /// Whether a trigger's expression is being held.
    public func isHeld(_ trigger: Trigger) -> Bool {
        trigger.rawValue < 3 ? switches[Int(trigger.rawValue)].isOn : trigger == .blink && closedSince != nil
    }

    private mutating func isBlink(_ closure: Float, at time: Double) -> Bool {
        guard let since = closedSince else {
            if closure > 0.85 - 0.5 * sensitivity { closedSince = time }
            return false
        }
        guard closure < 0.5 - 0.4 * sensitivity else { return false }
        closedSince = nil
        let duration = time - since
        guard duration >= Self.minBlink, duration <= Self.maxBlink, time - lastBlink >= 0.4 else { return false }
        lastBlink = time
        return true
    }
}
