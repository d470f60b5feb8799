import CSplats
import Geometry

/// A training view with its image at all resolutions, the full one first.
struct PreparedView: Sendable {
    let name: String
    let pose: RigidTransform
    let time: Double?
    let levels: [ImageLevel]

    init(_ view: TrainingView, size: (width: Int, height: Int), levels count: Int) {
        name = view.name
        pose = view.pose
        time = view.time
        levels = (0..<count).map { level in
            ImageLevel(view, width: max(size.width >> level, 1), height: max(size.height >> level, 1))
        }
    }
}

/// The images that were recorded just before and after another one.
struct Neighbours: Sendable {
    /// Numbers of trained views; the same where there is one only.
    let before: Int
    let after: Int
    /// How far the other image is on the way between them, 0…1.
    let share: Float

    /// Nil where the time is not known, of the image or of all others.
    init?(of time: Double?, among views: [PreparedView]) {
        guard let time else { return nil }
        var before: (index: Int, time: Double)?
        var after: (index: Int, time: Double)?
        for (i, view) in views.enumerated() {
            guard let other = view.time else { continue }
            if other <= time, before.map({ other > $0.time }) ?? true { before = (i, other) }
            if other >= time, after.map({ other < $0.time }) ?? true { after = (i, other) }
        }
        guard let first = before ?? after, let second = after ?? before else { return nil }
        self.before = first.index
        self.after = second.index
        let gap = second.time - first.time
        share = gap > 0 ? Float((time - first.time) / gap) : 0
    }
}

/// How large a scene is, for learning rates, which are given for a scene of size 1.
struct SceneScale {
    let extent: Float
    let nearest: Float

    /// - Throws: `SplatError.badInput` where all cameras are at one point and no point is in front of any.
    init(poses: [RigidTransform], points: [Vector3]) throws(SplatError) {
        let centre = poses.reduce(Vector3(repeating: 0)) { $0 + $1.translation } / Float(poses.count)
        let radius = poses.map { ($0.translation - centre).length }.max() ?? 0
        // Depths of a sample of the points in front of the cameras.
        var depths: [Float] = []
        let step = max(points.count / 500, 1)
        for pose in poses {
            let forward = -pose.rotation.matrix.columns.2
            for i in stride(from: 0, to: points.count, by: step) {
                let depth = dot(points[i] - pose.translation, forward)
                if depth > 0 { depths.append(depth) }
            }
        }
        depths.sort()
        guard !depths.isEmpty else { throw .badInput("no point is in front of a camera; the cameras don't belong to these points") }
        let median = depths[depths.count / 2]
        extent = max(radius * 1.1, 0.25 * median)
        nearest = 0.01 * median
    }
}

/// How many splats fit into the memory that training may use.
struct MemoryBudget {
    let splats: Int
    let notes: [String]

    /// - Throws: `SplatError.memory` where not even a small model fits.
    init(
        options: SplatTrainingOptions, pixels: Int, largest: Int, hasDepth: Bool, initial: Int
    ) throws(SplatError) {
        let planes = SplatBlocks.shape + 3 * SphericalHarmonics.count(options.degree)
        let perSplat = planes * 3 * 4 + 2 * 4 + SplatRasterizer.bytesPerSplat + SplatRasterizer.bandBytes
        // Images with a half and a quarter of their size, their depth, and the planes of one image.
        let images = pixels * (hasDepth ? 5 : 3) * 4 / 3 + largest * (SplatLoss.bytesPerPixel + 5 * 4) * 4 / 3
        let limit = options.memoryMegabytes << 20
        let fitting = (limit - images) / perSplat
        let wanted = options.densifies ? options.maximumSplats : min(options.maximumSplats, initial)
        let least = min(wanted, 1000)
        if fitting < least {
            let needed = (images + least * perSplat) >> 20
            throw .memory(
                "training needs at least \(needed + 1) MB of memory, \(options.memoryMegabytes) MB are allowed; "
                    + "use fewer or smaller images, or allow more")
        }
        splats = min(wanted, fitting)
        notes =
            fitting < wanted
            ? ["\(options.memoryMegabytes) MB of memory hold \(fitting) splats, not \(wanted); allow more memory for more splats."]
            : []
    }
}
