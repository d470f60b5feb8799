import Meshes
import Capture
import Geometry
import Support

extension Reconstructor {
    /// From the fused surface to the one that people get: cleaned, cut out, closed, judged, thinned out and textured, in this
    /// order.
    static func finish(
        _ result: inout ReconstructionResult, capture: Capture, fused: FusedCapture, options: ReconstructionOptions,
        progress: ProgressReporter
    ) throws {
        var clock = StageClock()
        let quality = fused.quality
        try progress.report(0, "Cleaning")
        if options.minimumComponentArea > 0 {
            let positions = result.mesh.positions
            result.removedPieces = Floaters.remove(
                from: &result.mesh, options: Floaters.Options(minimumArea: options.minimumComponentArea),
                support: { quality.support(at: positions[$0]) })
        }
        if options.smooths { PlaneSmoothing.smooth(&result.mesh, options: .init(voxelSize: options.voxelSize)) }
        if options.smoothsBoundaries {
            var boundaries = BoundarySmoothing.Options(voxelSize: options.voxelSize)
            if options.minimumComponentArea <= 0 { boundaries.flakeArea = 0 }
            try BoundarySmoothing.smooth(&result.mesh, options: boundaries)
        }
        try progress.report(0.2, "Filling holes")
        let filled = try close(&result, options, free: fused.free)
        result.filledHoles = filled?.patches.count ?? 0
        result.mesh.computeNormals()
        let verdict = quality.evaluate(result.mesh, filled: filled)
        result.boundaryLoops = verdict.boundaryLoops
        result.observations = quality.observations
        VisitOffsets(result.mesh, voxelSize: options.voxelSize).apply(to: &result.observations)
        result.observations.setVariants(of: result.path)
        result.observations.stability = try fused.halves?.stability(of: result.mesh) ?? [:]
        let shell = shell(of: result.mesh, quality, filled: filled, mode: options.mode)
        let advice = if case .room(let room) = shell { verdict.advice + room.advice } else { verdict.advice }
        result.report = ScanReport(
            mode: options.mode.rawValue, frames: result.frames, details: capture.details, size: result.mesh.bounds.size,
            coverage: verdict.coverage, shell: shell, quality: verdict.quality, parts: verdict.parts, advice: advice,
            poses: ScanReport.Poses(
                source: result.path.source.rawValue, confidence: result.path.confidence, loops: result.path.loops,
                correction: result.path.correction,
                depthScale: result.path.depthScale.flatMap { $0.isSignificant ? $0 : nil }))
        let whole = options.textureSize > 0 ? result.mesh : nil
        if options.simplifyTo > 0, options.simplifyTo < result.mesh.triangleCount {
            try progress.report(0.3, "Simplifying")
            result.mesh = try Simplification.simplify(result.mesh, toTriangles: options.simplifyTo).mesh
        } else if options.simplifyTo == 0, options.textureSize > 0, options.textureErrorVoxels > 0 {
            try progress.report(0.3, "Simplifying")
            result.mesh = try Simplification.simplify(
                result.mesh, toTriangles: ReconstructionOptions.minimumTexturedTriangles,
                options: .init(maximumError: options.textureErrorVoxels * options.voxelSize)
            ).mesh
        }
        result.seconds.cleaning += clock.lap()
        if options.textureSize > 0 {
            let fine = whole.flatMap { $0.triangleCount > result.mesh.triangleCount ? $0 : nil }
            try texture(&result, fine: fine, capture: capture, options: options, progress: progress.part(0.4...1))
            result.seconds.texture += clock.lap()
        }
        try progress.report(1, "Reconstructed")
    }

    /// The shell of the rooms that a scan of an interior shows.
    private static func shell(
        of mesh: TriangleMesh, _ quality: ScanQuality, filled: FilledPatches?, mode: ReconstructionMode
    ) -> ShellFinding {
        switch mode {
        case .interior: quality.shell(of: mesh, filled: filled)
        case .object: .noRoom("it is a scan of an object")
        case .exterior: .noRoom("it is a scan of an exterior")
        }
    }

    /// Cuts out what is to be cut out, and fills the holes that are to be filled.
    private static func close(
        _ result: inout ReconstructionResult, _ options: ReconstructionOptions, free: ObservedFreeSpace?
    ) throws -> FilledPatches? {
        if options.cutsObject {
            let cut = try ObjectCut.cut(
                result.mesh, cameras: result.path.poses.compactMap { $0 }, voxelSize: options.voxelSize,
                free: options.keepsOpenings ? free : nil)
            result.mesh = cut.mesh
            result.notes += cut.notes
            if cut.opened > 0 {
                let area = options.scaleIsKnown ? " (\((cut.opened * 1000).rounded() / 1000) m²)" : ""
                result.notes.append(
                    "Openings that the camera saw through stay open\(area): repair the mesh to make it watertight for 3D printing.")
            }
            return cut.filled
        }
        if options.fillHoles { return HoleFilling.close(&result.mesh) }
        return options.holePerimeter > 0 ? HoleFilling.fill(&result.mesh, maximumPerimeter: options.holePerimeter) : nil
    }

    /// A surface that no image shows keeps its vertices' colours.
    private static func texture(
        _ result: inout ReconstructionResult, fine: TriangleMesh?, capture: Capture, options: ReconstructionOptions,
        progress: ProgressReporter
    ) throws {
        do {
            let textured = try Texturing.texture(
                result.mesh, capture: capture, fine: fine, spacing: options.voxelSize,
                options: TextureOptions(maximumSize: options.textureSize), progress: progress)
            result.mesh = textured.mesh
            result.texture = textured.atlas
            result.notes += textured.notes
        } catch ReconstructionError.nothingSeen(let reason) {
            result.notes.append("The surface has no texture: \(reason)")
        }
    }
}
