/// Called before each change that backup and recovery make to a disk, so that a test can see what a kill at this moment leaves, or
/// make the step fail. A program never has one.
package struct WriteSteps: Sendable {
    private let reached: @Sendable (String) throws -> Void

    /// Steps that `reached` hears of, by their names; what it throws ends the work there.
    package init(_ reached: @escaping @Sendable (String) throws -> Void) { self.reached = reached }

    /// Steps that nobody hears of.
    package static let unwatched = WriteSteps { _ in }

    func callAsFunction(_ name: String) throws { try reached(name) }
}
