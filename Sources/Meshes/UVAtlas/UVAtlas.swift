import Geometry
import Support

/// A mesh cut into charts that are flattened and packed into one texture.
///
/// Charts are regions of similar normals, flattened by orthographic projection: lengths shrink by the cosine of how far a
/// triangle turns away, which is little on rooms' plane surfaces. A chart never overlaps itself.
public struct UVAtlas: Sendable {
    /// Resolution, size and margins of the atlas.
    public struct Options: Sendable, Equatable {
        /// Texels a metre of surface; nil takes as many as the largest texture holds. Fewer are taken where the texture would be
        /// too large.
        public var texelsPerMetre: Float?
        /// The largest width and height of the texture in texels.
        public var maximumSize: Int
        /// How far from a chart, in texels, no other chart may have any: 1 keeps apart what bilinear sampling reads.
        public var margin: Float

        /// Options; `maximumSize` and `margin` are in texels.
        public init(texelsPerMetre: Float? = nil, maximumSize: Int = 4096, margin: Float = 1) {
            self.texelsPerMetre = texelsPerMetre
            self.maximumSize = maximumSize
            self.margin = margin
        }
    }

    /// The same triangles in the same order, with texture coordinates; vertices at the charts' borders are doubled.
    public internal(set) var mesh: TriangleMesh
    /// For each vertex the vertex of the original mesh that it is.
    public internal(set) var sourceVertices: [UInt32] = []
    /// The chart of each triangle, from 0; −1 for triangles without area, which lie at (0, 0).
    public internal(set) var chartOfTriangle: [Int32]
    /// Number of charts.
    public internal(set) var chartCount: Int
    /// Size of the texture in texels, multiples of four.
    public internal(set) var width: Int
    /// Height of the atlas in texels, a multiple of four.
    public internal(set) var height: Int
    /// Texels per metre of surface that were used; at most as many as asked for.
    public internal(set) var texelsPerMetre: Float
    /// The share of the texture that surface covers, 0…1; margins do not count.
    public internal(set) var utilisation: Double

    /// Cuts and flattens `mesh`, and packs the charts. Deterministic. Texture coordinates that it has are replaced.
    /// - Throws: `MeshError` where the mesh is damaged or has no surface, or an option is out of its range; `CancellationError`.
    public static func unwrap(
        _ mesh: TriangleMesh, options: Options = Options(), progress: ProgressReporter = .silent
    ) throws -> UVAtlas {
        try options.check()
        let charts = try FlatCharts(mesh, progress: progress.part(0...0.5))
        return try charts.packed(options, progress: progress.part(0.5...1))
    }
}

extension UVAtlas.Options {
    package func check() throws(MeshError) {
        if let t = texelsPerMetre, !(t.isFinite && t > 0) {
            throw .badOption("the resolution is \(t) texels per metre; it must be above 0")
        }
        guard (16...16384).contains(maximumSize) else {
            throw .badOption("the largest texture is \(maximumSize) texels wide; it must be 16 to 16384")
        }
        guard margin >= 0, margin <= 64 else {
            throw .badOption("the margin of the charts is \(margin) texels; it must be between 0 and 64")
        }
    }
}

