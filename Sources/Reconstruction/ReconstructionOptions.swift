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
    /// Voxels seen with less than this weight give no surface. One frontal observation from a metre or nearer weighs 1, from four
    /// metres 1/256, and one at the angle θ cos² θ of that.
    public var minimumWeight: Float
    /// Connected pieces with less surface than this many m² count as floating noise and are removed; 0 keeps everything.
    public var minimumComponentArea: Float
    /// Take the noise out of flat and curved parts, keeping edges (`PlaneSmoothing`).
    public var smooths: Bool
    /// How the camera trajectory is estimated, where `refinesPoses` lets it be corrected.
    public var poses: PoseOptions.Method
    /// Which preset the values come from.
    public var mode = ReconstructionMode.interior
    /// Take bad samples out of the depth images (`DepthFilter`).
    public var filtersDepth = true
    /// Refine the camera trajectory by aligning depth and colour (`PoseRefinement`).
    public var refinesPoses = true
    /// Turn the scan so that its floor is level (`Gravity`).
    public var levels = true
    /// Keep position and heading on the Earth, where the capture knows them.
    public var keepsHeading = false
    /// Fill holes whose boundary loop is at most this many metres long and whose surroundings say how (`HoleFilling.fill`); 0 fills
    /// none.
    public var holePerimeter: Float = 0.5
    /// Cut out the thing that the cameras look at and close it below (`ObjectCut`).
    public var cutsObject = false
    /// Whether openings of an object that frames saw through stay open (`ObservedFreeSpace`); otherwise it is closed everywhere.
    public var keepsOpenings = true
    /// Whether the capture's lengths are metres. Where not, lengths among the options of an object (`cutsObject`) are in distances
    /// from the cameras to it (their median) instead of metres.
    public var scaleIsKnown = true
    /// Whether a sensor measured the depth; otherwise it was computed from images, and there is none where these have no texture.
    public var depthIsMeasured = true
    /// Make the mesh watertight (`HoleFilling.close`).
    public var fillHoles = false
    /// Triangles to simplify to; 0 keeps all.
    public var simplifyTo = 0
    /// Make open boundaries smooth without moving them by more than half a voxel, and remove slivers and flakes there
    /// (`BoundarySmoothing`).
    public var smoothsBoundaries = true
    /// Before texturing, simplify until the surface would move by more than this many voxels, where `simplifyTo` is 0: the texture
    /// carries the detail of the look, and the fused surface is not more exact than that. 0 keeps all triangles.
    public var textureErrorVoxels: Float = 0
    /// `textureErrorVoxels` of a usual texture: a seventh of the triangles, and hardly a difference to see (docs/texture.md).
    public static let usualTextureErrorVoxels: Float = 0.1
    /// The simplification before texturing stops at so many triangles, so that small objects stay round.
    public static let minimumTexturedTriangles = 2000
    /// Edge of the texture in pixels; 0 colours vertices only.
    public var textureSize = 0
    /// Edge of the texture where one is asked for without a size, pixels.
    public static let usualTextureSize = 4096
    /// Clear what later observations see through: things that moved during the scan go from where they were.
    public var carves = false
    /// Megabytes (2²⁰ bytes) of voxels that stay in memory; those used longest ago wait in a temporary file. Some 700 m² of surface
    /// at 1 cm take 2048.
    public var voxelMegabytes = 2048

    /// Options with the defaults of an interior scan; the other properties are set afterwards.
    public init(
        voxelSize: Float = 0.02, maximumDepth: Float = 5, truncationVoxels: Float = 4, stride: Int = 1,
        minimumWeight: Float = 0.001,
        minimumComponentArea: Float = 0.02, smooths: Bool = true, poses: PoseOptions.Method = .automatic
    ) {
        self.voxelSize = voxelSize
        self.maximumDepth = maximumDepth
        self.truncationVoxels = truncationVoxels
        self.stride = stride
        self.minimumWeight = minimumWeight
        self.minimumComponentArea = minimumComponentArea
        self.smooths = smooths
        self.poses = poses
    }

    /// Truncation distance in metres.
    public var truncation: Float { voxelSize * truncationVoxels }

    /// - Throws: `badOption` for the first value that is invalid.
    public func check() throws(ReconstructionError) {
        guard voxelSize.isFinite, voxelSize >= 0.001, voxelSize <= 1 else {
            throw .badOption("the voxel size is \(voxelSize) m; it must be between 0.001 and 1")
        }
        guard maximumDepth.isFinite, maximumDepth > 0, maximumDepth <= 1000 else {
            throw .badOption("the maximum depth is \(maximumDepth) m; it must be between 0 and 1000")
        }
        guard truncationVoxels.isFinite, truncationVoxels >= 1.5, truncationVoxels <= 32 else {
            throw .badOption("the truncation is \(truncationVoxels) voxels; it must be between 1.5 and 32")
        }
        guard minimumWeight.isFinite, minimumComponentArea.isFinite else {
            throw .badOption("the minimum weight and the minimum component area must be numbers")
        }
        guard holePerimeter.isFinite, holePerimeter >= 0, holePerimeter <= 100 else {
            throw .badOption("the hole perimeter is \(holePerimeter) m; it must be between 0 and 100")
        }
        guard textureErrorVoxels.isFinite, textureErrorVoxels >= 0, textureErrorVoxels <= 4 else {
            throw .badOption("the simplification before texturing is \(textureErrorVoxels) voxels; it must be between 0 and 4")
        }
        guard simplifyTo >= 0 else { throw .badOption("\(simplifyTo) is not a target triangle count; it must be 0 or more") }
        guard textureSize == 0 || (256...16384).contains(textureSize) else {
            throw .badOption("the texture size is \(textureSize); it must be 0 or between 256 and 16384")
        }
        guard (64...1 << 24).contains(voxelMegabytes) else {
            throw .badOption("the memory for voxels is \(voxelMegabytes) megabytes; it must be 64 or more")
        }
        guard stride >= 1 else { throw .badOption("the stride is \(stride); it must be 1 or more") }
    }
}

/// Why no surface could be made.
public enum ReconstructionError: Error, Sendable, CustomStringConvertible {
    /// An option or the input is out of range; the text names it, its value and the allowed range.
    case badOption(String)
    /// The capture's frames lie so far apart, or the voxels are so small, that the block table cannot address them.
    case tooLarge(String)
    /// Not one depth sample could be fused into a surface.
    case nothingSeen(String)
    /// A capture's place among others of one place is not certain.
    case notRegistered(String)

    public var description: String {
        switch self {
        case .badOption(let text), .tooLarge(let text), .nothingSeen(let text), .notRegistered(let text): text
        }
    }
}
