/// A floor plan that cannot be used: what is wrong with it, where, and what to do, in one line.
public struct FloorPlanError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong and what to do.
    public let reason: String

    /// - Parameter reason: one line: which input, where in it, what is wrong, what to do.
    public init(_ reason: String) { self.reason = reason }

    public var description: String { reason }
}