/// The charts of a mesh, flat but not yet placed.
package struct FlatCharts {
    package let mesh: TriangleMesh
    package let topology: FaceTopology
    package private(set) var charts: [FlatChart] = []

    package init(_ mesh: TriangleMesh, progress: ProgressReporter) throws {
        if let flaw = mesh.flaw { throw MeshError.badOption("the mesh to be textured is damaged: \(flaw)") }
        self.mesh = mesh
        try progress.report(0, "Cutting the surface into charts")
        topology = FaceTopology(mesh)
        try progress.report(0.3, "Cutting the surface into charts")
        let segmentation = ChartSegmentation(topology)
        guard !segmentation.charts.isEmpty else {
            throw MeshError.nothingSeen("the mesh has no triangles with an area that could be textured")
        }
        try progress.report(0.6, "Laying the charts flat")
        flatten(segmentation.charts)
        try progress.report(1, "Laying the charts flat")
    }

    /// Square metres that the flat charts cover.
    private var area: Double {
        charts.reduce(0) { sum, chart in
            var part = 0.0
            for i in 0..<chart.triangles.count {
                let p = chart.points[Int(chart.corners[3 * i])]
                let d = chart.points[Int(chart.corners[3 * i + 1])] - p
                let e = chart.points[Int(chart.corners[3 * i + 2])] - p
                part += max(0, Double(d.y * e.x - d.x * e.y)) * 0.5
            }
            return sum + part
        }
    }

    /// Lays the pieces flat; what lies on top of something else becomes a chart of its own, until nothing does.
    private mutating func flatten(_ pieces: [[Int32]]) {
        var stamps = [SIMD2<UInt32>](repeating: SIMD2(0, 0), count: mesh.positions.count)
        var number = 0
        var pending = pieces
        while !pending.isEmpty {
            var flat: [FlatChart] = []
            flat.reserveCapacity(pending.count)
            for piece in pending {
                flat.append(FlatChart(piece, mesh, number: number, stamps: &stamps))
                number += 1
            }
            let overlaps = Parallel.map(flat.count) { flat[$0].overlaps() }
            pending = []
            for (chart, overlapping) in zip(flat, overlaps) {
                guard !overlapping.isEmpty, chart.triangles.count > 1 else {
                    charts.append(chart)
                    continue
                }
                let set = Set(overlapping)
                let parts = chart.keeping { !set.contains($0) }
                pending.append(parts.kept)
                pending += components(parts.others)
            }
        }
    }

    /// The connected pieces of some triangles.
    private func components(_ triangles: [Int32]) -> [[Int32]] {
        var open = Set(triangles)
        var pieces: [[Int32]] = []
        for seed in triangles where open.remove(seed) != nil {
            var piece = [seed]
            var done = 0
            while done < piece.count {
                for k in 0..<3 {
                    let o = topology.neighbours[3 * Int(piece[done]) + k]
                    if o >= 0, open.remove(o) != nil { piece.append(o) }
                }
                done += 1
            }
            pieces.append(piece.sorted())
        }
        return pieces
    }

    // MARK: Packing

    /// The charts in a texture.
    package func packed(_ options: UVAtlas.Options, progress: ProgressReporter) throws -> UVAtlas {
        let most = options.maximumSize / 4 * 4
        let reach = options.margin * 0.5 + 0.499
        let margin = max(0, reach - 0.49)
        let area = max(self.area, 1e-30)
        let longest = charts.reduce(Float(0)) { max($0, max($1.size.x, $1.size.y)) }
        // The longest chart fits whatever else does.
        let largest = (Float(most) - 2 * margin - 2) / max(longest, 1e-20)
        let full = Float((0.97 * Double(most) * Double(most) / area).squareRoot())
        var scale = min(options.texelsPerMetre ?? full, min(full, largest))
        for attempt in 0..<24 {
            try progress.report(Double(attempt) / 24, "Packing the charts")
            let shapes = Parallel.map(charts.count) { i in
                (
                    ChartShape(charts[i], scale: scale, reach: reach, margin: margin, isTurned: false),
                    ChartShape(charts[i], scale: scale, reach: reach, margin: margin, isTurned: true)
                )
            }
            let texels = shapes.reduce(0) { $0 + $1.0.texelCount }
            // What is certain not to fit need not be tried.
            let room = 0.93 * Double(most * most)
            if Double(texels) > room {
                scale *= Float((room / Double(texels)).squareRoot()) * 0.998
                continue
            }
            let needed = shapes.reduce(1) { max($0, min($1.0.width, $1.0.height)) }
            let isFull = options.texelsPerMetre == nil
            let square = Int((Double(texels) / 0.9).squareRoot().rounded(.up))
            let width = isFull ? most : (min(most, max(square, needed)) + 3) / 4 * 4
            if let places = try pack(shapes, width: width, most: most, progress) {
                return assemble(
                    places.places, sizes: shapes.map { SIMD2($0.0.width, $0.0.height) }, width: width, height: places.height,
                    scale: scale, margin: margin)
            }
            // A few charts of one size may need much more room than they fill.
            scale *= attempt < 6 ? 0.985 : 0.93
        }
        throw MeshError.tooLarge(
            "the \(charts.count) charts do not fit into a texture of \(most) x \(most) texels; allow a larger one or clean and "
                + "simplify the mesh first"
        )
    }

    private func pack(
        _ shapes: [(ChartShape, ChartShape)], width: Int, most: Int, _ progress: ProgressReporter
    ) throws -> (places: [AtlasPacking.Place], height: Int)? {
        var packing = AtlasPacking(width: width)
        var places = [AtlasPacking.Place](repeating: AtlasPacking.Place(), count: shapes.count)
        func size(_ i: Int) -> Int { max(shapes[i].0.width, shapes[i].0.height) * 2 + min(shapes[i].0.width, shapes[i].0.height) }
        let order = shapes.indices.sorted { (size($1), $0) < (size($0), $1) }
        for (done, i) in order.enumerated() {
            if done & 255 == 0 { try Task.checkCancellation() }
            guard let place = packing.place(upright: shapes[i].0, turned: shapes[i].1), packing.height <= most else { return nil }
            places[i] = place
        }
        return (places, (packing.height + 3) / 4 * 4)
    }

    private func assemble(
        _ places: [AtlasPacking.Place], sizes: [SIMD2<Int>], width: Int, height: Int, scale: Float, margin: Float
    ) -> UVAtlas {
        var result = TriangleMesh()
        var sources: [UInt32] = []
        var chartOf = [Int32](repeating: -1, count: mesh.triangleCount)
        result.indices = [UInt32](repeating: 0, count: mesh.indices.count)
        for (number, chart) in charts.enumerated() {
            let place = places[number]
            let size = place.isTurned ? SIMD2(sizes[number].y, sizes[number].x) : sizes[number]
            let base = UInt32(sources.count)
            sources += chart.vertices
            for p in chart.points {
                var q = (place.isTurned ? Vector2(chart.size.y - p.y, p.x) : p) * scale + margin
                if place.isReversed { q = Vector2(Float(size.x), Float(size.y)) - q }
                q += Vector2(Float(place.x), Float(place.y))
                result.textureCoordinates.append(Vector2(q.x / Float(width), 1 - q.y / Float(height)))
            }
            for (i, t) in chart.triangles.enumerated() {
                chartOf[Int(t)] = Int32(number)
                for k in 0..<3 { result.indices[3 * Int(t) + k] = base + chart.corners[3 * i + k] }
            }
        }
        // Triangles without area show nothing, but keep their number.
        var flat: [UInt32: UInt32] = [:]
        for t in 0..<mesh.triangleCount where chartOf[t] < 0 {
            for k in 0..<3 {
                let v = mesh.indices[3 * t + k]
                if flat[v] == nil {
                    flat[v] = UInt32(sources.count)
                    sources.append(v)
                    result.textureCoordinates.append(Vector2(0, 0))
                }
                result.indices[3 * t + k] = flat[v] ?? 0
            }
        }
        result.positions = sources.map { mesh.positions[Int($0)] }
        if !mesh.normals.isEmpty { result.normals = sources.map { mesh.normals[Int($0)] } }
        if !mesh.colors.isEmpty { result.colors = sources.map { mesh.colors[Int($0)] } }
        let covered = area * Double(scale) * Double(scale)
        return UVAtlas(
            mesh: result, sourceVertices: sources, chartOfTriangle: chartOf, chartCount: charts.count, width: width, height: height,
            texelsPerMetre: scale, utilisation: covered / Double(width * height))
    }
}

extension Parallel {
    /// The results of `body` for each number below `count`, made on all cores.
    package static func map<T>(_ count: Int, _ body: (Int) -> T) -> [T] {
        var results = [T?](repeating: nil, count: count)
        results.withUnsafeMutableBufferPointer { buffer in
            nonisolated(unsafe) let buffer = buffer
            forEach(count) { buffer[$0] = body($0) }
        }
        return results.compactMap { $0 }
    }
}
