import Geometry

/// A body with one closed surface: blobs that are united with fillets.
struct Solid: Sendable {
    /// A soft spot of another colour.
    struct Tint: Sendable {
        /// The middle of the spot.
        var center: Vector3
        /// Where the colour has faded out, in metres along the axes.
        var radii: Vector3
        /// Linear RGB.
        var color: Vector3
        /// The fraction of the radius that has the full colour.
        var core: Float = 0.5
    }

    /// The parts, united in this order.
    var blobs: [Blob]
    /// Spots, painted in this order.
    var tints: [Tint] = []
    /// The edge of a cell of the grid that the surface is extracted on, metres.
    var cell: Float
    /// What its surface looks like.
    var finish = Finish.soft
    /// How far colours of neighbouring blobs run into each other, metres.
    var colorBlend: Float = 0.008
    /// How far a bone's influence reaches beyond its blobs, metres.
    var skinBlend: Float = 0.022
    /// Whether it ends flat at the floor, y = 0.
    var isFlatBelow = false

    /// The signed distance of a point.
    func distance(_ p: Vector3) -> Float {
        var d = blobs[0].shape.distance(p)
        for blob in blobs.dropFirst() { d = Self.united(d, blob.shape.distance(p), blob.blend) }
        // The intersection with y ≥ 0, with a rounded edge.
        return isFlatBelow ? -Self.united(-d, p.y, 0.012) : d
    }

    /// The union with a fillet of width k: the quadratic smooth minimum.
    private static func united(_ a: Float, _ b: Float, _ k: Float) -> Float {
        let h = max(k - abs(a - b), 0)
        return min(a, b) - (k > 0 ? h * h / (4 * k) : 0)
    }

    /// The direction in which the distance grows, a unit vector.
    func normal(_ p: Vector3) -> Vector3 { gradient(p).normalized }

    private func gradient(_ p: Vector3) -> Vector3 {
        let e: Float = 0.0006
        let x = Vector3(e, 0, 0)
        let y = Vector3(0, e, 0)
        let z = Vector3(0, 0, e)
        return Vector3(
            distance(p + x) - distance(p - x), distance(p + y) - distance(p - y), distance(p + z) - distance(p - z)) / (2 * e)
    }

    /// The point of the surface near a point, by Newton's method along the gradient.
    func snapped(_ p: Vector3, limit: Float = 0.01) -> Vector3 {
        var q = p
        for _ in 0..<4 {
            let g = gradient(q)
            let square = max(g.lengthSquared, 0.05)
            var step = g * (distance(q) / square)
            if step.length > limit { step = step.normalized * limit }
            q -= step
        }
        return q
    }

    /// The first point of the surface along a ray, or the point nearest to the ray where it misses.
    func hit(from start: Vector3, along direction: Vector3) -> Vector3 {
        var t: Float = 0
        var best = (distance: Float.infinity, at: start)
        for _ in 0..<96 {
            let p = start + direction * t
            let d = distance(p)
            if d < best.distance { best = (d, p) }
            if d < 0.0002 { return snapped(p) }
            t += max(d * 0.6, 0.0005)
            if t > 1.2 { break }
        }
        return snapped(best.at, limit: 0.03)
    }

    /// Linear RGB at a point of the surface: that of the nearest blobs, with the spots.
    func color(_ p: Vector3) -> Vector3 {
        let distances = blobs.map { $0.shape.distance(p) }
        let nearest = distances.min() ?? 0
        var sum = Vector3(repeating: 0)
        var total: Float = 0
        for (blob, d) in zip(blobs, distances) {
            let x = (d - nearest) / colorBlend
            let weight = 1 / (1 + x * x * x * x)
            sum += blob.color * weight
            total += weight
        }
        var color = sum / total
        for tint in tints {
            let r = ((p - tint.center) / tint.radii).length
            color += (tint.color - color) * (1 - Curve.smooth((r - tint.core) / max(1 - tint.core, 1e-3)))
        }
        return color
    }

    /// The bones that move a point, by its distance to their blobs: at most four, the weights add up to 1.
    func influences(_ p: Vector3) -> [(bone: Bone, weight: Float)] {
        var distances: [(bone: Bone, distance: Float)] = []
        for blob in blobs {
            let d = blob.shape.distance(p)
            if let i = distances.firstIndex(where: { $0.bone == blob.bone }) {
                distances[i].distance = min(distances[i].distance, d)
            } else {
                distances.append((blob.bone, d))
            }
        }
        let nearest = distances.map(\.distance).min() ?? 0
        var weights = distances.map { entry -> (bone: Bone, weight: Float) in
            let x = max(entry.distance - nearest, 0) / skinBlend
            let fall = 1 / (1 + x * x)
            return (entry.bone, max(fall * fall * fall - 0.02, 0))
        }
        weights.sort { $0.weight > $1.weight || ($0.weight == $1.weight && $0.bone.rawValue < $1.bone.rawValue) }
        weights = weights.prefix(4).filter { $0.weight > 0 }
        let total = weights.reduce(0) { $0 + $1.weight }
        return weights.map { ($0.bone, $0.weight / total) }
    }

    /// The box around all blobs, with a margin for the grid.
    var bounds: Bounds {
        var box = Bounds.empty
        for blob in blobs { box.formUnion(blob.shape.bounds) }
        return Bounds(min: box.min - 2.5 * cell, max: box.max + 2.5 * cell)
    }
}
