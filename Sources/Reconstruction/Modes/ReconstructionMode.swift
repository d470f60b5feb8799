/// What is scanned: each mode is a set of plain options that one can see and change.
public enum ReconstructionMode: String, Sendable, CaseIterable, Codable {
    /// Rooms: levelled, planes flat, small holes filled.
    case interior
    /// A thing on a table or on the floor: cut out, what it stands on removed, closed.
    case object
    /// Houses and gardens: coarser and farther, at its place on the Earth and with its heading.
    case exterior

    /// The mode's options, to be changed one by one where wanted.
    public var options: ReconstructionOptions {
        var options = ReconstructionOptions()
        options.mode = self
        switch self {
        case .interior: break
        case .object:
            options.voxelSize = 0.005
            options.maximumDepth = 1.5
            options.minimumComponentArea = 0.0005
            options.minimumWeight = 0.1
            options.holePerimeter = 0.15
            options.cutsObject = true
            options.fillHoles = true
            // It is closed.
            options.smoothsBoundaries = false
        case .exterior:
            options.voxelSize = 0.05
            options.maximumDepth = 15
            options.minimumWeight = 0.0004
            options.minimumComponentArea = 0.2
            options.holePerimeter = 1
            options.keepsHeading = true
        }
        return options
    }
}
