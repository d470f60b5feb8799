import Geometry
import Reconstruction

extension NoiseModel {
    /// What voxels smooth away grows with their square, so that those in use have a third of the difference that voxels twice as
    /// large make (Richardson extrapolation).
    private static let voxelSquares = Double(
        ScanObservations.Stability.differenceRatio * ScanObservations.Stability.differenceRatio)

    /// Variance along the normal of one place of the surface, by what other frames and other voxels make of it; 0 where that is not
    /// known.
    func stabilityVariance(at p: Point) -> Double {
        guard let found = observations.stability(at: p.single) else { return 0 }
        let frames = Double(found.frames)
        let voxels = Double(found.voxels)
        let scatter = Double(found.scatter)
        return frames * frames + voxels * voxels / Self.voxelSquares + scatter * scatter
    }

    /// The same of a plane as a whole: the offsets of its pieces, by their weights. What scatters within a place is in the plane's
    /// fit.
    func stabilityVariance(of plane: PlanePatch) -> Double {
        var frames = 0.0
        var voxels = 0.0
        var total = 0.0
        for piece in plane.pieces {
            guard let found = observations.stability(at: piece.place.single) else { continue }
            frames += piece.weight * Double(found.frames)
            voxels += piece.weight * Double(found.voxels)
            total += piece.weight
        }
        guard total > 0 else { return 0 }
        return (frames * frames + voxels * voxels / Self.voxelSquares) / (total * total)
    }
}
