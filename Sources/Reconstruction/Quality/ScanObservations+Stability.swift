import Geometry

extension ScanObservations {
    /// By how much the fused surface of one place depends on which frames and which voxels were chosen: offsets along its normal,
    /// in metres, found by fusing both halves of the frames with voxels twice as large (`SplitHalves`).
    public struct Stability: Sendable, Equatable {
        /// Half of the mean difference between the surfaces of even and odd frames: what one half is off the mean of both.
        public var frames: Float
        /// The mean offset of the coarse surfaces from the fine one.
        public var voxels: Float
        /// Root mean square deviation from their means within the place, of `frames` and of a third of `voxels`.
        public var scatter: Float

        /// The difference that voxels twice as large make, in errors of those in use: these grow with the square of the voxels.
        public static let differenceRatio: Float = 3

        /// Offsets in metres.
        public init(frames: Float, voxels: Float, scatter: Float) {
            self.frames = frames
            self.voxels = voxels
            self.scatter = scatter
        }
    }

    /// The stability of the place at `p`; nil where it is not known.
    public func stability(at p: Vector3) -> Stability? { Self.place(of: p).flatMap { stability[$0] } }
}
