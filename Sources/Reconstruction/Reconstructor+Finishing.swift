import Capture
import Geometry
import Work

extension Reconstructor {
    /// From the fused surface to the one that people get: cleaned, closed, thinned out and textured, in this order.
    static func finish(
        _ result: inout ReconstructionResult, _ capture: Capture, _ options: ReconstructionOptions, progress: ProgressReporter
    ) throws {
        var clock = StageClock()
        try progress.report(0, "Cleaning")
        result.removedPieces = Components.removeSmall(&result.mesh, minimumArea: options.minimumComponentArea)
        if options.smooths { PlaneSmoothing.smooth(&result.mesh, options: .init(voxelSize: options.voxelSize)) }
        try progress.report(0.2, "Filling holes")
        var filled: FilledPatches?
        if options.fillHoles {
            filled = HoleFilling.close(&result.mesh)
        } else if options.holePerimeter > 0 {
            filled = HoleFilling.fill(&result.mesh, maximumPerimeter: options.holePerimeter)
        }
        result.filledHoles = filled?.patches.count ?? 0
        result.mesh.computeNormals()
        result.rims = Rims.find(in: result.mesh, filled: filled)
        if options.simplifyTo > 0, options.simplifyTo < result.mesh.triangleCount {
            try progress.report(0.3, "Simplifying")
            result.mesh = try Simplification.simplify(result.mesh, toTriangles: options.simplifyTo).mesh
        }
        result.seconds.cleaning += clock.lap()
        if options.textureSize > 0 {
            let textured = try Texturing.texture(
                result.mesh, capture: capture, options: TextureOptions(maximumSize: options.textureSize),
                progress: progress.part(0.4...1))
            result.mesh = textured.mesh
            result.texture = textured.atlas
            result.notes += textured.notes
            result.seconds.texture += clock.lap()
        }
        try progress.report(1, "Reconstructed")
    }
}
