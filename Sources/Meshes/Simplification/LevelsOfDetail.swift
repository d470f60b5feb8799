import Geometry
import Images
import Support

/// A surface with fewer triangles than the whole one, to be shown first or on weaker devices.
public struct LevelOfDetail: Sendable, Equatable {
    /// The simplified surface.
    public var mesh: TriangleMesh
    /// The texture for `mesh.textureCoordinates`, smaller than the whole model's; nil where the model has none.
    public var texture: ColorImage?
    /// How far, in metres, the surface was moved at most from the full one, as the quadrics estimate it.
    public var error: Float
}

/// The same surface at a quarter, a sixteenth, … of its triangles.
public enum LevelsOfDetail {
    /// The coarsest level has no more triangles than this: a phone has it within a second or two.
    public static let coarsest = 60_000
    /// No texture of a level gets a longer side below this many pixels by being halved.
    private static let smallestTexture = 512

    /// How many triangles each level has, the finest first: none for a surface that is coarse enough as it is.
    public static func triangleCounts(of whole: Int) -> [Int] {
        var counts: [Int] = []
        var count = whole
        while count > coarsest {
            count /= 4
            counts.append(count)
        }
        return counts
    }

    /// The levels below the whole surface, the finest first, each made from the one before, in the order in which they are drawn
    /// fastest.
    ///
    /// Levels of a textured surface have its texture, halved from level to level.
    /// - Throws: `MeshError`, `CancellationError`.
    public static func make(
        _ mesh: TriangleMesh, texture: ColorImage? = nil, progress: ProgressReporter = .silent
    ) throws -> [LevelOfDetail] {
        let counts = triangleCounts(of: mesh.triangleCount)
        var levels: [LevelOfDetail] = []
        var last = LevelOfDetail(mesh: mesh, texture: texture, error: 0)
        if texture == nil { last.mesh.textureCoordinates = [] }
        for (i, count) in counts.enumerated() {
            try progress.report(Double(i) / Double(counts.count), "Making level of detail \(i + 1) of \(counts.count)")
            let next = try Simplification.simplify(last.mesh, toTriangles: count)
            last = LevelOfDetail(mesh: next.mesh, texture: last.texture.map(halved), error: last.error + next.error)
            levels.append(last)
        }
        for i in levels.indices { levels[i].mesh = levels[i].mesh.orderedForDrawing() }
        return levels
    }

    private static func halved(_ image: ColorImage) -> ColorImage {
        guard max(image.width, image.height) >= 2 * smallestTexture else { return image }
        return image.resized(toWidth: max(1, image.width / 2), height: max(1, image.height / 2))
    }
}
