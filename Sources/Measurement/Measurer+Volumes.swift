import FloorPlans
import Foundation
import Geometry
import Reconstruction

extension SurfaceIndex {
    /// The volume inside the whole mesh.
    /// - Throws: where it is not closed: how many of its edges are open.
    public func volume() throws(MeasurementError) -> MeasuredValue { try volume(of: Array(0..<mesh.triangleCount)) }

    /// The volume inside some of the mesh's triangles, such as `part(at:)`.
    /// - Throws: where they are not closed.
    public func volume(of triangles: [Int]) throws(MeasurementError) -> MeasuredValue {
        guard points == nil else {
            throw MeasurementError(
                "the volume is not determined: points without faces enclose none; reconstruct a mesh, or measure the size")
        }
        let open = openEdges(triangles)
        guard open == 0 else {
            throw MeasurementError(
                "the surface is not closed (\(open) open edges), so it has no volume; close it first, or measure its bounding box"
            )
        }
        guard let first = triangles.first else { throw MeasurementError("there are no triangles to measure") }
        // About a point of the surface, for the sake of accuracy.
        let origin = Point(mesh.corners(first).0)
        var six = 0.0
        for t in triangles {
            let (a, b, c) = mesh.corners(t)
            six += (Point(a) - origin).dot((Point(b) - origin).cross(Point(c) - origin))
        }
        return MeasuredValue(kind: .volume, value: abs(six) / 6, uncertainty: volumeUncertainty(triangles))
    }

    /// The triangles that hang together with the surface nearest to `p`: a thing that stands free, or was cut out. Corners at the
    /// same place are one, as files keep them apart at seams.
    public func part(at p: Point) throws(MeasurementError) -> [Int] {
        guard points == nil else {
            throw MeasurementError(
                "points without faces have no connected parts; measure the whole cloud, or split it with 'diorama cloud clusters'")
        }
        guard p.isFinite, let near = bvh.nearest(to: p.single) else {
            throw MeasurementError("the mesh has no surface to choose a part of")
        }
        let corner = welded
        var group = Array(corner.indices)
        func root(_ i: Int) -> Int {
            var i = i
            while group[i] != i {
                group[i] = group[group[i]]
                i = group[i]
            }
            return i
        }
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = (
                corner[Int(mesh.indices[3 * t])], corner[Int(mesh.indices[3 * t + 1])], corner[Int(mesh.indices[3 * t + 2])]
            )
            group[root(b)] = root(a)
            group[root(c)] = root(a)
        }
        let wanted = root(corner[Int(mesh.indices[3 * near.triangle])])
        return (0..<mesh.triangleCount).filter { root(corner[Int(mesh.indices[3 * $0])]) == wanted }
    }

    /// For each vertex the first one at its place.
    private var welded: [Int] {
        var first: [Vector3: Int] = [:]
        return mesh.positions.indices.map { i in
            // −0 and 0 are one place.
            let p = mesh.positions[i] + Vector3(repeating: 0)
            if let seen = first[p] { return seen }
            first[p] = i
            return i
        }
    }

    /// Edges that are not run through once each way.
    private func openEdges(_ triangles: [Int]) -> Int {
        let corner = welded
        var runs: [SIMD2<Int>: Int] = [:]
        for t in triangles {
            let k = (0..<3).map { corner[Int(mesh.indices[3 * t + $0])] }
            // Triangles without extent close nothing and open nothing.
            guard k[0] != k[1], k[1] != k[2], k[2] != k[0] else { continue }
            for e in 0..<3 {
                let a = k[e]
                let b = k[(e + 1) % 3]
                runs[SIMD2(min(a, b), max(a, b)), default: 0] += a < b ? 1 : -1
            }
        }
        return runs.values.count { $0 != 0 }
    }

    /// Pieces of surface that the drift is looked up for.
    private static let maxPieces = 256

    /// A volume grows by the area of each piece of surface that moves outwards.
    private func volumeUncertainty(_ triangles: [Int]) -> Uncertainty {
        guard let noise else { return .unknown(Measurer.imported) }
        struct Piece {
            var place = Point.zero
            var gradient = Point.zero
            var area = 0.0
        }
        var edge = Double(ScanObservations.edge)
        var pieces: [SIMD3<Int32>: Piece] = [:]
        repeat {
            pieces = [:]
            for t in triangles {
                let (a, b, c) = mesh.corners(t)
                let middle = (Point(a) + Point(b) + Point(c)) / 3
                let q = middle / edge
                guard max(abs(q.x), abs(q.y), abs(q.z)) < 1e9 else { return .unknown("the surface is too large") }
                let n = (Point(b) - Point(a)).cross(Point(c) - Point(a)) / 2
                pieces[SIMD3<Int32>(q, rounding: .down), default: Piece()].place += middle * n.length
                pieces[SIMD3<Int32>(q, rounding: .down), default: Piece()].gradient += n
                pieces[SIMD3<Int32>(q, rounding: .down), default: Piece()].area += n.length
            }
            edge *= 2
        } while pieces.count > Self.maxPieces
        let influences = pieces.sorted { ($0.key.x, $0.key.y, $0.key.z) < ($1.key.x, $1.key.y, $1.key.z) }.map(\.value)
            .filter { $0.area > 0 }.map { piece in
                let place = piece.place / piece.area
                let patch = PlanePatch.correlation * PlanePatch.correlation
                // Independent patches of it.
                let own = noise.surfaceVariance(at: place, roughness: noise.voxelSize * 0.25) * piece.area * min(piece.area, patch)
                return Influence(place: place, gradient: piece.gradient, variance: own)
            }
        // What is alike everywhere, such as a sensor that measures short, swells the whole.
        let area = influences.reduce(0) { $0 + $1.gradient.length }
        let swell = noise.surface.plane * noise.voxelSize * area
        return Uncertainty(variance: noise.variance(influences).map { $0 + swell * swell })
    }
}

