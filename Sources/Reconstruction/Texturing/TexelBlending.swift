import Meshes
import Geometry
import Images
import Support

/// Gives each texel its colour from the views that see its place.
///
/// Each view is first shifted onto what all views agree on around the place (`ViewConsensus`), so that no seams show. Then two
/// bands (Burt, Adelson 1983): low frequencies are blended over all good views; high frequencies come from the best view, or from
/// those that are nearly as good, so that it stays sharp where views do not match to the pixel. Weights go to zero continuously as
/// a view gets worse beside the best.
struct TexelBlending {
    let surface: PaintedSurface
    let views: [TextureView]
    let sharpness: [Float]
    /// Views of each triangle, from `starts[t]` on.
    private var starts: [Int32] = [0]
    private var lists: [UInt16] = []
    /// Nil where images are taken as they are.
    private let consensus: ViewConsensus?

    /// At most so many views colour a triangle.
    private static let most = 16

    private var mesh: TriangleMesh { surface.mesh }

    init(_ surface: PaintedSurface, views: [TextureView], evensExposure: Bool) {
        self.surface = surface
        self.views = views
        let sorted = views.map(\.sharpness).sorted()
        let median = sorted.isEmpty ? 1 : max(sorted[sorted.count / 2], 1e-6)
        sharpness = views.map { v in
            let s = v.sharpness / median
            return min(max(s * s, 0.2), 1.3)
        }
        consensus = evensExposure ? ViewConsensus(surface.mesh.positions, normals: surface.mesh.normals, views: views) : nil
        let found = Parallel.map(surface.mesh.triangleCount) { candidates($0) }
        for list in found {
            lists += list
            starts.append(Int32(lists.count))
        }
    }

    /// The views that may see triangle `t`, the best first.
    private func candidates(_ t: Int) -> [UInt16] {
        let (a, b, c) = mesh.corners(t)
        let normal = cross(b - a, c - a).normalized
        guard normal.lengthSquared > 0.5 else { return [] }
        let middle = (a + b + c) / 3
        var found: [(quality: Float, view: UInt16)] = []
        for (number, view) in views.enumerated() {
            // Nothing of a triangle that faces away is seen; its normal may be noise, so the corners decide later.
            guard dot(normal, view.view.pose.translation - middle) > 0 else { continue }
            var best: Float = 0
            for p in [middle, a, b, c] {
                guard let at = view.view.project(p) else { continue }
                let trust = view.trust(at.x, at.y, depth: at.depth)
                guard trust > 0 else { continue }
                best = max(best, view.view.quality(p, normal: normal, depth: at.depth) * trust * sharpness[number])
            }
            if best > 0 { found.append((best, UInt16(number))) }
        }
        found.sort { ($1.quality, $0.view) < ($0.quality, $1.view) }
        return found.prefix(Self.most).map(\.view)
    }

    // MARK: Texels

    /// Which triangle each texel belongs to: one that covers its centre, else one that bilinear sampling reads it for.
    func owners() -> [Int32] {
        var owners = [Int32](repeating: -1, count: surface.width * surface.height)
        for reach: Float in [0, 0.999] {
            for t in 0..<mesh.triangleCount where surface.isInChart[t] {
                let (p, q, r) = corners(t)
                TexelReach.spans(p, q, r, reach: reach, width: surface.width, height: surface.height) { y, from, to in
                    for at in y * surface.width + from...y * surface.width + to where owners[at] < 0 { owners[at] = Int32(t) }
                }
            }
        }
        return owners
    }

    /// A triangle's corners in texels, y downwards.
    private func corners(_ t: Int) -> (Vector2, Vector2, Vector2) {
        let m = surface.atlas
        func corner(_ k: Int) -> Vector2 {
            let uv = m.textureCoordinates[Int(m.indices[3 * t + k])]
            return Vector2(uv.x * Float(surface.width), (1 - uv.y) * Float(surface.height))
        }
        return (corner(0), corner(1), corner(2))
    }

