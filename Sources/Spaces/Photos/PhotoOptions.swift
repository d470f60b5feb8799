import Photogrammetry

/// How photos without depth become a capture with depth.
public struct PhotoOptions: Sendable {
    /// How the poses, the scale and the vertical are found.
    public var poses: StructureFromMotion.Options
    /// How depth is computed from the posed photos.
    public var depth: MultiViewDepthOptions

    /// The defaults of both.
    public init(
        poses: StructureFromMotion.Options = StructureFromMotion.Options(), depth: MultiViewDepthOptions = MultiViewDepthOptions()
    ) {
        self.poses = poses
        self.depth = depth
    }
}
