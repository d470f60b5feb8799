/// A value that a newer one of the same kind can be merged into.
public protocol Supersedable: Sendable {
    /// Takes over what `newer` sets; the rest remains.
    mutating func supersede(with newer: Self)
}

extension Update: Supersedable {
    /// Takes over the fields of `newer` that are not nil.
    public mutating func supersede(with newer: Update) {
        position = newer.position ?? position
        rotation = newer.rotation ?? rotation
        scale = newer.scale ?? scale
    }
}

extension Presence: Supersedable {
    /// A presence has no partial changes: the newer one replaces it.
    public mutating func supersede(with newer: Presence) { self = newer }
}

/// Limits how often values are sent: the newest wins, and the last one is always sent. Fed by times; has no timer of its own.
public struct Throttle<Value: Supersedable>: Sendable {
    /// Milliseconds between two values.
    public let interval: UInt64
    private var waiting: Value?
    private var lastSent: UInt64?

    /// A throttle that sends at most every `interval` milliseconds; 50 is 20 Hz.
    public init(interval: UInt64 = 50) { self.interval = interval }

    /// Accepts a value.
    /// - Parameter time: milliseconds.
    /// - Returns: what to send now; nil where the value waits for ``due(at:)``.
    public mutating func submit(_ value: Value, at time: UInt64) -> Value? {
        if waiting == nil { waiting = value } else { waiting?.supersede(with: value) }
        return due(at: time)
    }

    /// The waiting value, if enough time has passed since the last one.
    /// - Parameter time: milliseconds.
    public mutating func due(at time: UInt64) -> Value? {
        if let lastSent, time < lastSent &+ interval { return nil }
        guard waiting != nil else { return nil }
        lastSent = time
        return flush()
    }

    /// The waiting value, whatever the time: for the end of a gesture.
    public mutating func flush() -> Value? {
        let value = waiting
        waiting = nil
        return value
    }

    /// Whether a value waits.
    public var isWaiting: Bool { waiting != nil }
}
