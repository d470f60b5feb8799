/// What is wrong with what an exploration was given.
public enum ExplorationError: Error, CaseIterable, Equatable, Sendable {
    /// The numbers of a mesh do not fit together: not three to a point or triangle, or an index beyond the points.
    case badMesh
    /// Nothing can be explored: no triangle with finite corners.
    case emptyMesh
    /// More than the memory at hand can hold.
    case tooLarge
    /// Numbers that are not finite, or do not make a rotation, a box or a lens.
    case badNumber
    /// Bytes that are no recording, or end too early.
    case badRecording
    /// A recording by another version of this format.
    case foreignVersion

    /// Numbers for the browser, which has its own words for people; zero stands for success.
    public var code: Int32 {
        switch self {
        case .badMesh: -1
        case .emptyMesh: -2
        case .tooLarge: -3
        case .badNumber: -4
        case .badRecording: -5
        case .foreignVersion: -6
        }
    }
}

extension ExplorationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badMesh: "the mesh is damaged: its indices do not fit its points"
        case .emptyMesh: "the mesh has no triangles"
        case .tooLarge: "the mesh is too large for the available memory"
        case .badNumber: "a number is not finite or is out of range"
        case .badRecording: "the recording of the exploration is truncated or damaged"
        case .foreignVersion: "the recording was made by another version; record it again"
        }
    }
}
