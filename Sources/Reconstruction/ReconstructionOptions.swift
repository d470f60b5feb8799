/// How a capture is turned into a surface.
public struct ReconstructionOptions: Sendable, Equatable {
    /// Edge length of a voxel in metres.
    public var voxelSize: Float
    /// Depths beyond this many metres are not used: a phone's or headset's depth is too noisy there.
    public var maximumDepth: Float
    /// Truncation distance of the signed distance field in voxels.
    public var truncationVoxels: Float
    /// Use every n-th frame.
    public var stride: Int
    /// Voxels seen with less than this weight give no surface. One frontal look from a metre weighs 1, from four metres 1/16.
    public var minimumWeight: Float
    /// Connected pieces with less surface than this many m² are taken for floating noise and removed; 0 keeps everything.
    public var minimumComponentArea: Float
    /// Take the noise out of flat and curved parts, keeping edges (`PlaneSmoothing`).
    public var smooths: Bool

    public init(
        voxelSize: Float = 0.02, maximumDepth: Float = 5, truncationVoxels: Float = 4, stride: Int = 1, minimumWeight: Float = 0.06,
        minimumComponentArea: Float = 0.02, smooths: Bool = true
    ) {
        self.voxelSize = voxelSize
        self.maximumDepth = maximumDepth
        self.truncationVoxels = truncationVoxels
        self.stride = stride
        self.minimumWeight = minimumWeight
        self.minimumComponentArea = minimumComponentArea
        self.smooths = smooths
    }

    /// Truncation distance in metres.
    public var truncation: Float { voxelSize * truncationVoxels }

    func check() throws(ReconstructionError) {
        guard voxelSize.isFinite, voxelSize >= 0.001, voxelSize <= 1 else {
            throw .badOption("the voxel size is \(voxelSize) m; it must lie between 0.001 and 1")
        }
        guard maximumDepth.isFinite, maximumDepth > 0, maximumDepth <= 1000 else {
            throw .badOption("the maximum depth is \(maximumDepth) m; it must lie between 0 and 1000")
        }
        guard truncationVoxels.isFinite, truncationVoxels >= 1.5, truncationVoxels <= 32 else {
            throw .badOption("the truncation is \(truncationVoxels) voxels; it must lie between 1.5 and 32")
        }
        guard stride >= 1 else { throw .badOption("the stride is \(stride); it must be 1 or more") }
    }
}

/// Why no surface could be made.
public enum ReconstructionError: Error, Sendable, CustomStringConvertible {
    case badOption(String)
    /// The capture's frames lie so far apart, or the voxels are so small, that the block table cannot address them.
    case tooLarge(String)
    /// Not one depth reading could be fused into a surface.
    case nothingSeen(String)

    public var description: String {
        switch self {
        case .badOption(let text), .tooLarge(let text), .nothingSeen(let text): text
        }
    }
}
