/// Fault injection for tests: called before each change that backup and recovery make to a disk, so that a test can inspect what a
/// kill at this point leaves, or make the step fail. Disabled outside of tests.
package struct FaultInjectionPoints: Sendable {
    private let reached: @Sendable (String) throws -> Void

    /// Points that call `reached` with their names; an error that it throws ends the work there.
    package init(_ reached: @escaping @Sendable (String) throws -> Void) { self.reached = reached }

    /// Points that do nothing.
    package static let disabled = FaultInjectionPoints { _ in }

    func callAsFunction(_ name: String) throws { try reached(name) }
}
