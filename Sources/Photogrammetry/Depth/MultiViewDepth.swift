import Capture
import Geometry
import Images
import Support

/// Depth images from posed photos: multi-view stereo on the CPU.
///
/// For each photo the views to match it with and the range of its depths are chosen from the sparse points (`ViewSelection`).
/// Slanted surfaces are matched coarse to fine (`ViewMatcher`: PatchMatch with adaptive checkerboard propagation, Xu and Tao 2019),
/// refined so that the photos agree with each other, and kept where enough photos confirm them. The result is a capture with depth
/// for the usual fusion, texturing and object cut.
///
/// The same photos and options give the same depths, whatever the number of threads and the vector unit.
public enum MultiViewDepth {
    /// `ReconstructionOptions.minimumWeight` for fusing the computed depth: other photos have confirmed each sample, so that one
    /// observation is enough, from however far away.
    public static let fusionWeight: Float = 3e-5

    /// A capture with computed depth, and what is to be known about it.
    public struct Result: Sendable {
        /// Those frames for which depth was found, in the order of the photos, with the photos' colours and poses.
        public var capture: Capture
        /// Photos without depth: their numbers in the given capture, with the reason.
        public var omitted: [(frame: Int, reason: String)]
        /// Share of the pixels of all depth images that have depth, 0…1.
        public var coverage: Double
        /// Photos that were matched with each photo, on average.
        public var sourceViews: Double
        /// Wall seconds of the stages.
        public var seconds: Stages
    }

    /// Wall-clock seconds of the stages.
    public struct Stages: Sendable {
        /// Decoding and reducing the photos.
        public var loading = 0.0
        /// Choosing source views and depth ranges.
        public var selection = 0.0
        /// Finding the object at half size; 0 where depth is computed of everything.
        public var object = 0.0
        /// PatchMatch by colours alone.
        public var matching = 0.0
        /// Refinement against the other views' depths.
        public var refinement = 0.0
        /// Completion of planes; 0 without.
        public var completion = 0.0
        /// Consistency filter.
        public var filtering = 0.0
    }

    /// Computes the depth of a capture's photos.
    /// - Parameters:
    ///   - capture: photos with poses in one world of any scale, which `sparsePoints` share; where it has none, points are
    ///     searched for first. Depth that it may have is not used.
    ///   - options: size and number of views.
    ///   - progress: receives the progress.
    /// - Returns: the capture with depth; its frames are those for which depth was found. The depths are in a temporary file that
    ///   lasts as long as the capture.
    /// - Throws: `PhotogrammetryError` where an option is out of range, fewer than two photos can be used, they don't overlap, or
    ///   the temporary file can't be written; `CaptureError` where more than a tenth of the photos can't be read;
    ///   `CancellationError`.
    public static func estimate(
        _ capture: Capture, options: MultiViewDepthOptions = MultiViewDepthOptions(), progress: ProgressReporter = .silent
    ) throws -> Result {
        try options.check()
        guard capture.hasPoses else {
            throw PhotogrammetryError(
                capture.name, "depth can't be computed from photos without poses", remedy: "find the poses first (COLMAP)")
        }
        let estimator = try DepthEstimator(capture, options: options, progress: progress.part(0...0.08))
        return try estimator.run(progress: progress.part(0.08...1))
    }
}