    /// The share of surface texels that a view saw, and the image: alpha 255 where a triangle lies, 0 elsewhere.
    /// - Parameter fine: colours where the mesh was simplified and no view sees it; else those of its vertices are taken.
    func blend(
        fine: SurfaceColors?, progress: ProgressReporter
    ) throws -> (picture: ColorImage, seen: Double) {
        let owners = owners()
        var picture = ColorImage(width: surface.width, height: surface.height, repeating: .zero)
        // Stripes of triangles: progress and cancellation between them.
        let stripe = max(1024, mesh.triangleCount / 24)
        let coded = surface.atlas.colors.map { c in
            let code = SRGB.fromLinear(c)
            return Vector3(Float(code.x), Float(code.y), Float(code.z))
        }
        var seen = 0
        var covered = 0
        for first in stride(from: 0, to: mesh.triangleCount, by: stripe) {
            try progress.report(Double(first) / Double(mesh.triangleCount), "Blending the texture")
            let count = min(stripe, mesh.triangleCount - first)
            let blocks = (count + 255) / 256
            picture.pixels.withUnsafeMutableBufferPointer { pixels in
                nonisolated(unsafe) let pixels = pixels
                let counts = Parallel.map(blocks) { block in
                    var tally = SIMD2<Int>(0, 0)
                    for t in first + block * 256..<first + min(count, block * 256 + 256) {
                        tally &+= paint(t, owners: owners, fallback: coded, fine: fine, pixels: pixels)
                    }
                    return tally
                }
                for tally in counts {
                    covered += tally.x
                    seen += tally.y
                }
            }
        }
        return (picture, covered > 0 ? Double(seen) / Double(covered) : 0)
    }

    /// Paints the texels of triangle `t`; how many they are, and how many of them a view saw.
    private func paint(
        _ t: Int, owners: [Int32], fallback: [Vector3], fine: SurfaceColors?, pixels: UnsafeMutableBufferPointer<SIMD4<UInt8>>
    ) -> SIMD2<Int> {
        guard surface.isInChart[t] else { return SIMD2(0, 0) }
        let (p, q, r) = corners(t)
        let d = q - p
        let e = r - p
        let area = d.x * e.y - d.y * e.x
        let inverse = area.magnitude > 1e-12 ? 1 / area : 0
        let m = surface.atlas
        let v = (0..<3).map { Int(m.indices[3 * t + $0]) }
        let a = m.positions[v[0]]
        let b = m.positions[v[1]]
        let c = m.positions[v[2]]
        let prior = (
            fallback.isEmpty ? Vector3(repeating: -1) : fallback[v[0]], fallback.isEmpty ? Vector3(repeating: -1) : fallback[v[1]],
            fallback.isEmpty ? Vector3(repeating: -1) : fallback[v[2]]
        )
        let range = Int(starts[t])..<Int(starts[t + 1])
        let sources = (Int(surface.sourceVertices[v[0]]), Int(surface.sourceVertices[v[1]]), Int(surface.sourceVertices[v[2]]))
        let na = mesh.normals[sources.0]
        let nb = mesh.normals[sources.1]
        let nc = mesh.normals[sources.2]
        let shifts = range.map { consensus?.shifts(of: Int(lists[$0]), at: sources) ?? Self.unshifted }
        var tally = SIMD2<Int>(0, 0)
        TexelReach.spans(p, q, r, reach: 0.999, width: surface.width, height: surface.height) { y, from, to in
            for x in from...to where owners[y * surface.width + x] == Int32(t) {
                let s = Vector2(Float(x) + 0.5, Float(y) + 0.5) - p
                // Slivers end where they are; the texels beside a triangle go on in its plane.
                let wb = min(max((s.x * e.y - s.y * e.x) * inverse, -1), 2)
                let wc = min(max((d.x * s.y - d.y * s.x) * inverse, -1), 2)
                let wa = 1 - wb - wc
                let place = a * wa + b * wb + c * wc
                let normal = (na * wa + nb * wb + nc * wc).normalized
                var under = prior.0 * wa + prior.1 * wb + prior.2 * wc
                let found = color(place, normal: normal, range: range, shifts: shifts, corner: Vector3(wa, wb, wc))
                tally &+= SIMD2(1, found.trust > 0 ? 1 : 0)
                var color = found.color
                if found.trust < 0.05, let color = fine?.color(at: place) { under = color }
                if under.x >= -0.5 || found.trust <= 0 {
                    let share = min(1, found.trust * 20)
                    color = under * (1 - share) + color * share
                }
                // Without views and without colours: to be filled from around.
                let known = found.trust > 0 || under.x >= 0
                pixels[y * surface.width + x] =
                    known ? SIMD4(Self.byte(color.x), Self.byte(color.y), Self.byte(color.z), 255) : SIMD4(0, 0, 0, 0)
            }
        }
        return tally
    }