/// An upright box, turned about the vertical: a thing's extent.
public struct UprightBox: Sendable, Equatable, Codable {
    /// Centre of the box, metres.
    public var center: Point
    /// Width, height and depth in metres.
    public var size: Point
    /// Of the width's direction, anticlockwise from +x seen from above; radians.
    public var angle: Double

    /// - Parameters:
    ///   - center: centre of the box; metres.
    ///   - size: width, height and depth, metres.
    ///   - angle: rotation about the vertical, radians.
    public init(center: Point, size: Point, angle: Double) { (self.center, self.size, self.angle) = (center, size, angle) }

    /// Directions of width, height and depth.
    public var axes: [Point] {
        let c = cos(angle)
        let s = sin(angle)
        return [Point(c, 0, -s), Point(0, 1, 0), Point(s, 0, c)]
    }

    /// The middles of its faces: two an axis.
    var faces: [(Point, Point)] {
        axes.enumerated().map { k, axis in (center - axis * (size[k] / 2), center + axis * (size[k] / 2)) }
    }
}

extension SurfaceIndex {
    /// The upright box with the least footprint around some of the triangles: of the rectangles along the sides of their convex
    /// hull seen from above the smallest (Freeman and Shapira 1975).
    public func box(of triangles: [Int]) throws(MeasurementError) -> UprightBox {
        var low = Double.infinity
        var high = -Double.infinity
        var seen: Set<SIMD2<Float>> = []
        for t in triangles {
            let (a, b, c) = mesh.corners(t)
            for p in points.map({ [$0.positions[t]] }) ?? [a, b, c] {
                seen.insert(SIMD2(p.x, -p.z))
                low = min(low, Double(p.y))
                high = max(high, Double(p.y))
            }
        }
        let hull = ConvexHull.around(seen.map { SIMD2(Double($0.x), Double($0.y)) })
        guard hull.count > 2 else { throw MeasurementError("the part has no footprint, so it has no bounding box") }
        var best: (area: Double, box: UprightBox)?
        for (i, a) in hull.enumerated() {
            let u = (hull[(i + 1) % hull.count] - a).normalized
            let v = u.left
            let along = hull.map { $0.dot(u) }
            let across = hull.map { $0.dot(v) }
            guard let x0 = along.min(), let x1 = along.max(), let y0 = across.min(), let y1 = across.max() else { continue }
            let area = (x1 - x0) * (y1 - y0)
            if area < best?.area ?? .infinity {
                let middle = u * ((x0 + x1) / 2) + v * ((y0 + y1) / 2)
                best = (
                    area,
                    UprightBox(
                        center: Point(middle.x, (low + high) / 2, -middle.y), size: Point(x1 - x0, high - low, y1 - y0),
                        angle: atan2(u.y, u.x))
                )
            }
        }
        guard let best else { throw MeasurementError("the part has no footprint, so it has no bounding box") }
        return best.box
    }
}

extension Measurer {
    /// Width, height and depth of a box around a thing.
    public func sizes(of box: UprightBox) -> [MeasuredValue] {
        zip(["width", "height", "depth"], box.faces.indices).map { name, k in
            let ends = [box.faces[k].0, box.faces[k].1].map(outermost)
            let u = box.axes[k]
            return MeasuredValue(
                kind: .size, name: name, points: ends, value: box.size[k], uncertainty: uncertainty([(ends[0], -u), (ends[1], u)]))
        }
    }

    /// Volume of a box around a thing.
    public func volume(of box: UprightBox) -> MeasuredValue {
        let all = box.size.x * box.size.y * box.size.z
        let faces = box.faces.enumerated().flatMap { k, ends in
            let g = box.size[k] > 0 ? all / box.size[k] : 0
            return [(outermost(ends.0), box.axes[k] * -g), (outermost(ends.1), box.axes[k] * g)]
        }
        return MeasuredValue(kind: .volume, points: faces.map(\.0), value: all, uncertainty: uncertainty(faces))
    }

    /// A face of a box lies where the outermost place of the thing does: as uncertain as a vertex.
    private func outermost(_ p: Point) -> MeasuredPoint {
        MeasuredPoint(
            p, snap: .none,
            covariance: noise.map { Covariance(variance: $0.surfaceVariance(at: p, roughness: $0.voxelSize)) }.finite
                ?? scatter?.pointCovariance)
    }
}
