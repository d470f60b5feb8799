/// Turns a noisy signal into single events: on above one threshold, off below a lower one, each only after a time.
public struct HysteresisSwitch: Sendable {
    /// The value from which on the switch turns on.
    public var enter: Float
    /// The value below which it turns off.
    public var leave: Float
    /// Seconds for which the value must stay above `enter`.
    public var holdTime: Double
    /// Seconds for which the value must stay below `leave`.
    public var releaseTime: Double
    /// Seconds between two events, at least.
    public var minInterval: Double

    /// Whether the switch is on.
    public private(set) var isOn = false
    /// Since when the value is beyond the threshold that changes the state.
    private var pendingSince: Double?
    private var lastEvent = -Double.infinity

    /// A switch that is off; times in seconds.
    public init(enter: Float, leave: Float, holdTime: Double, releaseTime: Double, minInterval: Double = 0) {
        self.enter = enter
        self.leave = leave
        self.holdTime = holdTime
        self.releaseTime = releaseTime
        self.minInterval = minInterval
    }

    /// Processes a value; returns true once when the switch turns on.
    /// - Parameters:
    ///   - value: no number counts as no sample.
    ///   - time: seconds, not smaller than that of the value before.
    public mutating func update(_ value: Float, at time: Double) -> Bool {
        guard !value.isNaN, !time.isNaN else { return false }
        guard isOn ? value < leave : value > enter else {
            pendingSince = nil
            return false
        }
        let since = pendingSince ?? time
        pendingSince = since
        guard time - since >= (isOn ? releaseTime : holdTime) else { return false }
        isOn.toggle()
        pendingSince = nil
        guard isOn, time - lastEvent >= minInterval else { return false }
        lastEvent = time
        return true
    }

    /// Samples are missing: what was about to change starts again. The state remains: a held expression isn't reported twice.
    public mutating func interrupt() { pendingSince = nil }
}