    @inline(__always)
    private static func byte(_ x: Float) -> UInt8 { x > 0 ? (x < 255 ? UInt8(x + 0.5) : 255) : 0 }

    /// The blended sRGB codes at a place, and how reliably its best view sees it; 0 where none does.
    /// - Parameters:
    ///   - shifts: of the views in `range`, at the triangle's corners.
    ///   - corner: how much each corner counts at the place.
    @inline(__always)
    private func color(
        _ place: Vector3, normal: Vector3, range: Range<Int>, shifts: [(Vector3, Vector3, Vector3)], corner: Vector3
    ) -> (color: Vector3, trust: Float) {
        withUnsafeTemporaryAllocation(of: (view: Int, weight: Float, x: Float, y: Float, shift: Vector3).self, capacity: Self.most)
        { seen in
            var best: Float = 0
            var trusted: Float = 0
            for (k, i) in range.enumerated() {
                seen[k].weight = 0
                let number = Int(lists[i])
                guard let at = views[number].view.project(place) else { continue }
                let quality = views[number].view.quality(place, normal: normal, depth: at.depth)
                guard quality > 0 else { continue }
                let trust = views[number].trust(at.x, at.y, depth: at.depth)
                guard trust > 0 else { continue }
                let shift = shifts[k].0 * corner.x + shifts[k].1 * corner.y + shifts[k].2 * corner.z
                // A view that disagrees with the others sees something that moved, or a reflection.
                let off = dot(shift, shift) * (1 / (Self.disagreement * Self.disagreement))
                let agreement = 1 / ((1 + off) * (1 + off))
                seen[k] = (number, quality * trust * sharpness[number] * agreement, at.x, at.y, shift)
                best = max(best, seen[k].weight)
                trusted = max(trusted, trust)
            }
            guard best > 0 else { return (Vector3(repeating: 0), 0) }
            var low = Vector3(repeating: 0)
            var lows = Float(0)
            var high = Vector3(repeating: 0)
            var highs = Float(0)
            for k in 0..<range.count {
                let share = seen[k].weight / best
                let broad = share - 0.15
                guard broad > 0 else { continue }
                let base = views[seen[k].view].lowColor(seen[k].x, seen[k].y)
                low += (base + seen[k].shift) * broad
                lows += broad
                let narrow = share - Self.sharpShare
                guard narrow > 0 else { continue }
                high += (views[seen[k].view].color(seen[k].x, seen[k].y) - base) * (narrow * narrow)
                highs += narrow * narrow
            }
            return (low / lows + high / highs, trusted)
        }
    }

    /// A view that has to be shifted by so many codes counts a quarter.
    private static let disagreement: Float = 80
    private static let unshifted = (Vector3(repeating: 0), Vector3(repeating: 0), Vector3(repeating: 0))
    /// Views at least this good beside the best give fine detail.
    private static let sharpShare: Float = 0.4
}
