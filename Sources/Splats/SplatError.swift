/// Splats that can't be trained or drawn: what is wrong and what to do, in one line.
public enum SplatError: Error, Sendable, Equatable, CustomStringConvertible {
    /// An option is out of its range.
    case badOption(String)
    /// The images, cameras or points can't be used.
    case badInput(String)
    /// The work doesn't fit into the memory that it may use.
    case memory(String)
    /// The device that was chosen can't be used or failed.
    case device(String)
    /// A checkpoint can't be written or read.
    case checkpoint(path: String, reason: String)

    /// One line: the problem and the remedy.
    public var description: String {
        switch self {
        case .badOption(let text), .badInput(let text), .memory(let text), .device(let text): text
        case .checkpoint(let path, let reason): "\(path): \(reason)"
        }
    }
}
