/// What a point cloud operation refuses.
public enum PointCloudError: Error, Sendable, CustomStringConvertible {
    /// An option is out of its range, or the input is empty, damaged or lacks what the operation needs.
    case badOption(String)
    /// The input is too wide or too fine to be addressed.
    case tooLarge(String)
    /// Nothing is left to work on, or two inputs don't overlap.
    case nothingSeen(String)

    public var description: String {
        switch self {
        case .badOption(let text), .tooLarge(let text), .nothingSeen(let text): text
        }
    }
}
