/// What can't be measured, or a list of measurements that can't be read: what is wrong, where, and what to do, in one line.
public struct MeasurementError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One line: which input, what is wrong, what to do.
    public let reason: String

    /// - Parameter reason: one line: which input, what is wrong, what to do.
    public init(_ reason: String) { self.reason = reason }

    public var description: String { reason }
}
