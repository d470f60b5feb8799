/// Recognizes a press that stays in place.
public struct LongPress: Sendable, Equatable {
    /// Milliseconds after which a press is a long press.
    public static let duration: Double = 500
    /// Pixels that the pointer may move meanwhile.
    public static let tolerance: Float = 10

    private var start: (x: Float, y: Float, time: Double)?

    public static func == (a: LongPress, b: LongPress) -> Bool {
        a.start?.x == b.start?.x && a.start?.y == b.start?.y && a.start?.time == b.start?.time
    }

    /// No press.
    public init() {}

    /// Whether a press is in progress that may become a long press.
    public var isArmed: Bool { start != nil }

    /// A pointer went down, at a position in pixels and a time in milliseconds.
    public mutating func press(x: Float, y: Float, time: Double) { start = (x, y, time) }

    /// The pointer moved.
    /// - Returns: whether it is still in place.
    @discardableResult
    public mutating func move(x: Float, y: Float) -> Bool {
        guard let press = start else { return false }
        let dx = x - press.x
        let dy = y - press.y
        if dx * dx + dy * dy > Self.tolerance * Self.tolerance { start = nil }
        return start != nil
    }

    /// Ends the press without a result.
    public mutating func cancel() { start = nil }

    /// Whether the press has just become a long press; then it is over.
    public mutating func fires(at time: Double) -> Bool {
        guard let press = start, time - press.time >= Self.duration else { return false }
        start = nil
        return true
    }
}
