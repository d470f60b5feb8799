import Meshes
import Capture
import Geometry
import Images
import Support

/// How a mesh is textured.
public struct TextureOptions: Sendable, Equatable {
    /// Texels a metre of surface; nil takes as many as the images show of it.
    public var texelsPerMetre: Float?
    /// The largest width and height of the texture.
    public var maximumSize: Int
    /// Maximum number of frames whose images are used.
    public var maximumViews: Int
    /// Whether exposure and white balance are evened out between images.
    public var evensExposure: Bool

    /// Options with defaults; `texelsPerMetre` nil takes the resolution of the images.
    public init(texelsPerMetre: Float? = nil, maximumSize: Int = 4096, maximumViews: Int = 160, evensExposure: Bool = true) {
        self.texelsPerMetre = texelsPerMetre
        self.maximumSize = maximumSize
        self.maximumViews = maximumViews
        self.evensExposure = evensExposure
    }
}

/// A mesh with the image that its texture coordinates point into.
public struct TexturedMesh: Sendable {
    /// The triangles of the original in their order, with texture coordinates; vertices at the borders of charts are doubled.
    public var mesh: TriangleMesh
    /// sRGB, opaque.
    public var atlas: ColorImage
    /// Number of charts of the atlas.
    public var chartCount: Int
    /// Texels per metre of surface.
    public var texelsPerMetre: Float
    /// The share of the atlas that surface covers, 0…1.
    public var utilisation: Double
    /// Frames whose images were used.
    public var views: Int
    /// The share of the surface that one of them sees, 0…1; the rest has the colours of the vertices.
    public var coverage: Double
    /// Remarks for the user, one sentence each.
    public var notes: [String]
}

/// Paints a mesh with the images of the capture that it was made from.
///
/// A few views are chosen by their poses (`ViewChoice`), each is decoded once and held at the size that the texture can show (at
/// most some 400 MB together), exposures are evened out (`ViewGains`), the mesh is laid flat (`UVAtlas`), and each texel is blended
/// from the views that see its place (`TexelBlending`).
public enum Texturing {
    /// Bytes that all held images may take.
    private static let pictureBudget = 400 << 20

    /// - Parameters:
    ///   - mesh: the surface, with colours at its vertices for what no image shows.
    ///   - fine: the surface before it was simplified, with its colours: they are used where no image shows it well.
    ///   - spacing: metres between the vertices of `fine`.
    /// - Throws: `ReconstructionError` where there is no surface, no colour or no pose; `CaptureError` where more than a tenth of
    ///   the chosen frames can't be read; `CancellationError`.
    public static func texture(
        _ mesh: TriangleMesh, capture: Capture, fine: TriangleMesh? = nil, spacing: Float = 0.02, options: TextureOptions = .init(),
        progress: ProgressReporter = .silent
    ) throws -> TexturedMesh {
        guard (1...1000).contains(options.maximumViews) else {
            throw ReconstructionError.badOption("at most \(options.maximumViews) views is out of range; it must be 1 to 1000")
        }
        var atlasOptions = UVAtlas.Options(texelsPerMetre: options.texelsPerMetre, maximumSize: options.maximumSize)
        try atlasOptions.check()
        let charts = try FlatCharts(mesh, progress: progress.part(0...0.1))
        let first = try firstPicture(capture)
        var smooth = mesh
        if smooth.normals.isEmpty { smooth.computeNormals() }
        let longest = PaintedSurface.longestEdge(of: mesh)
        let split = SplitEdges(smooth, longest: longest).apply(to: smooth)
        let choice = try ViewChoice(
            mesh, surface: split, capture: capture, intrinsics: first.colorIntrinsics, maximum: options.maximumViews,
            progress: progress.part(0.1...0.3)
        )
        var notes: [String] = []
        var views = try load(
            choice.frames, capture: capture, mesh: mesh, k: first.colorIntrinsics, notes: &notes, progress: progress.part(0.3...0.5)
        )
        guard !views.isEmpty else {
            throw ReconstructionError.nothingSeen(
                "\(capture.name): none of its images shows the surface; check that poses and mesh belong together")
        }
        let sights = look(at: split, views)
        if options.evensExposure {
            for (v, gain) in ViewGains.solve(sights.colors, views: views.count).enumerated() { views[v].gain = gain }
        }
        if atlasOptions.texelsPerMetre == nil { atlasOptions.texelsPerMetre = sights.pixelsPerMetre }
        let atlas = try charts.packed(atlasOptions, progress: progress.part(0.5...0.65))
        if let wanted = atlasOptions.texelsPerMetre, atlas.texelsPerMetre < wanted * 0.8 {
            notes.append(
                "The images have \(Int(wanted)) pixels per metre; "
                    + "a texture of \(options.maximumSize) texels allows \(Int(atlas.texelsPerMetre))."
            )
        }
        let surface = PaintedSurface(split, atlas: atlas, longest: longest)
        let blending = TexelBlending(surface, views: views, evensExposure: options.evensExposure)
        var painted = try blending.blend(
            fine: fine.flatMap { SurfaceColors($0, cell: spacing) }, progress: progress.part(0.65...0.95))
        try progress.report(0.95, "Filling the margins")
        AtlasFilling.fill(&painted.picture)
        try progress.report(1, "Textured")
        return TexturedMesh(
            mesh: atlas.mesh, atlas: painted.picture, chartCount: atlas.chartCount, texelsPerMetre: atlas.texelsPerMetre,
            utilisation: atlas.utilisation, views: views.count, coverage: painted.seen, notes: notes)
    }

