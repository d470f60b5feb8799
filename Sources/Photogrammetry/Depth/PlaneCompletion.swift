import CStereo
import Support

/// Likely surfaces where matching has nothing to match: an untextured part of an image between confirmed depths that lie on planes
/// is likely to lie on them, too (as in Romanoni and Matteucci 2019, "TAPA-MVS").
///
/// Inverse depth is linear over the image of a plane: planes are found in each segment by random samples of three confirmed pixels,
/// and every other pixel of the segment is given the plane of the nearest pixel that supports one.
struct PlaneCompletion {
    let width: Int
    let height: Int
    /// Confirmed inverse depths, 0 where there is none.
    let inverses: [Float]

    /// Segments with fewer pixels are left to matching.
    private static let smallestSegment = 150
    /// Planes in a segment.
    private static let planesPerSegment = 4
    private static let tries = 80
    /// Pixels on a plane lie within this share of its depth.
    private static let tolerance: Float = 0.008

    /// A plane's inverse depth at pixel (x, y): base + right · x + down · y.
    private struct Plane {
        var base: Float
        var right: Float
        var down: Float

        @inline(__always) func at(_ x: Float, _ y: Float) -> Float { base + right * x + down * y }
    }

    /// A likely plane for each pixel; inverse 0 where there is none. `limit` is how far, in pixels, a plane reaches beyond the
    /// pixels that support it.
    func planes(_ segments: ImageSegments, seed: UInt64, limit: Int) -> [StereoPlane] {
        var result = [StereoPlane](repeating: StereoPlane(), count: width * height)
        var members = [[Int32]](repeating: [], count: segments.count)
        for (i, label) in segments.labels.enumerated() { members[Int(label)].append(Int32(i)) }
        var source = [Int32](repeating: -1, count: width * height)
        for (label, pixels) in members.enumerated() where pixels.count >= Self.smallestSegment {
            var random = SplitMix64(seed: seed ^ UInt64(label) &* 0x9E37_79B9_7F4A_7C15)
            let found = fit(pixels, &random)
            guard !found.isEmpty else { continue }
            spread(found, pixels, segments.labels, limit: limit, source: &source, into: &result)
        }
        return result
    }

    /// The planes that most of a segment's confirmed pixels lie on, with the pixels that support each.
    private func fit(_ pixels: [Int32], _ random: inout SplitMix64) -> [(plane: Plane, support: [Int32])] {
        let known = pixels.filter { inverses[Int($0)] > 0 }
        let fewest = max(40, pixels.count / 50)
        var left = known
        var found: [(Plane, [Int32])] = []
        while left.count >= fewest, found.count < Self.planesPerSegment {
            let step = max(1, left.count / 400)
            let sample = stride(from: 0, to: left.count, by: step).map { left[$0] }
            var best: (plane: Plane, count: Int)?
            for _ in 0..<Self.tries {
                let three = (0..<3).map { _ in sample[Int(random.next() % UInt64(sample.count))] }
                guard let plane = plane(through: three) else { continue }
                let count = sample.count { isOn(plane, $0) }
                if count > best?.count ?? 0 { best = (plane, count) }
            }
            guard let best, best.count * step >= fewest else { break }
            // Twice by least squares, with the pixels that lie on it.
            var plane = best.plane
            for _ in 0..<2 { plane = leastSquares(left.filter { isOn(plane, $0) }) ?? plane }
            let support = left.filter { isOn(plane, $0) }
            guard support.count >= fewest else { break }
            found.append((plane, support))
            left.removeAll { isOn(plane, $0) }
        }
        // Where most confirmed pixels are on none, the segment is no union of planes.
        let supported = found.reduce(0) { $0 + $1.1.count }
        return Double(supported) >= 0.6 * Double(known.count) ? found.map { (plane: $0.0, support: $0.1) } : []
    }

    @inline(__always)
    private func isOn(_ plane: Plane, _ pixel: Int32) -> Bool {
        let q = inverses[Int(pixel)]
        return (plane.at(Float(Int(pixel) % width), Float(Int(pixel) / width)) - q).magnitude < Self.tolerance * q
    }

    private func plane(through pixels: [Int32]) -> Plane? {
        let p = pixels.map { SIMD3(Double(Int($0) % width), Double(Int($0) / width), Double(inverses[Int($0)])) }
        let a = p[1] - p[0]
        let b = p[2] - p[0]
        let area = a.x * b.y - a.y * b.x
        guard area.magnitude > 20 else { return nil }
        let right = (a.z * b.y - a.y * b.z) / area
        let down = (a.x * b.z - a.z * b.x) / area
        return Plane(base: Float(p[0].z - right * p[0].x - down * p[0].y), right: Float(right), down: Float(down))
    }

    private func leastSquares(_ pixels: [Int32]) -> Plane? {
        guard pixels.count >= 3 else { return nil }
        let points = pixels.map { SIMD3(Double(Int($0) % width), Double(Int($0) / width), Double(inverses[Int($0)])) }
        let mean = points.reduce(SIMD3<Double>.zero, +) / Double(points.count)
        var xx = 0.0
        var xy = 0.0
        var yy = 0.0
        var xz = 0.0
        var yz = 0.0
        for p in points {
            let d = p - mean
            xx += d.x * d.x
            xy += d.x * d.y
            yy += d.y * d.y
            xz += d.x * d.z
            yz += d.y * d.z
        }
        let area = xx * yy - xy * xy
        guard area > 1e-6 * xx * yy, area > 1 else { return nil }
        let right = (xz * yy - yz * xy) / area
        let down = (yz * xx - xz * xy) / area
        return Plane(base: Float(mean.z - right * mean.x - down * mean.y), right: Float(right), down: Float(down))
    }

    /// Gives the pixels of a segment the plane of the nearest supporting pixel, by breadth-first search within the segment.
    private func spread(
        _ found: [(plane: Plane, support: [Int32])], _ pixels: [Int32], _ labels: [Int32], limit: Int, source: inout [Int32],
        into result: inout [StereoPlane]
    ) {
        var front: [Int32] = []
        for (k, one) in found.enumerated() {
            for pixel in one.support {
                source[Int(pixel)] = Int32(k)
                front.append(pixel)
            }
        }
        let label = labels[Int(pixels[0])]
        for _ in 0..<limit where !front.isEmpty {
            var next: [Int32] = []
            for pixel in front {
                let at = Int(pixel)
                let x = at % width
                func visit(_ n: Int) {
                    guard labels[n] == label, source[n] < 0 else { return }
                    source[n] = source[at]
                    next.append(Int32(n))
                }
                if x > 0 { visit(at - 1) }
                if x + 1 < width { visit(at + 1) }
                if at >= width { visit(at - width) }
                if at + width < width * height { visit(at + width) }
            }
            front = next
        }
        for pixel in pixels where source[Int(pixel)] >= 0 {
            let plane = found[Int(source[Int(pixel)])].plane
            let q = plane.at(Float(Int(pixel) % width), Float(Int(pixel) / width))
            guard q > 0 else { continue }
            result[Int(pixel)] = StereoPlane(inverse: q, right: plane.right, down: plane.down, cost: 2)
        }
    }
}
