/// Why a command failed, in one line.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
    init(_ text: String) { description = text }
}