    /// The first readable frame of the first few that have an image.
    private static func firstPicture(_ capture: Capture) throws -> Frame {
        var tally = FrameTally(capture)
        for i in 0..<capture.frameCount where capture.pose(at: i) != nil && capture.hasColor(at: i) {
            do throws(CaptureError) {
                let frame = try capture.frame(at: i)
                if frame.color != nil { return frame }
            } catch {
                tally.note(i, error)
                if tally.skipped > 20 { break }
            }
        }
        throw ReconstructionError.nothingSeen(
            "\(capture.name): a texture needs frames with poses and colour images; "
                + "\(capture.colorFrameCount) of \(capture.frameCount) frames list an image, and none could be used"
                + (tally.first.map { "; frame \($0.index): \($0.error)" } ?? ""))
    }

    /// Decodes the chosen frames a few at a time.
    private static func load(
        _ frames: [Int], capture: Capture, mesh: TriangleMesh, k: CameraIntrinsics, notes: inout [String],
        progress: ProgressReporter
    ) throws -> [TextureView] {
        // An image takes four bytes a pixel, depth and trust two more.
        var reduction = 1
        while frames.count * k.width * k.height * 6 / (reduction * reduction) > pictureBudget { reduction += 1 }
        if reduction > 1 { notes.append("The images were reduced by a factor of \(reduction) to fit into memory.") }
        var views: [TextureView] = []
        var tally = FrameTally(capture, total: frames.count)
        for start in stride(from: 0, to: frames.count, by: 8) {
            try progress.report(Double(start) / Double(frames.count), "Reading images")
            let numbers = Array(frames[start..<min(frames.count, start + 8)])
            let results = Parallel.map(numbers.count) { i -> Result<TextureView?, CaptureError> in
                do throws(CaptureError) {
                    return .success(TextureView(try capture.frame(at: numbers[i]), mesh: mesh, reduction: reduction))
                } catch { return .failure(error) }
            }
            for (number, result) in zip(numbers, results) {
                switch result {
                case .success(let view?): views.append(view)
                case .success(nil): tally.note(number, CaptureError(path: capture.name, "frame \(number) has no colour image"))
                case .failure(let error): tally.note(number, error)
                }
            }
        }
        try tally.check()
        if let summary = tally.summary { notes.append(summary) }
        return views
    }

    /// What the views see of some points of the surface: colours, and how many pixels a metre the best of them have (over 60 % of
    /// the points).
    private static func look(
        at mesh: TriangleMesh, _ views: [TextureView]
    ) -> (colors: [ViewGains.Sights], pixelsPerMetre: Float) {
        let step = max(1, mesh.triangleCount / 6000)
        let triangles = Array(stride(from: 0, to: mesh.triangleCount, by: step))
        let found = Parallel.map(triangles.count) { i -> (ViewGains.Sights, Float) in
            let t = triangles[i]
            let (a, b, c) = mesh.corners(t)
            let place = (a + b + c) / 3
            var sights: ViewGains.Sights = []
            var best: Float = 0
            for (number, view) in views.enumerated() {
                guard let at = view.view.project(place) else { continue }
                let quality = view.view.quality(place, normal: mesh.smoothNormal(t), depth: at.depth)
                guard quality > 0, view.trust(at.x, at.y, depth: at.depth) > 0.3 else { continue }
                best = max(best, quality)
                if sights.count < 12 { sights.append((number, view.lowColor(at.x, at.y))) }
            }
            return (sights, best.squareRoot())
        }
        let densities = found.map(\.1).filter { $0 > 0 }.sorted()
        let density = densities.isEmpty ? 200 : densities[densities.count * 6 / 10]
        return (found.map(\.0), density)
    }
}
