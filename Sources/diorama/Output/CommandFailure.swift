/// Why a command failed, in one line.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    init(_ text: String) { description = text }

    /// The end of a sync after which changes of other devices are missing.
    static let libraryIsBehind = CommandFailure(
        "the library is behind: changes of other devices are missing; run 'diorama library health' for what to do")
}
