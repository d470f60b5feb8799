import Geometry

/// Points in a balanced k-d tree without pointers: the middle of each range is its node (Bentley 1975).
struct PinTree: Sendable {
    /// In the order of the tree.
    private var points: [Vector3]
    /// Numbers of the points in the order they were given.
    private var order: [Int32]
    private var axes: [UInt8]
    private var bounds: Bounds

    init(_ given: [Vector3]) {
        points = given
        order = (0..<Int32(given.count)).map { $0 }
        axes = [UInt8](repeating: 0, count: given.count)
        bounds = Bounds(given)
        build(0, given.count)
    }

    private mutating func build(_ start: Int, _ end: Int) {
        guard end - start > 1 else { return }
        var box = Bounds.empty
        for i in start..<end { box.insert(points[i]) }
        let size = box.size
        let axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2)
        let middle = (start + end) / 2
        select(middle, from: start, to: end, along: axis)
        axes[middle] = UInt8(axis)
        build(start, middle)
        build(middle + 1, end)
    }

    /// Hoare's quickselect: what stands before `k` is not greater along the axis, what stands behind not smaller.
    private mutating func select(_ k: Int, from start: Int, to end: Int, along axis: Int) {
        var low = start
        var high = end - 1
        while low < high {
            let pivot = points[(low + high) / 2][axis]
            var i = low
            var j = high
            while i <= j {
                while points[i][axis] < pivot { i += 1 }
                while points[j][axis] > pivot { j -= 1 }
                if i <= j {
                    points.swapAt(i, j)
                    order.swapAt(i, j)
                    i += 1
                    j -= 1
                }
            }
            if k <= j {
                high = j
            } else if k >= i {
                low = i
            } else {
                return
            }
        }
    }

    /// A pin and how far it is.
    struct Near: Sendable {
        var index: Int32
        var distance: Float
    }

    /// The pins nearest to `p` within `radius`, nearest first, at most `limit`. Heights count by `heightWeight`: a visitor finds
    /// what hangs high.
    func nearest(to p: Vector3, within radius: Float, limit: Int, heightWeight: Float, into found: inout [Near]) {
        found.removeAll(keepingCapacity: true)
        guard limit > 0 else { return }
        var best = radius * radius
        search(
            0, end: points.count, query: Query(point: p, weights: Vector3(1, heightWeight, 1), limit: limit), best: &best,
            found: &found)
        for i in found.indices { found[i].distance = found[i].distance.squareRoot() }
    }

    private struct Query {
        var point: Vector3
        var weights: Vector3
        var limit: Int
    }

    private func search(_ start: Int, end: Int, query: Query, best: inout Float, found: inout [Near]) {
        guard start < end else { return }
        let middle = (start + end) / 2
        let gap = (points[middle] - query.point) * query.weights
        let d = gap.lengthSquared
        if d <= best {
            // Of equally near ones the first given stays; so the answer does not depend on the tree.
            var at = found.count
            while at > 0, found[at - 1].distance > d || (found[at - 1].distance == d && found[at - 1].index > order[middle]) {
                at -= 1
            }
            if at < query.limit {
                found.insert(Near(index: order[middle], distance: d), at: at)
                if found.count > query.limit { found.removeLast() }
                if found.count == query.limit, let last = found.last { best = min(best, last.distance) }
            }
        }
        guard end - start > 1 else { return }
        let across = gap[Int(axes[middle])]
        let isLeftFirst = across > 0
        if isLeftFirst {
            search(start, end: middle, query: query, best: &best, found: &found)
        } else {
            search(middle + 1, end: end, query: query, best: &best, found: &found)
        }
        if across * across <= best {
            if isLeftFirst {
                search(middle + 1, end: end, query: query, best: &best, found: &found)
            } else {
                search(start, end: middle, query: query, best: &best, found: &found)
            }
        }
    }

    /// The first pin whose ball of `radius` the ray enters before `limit`, and where; t in lengths of the ray's direction, which is
    /// a unit vector.
    func firstHit(_ ray: Ray, radius: Float, limit: Float) -> (index: Int32, t: Float)? {
        var best = limit
        var index: Int32 = -1
        cast(0, end: points.count, box: bounds, ray: ray, inverse: 1 / ray.direction, radius: radius, best: &best, index: &index)
        return index < 0 ? nil : (index, best)
    }

    private func cast(
        _ start: Int, end: Int, box: Bounds, ray: Ray, inverse: Vector3, radius: Float, best: inout Float,
        index: inout Int32
    ) {
        guard start < end, Self.enters(box, origin: ray.origin, inverse: inverse, radius: radius, limit: best) else { return }
        let middle = (start + end) / 2
        let p = points[middle]
        let toward = p - ray.origin
        let along = dot(toward, ray.direction)
        let aside = toward.lengthSquared - along * along
        if aside <= radius * radius {
            let t = max(0, along - (radius * radius - aside).squareRoot())
            if along > 0, t < best || (t == best && order[middle] < index) { (best, index) = (t, order[middle]) }
        }
        guard end - start > 1 else { return }
        let axis = Int(axes[middle])
        var left = box
        var right = box
        left.max[axis] = p[axis]
        right.min[axis] = p[axis]
        if ray.direction[axis] >= 0 {
            cast(start, end: middle, box: left, ray: ray, inverse: inverse, radius: radius, best: &best, index: &index)
            cast(middle + 1, end: end, box: right, ray: ray, inverse: inverse, radius: radius, best: &best, index: &index)
        } else {
            cast(middle + 1, end: end, box: right, ray: ray, inverse: inverse, radius: radius, best: &best, index: &index)
            cast(start, end: middle, box: left, ray: ray, inverse: inverse, radius: radius, best: &best, index: &index)
        }
    }

    /// Whether the ray enters the box grown by `radius` before `limit`; comparisons say nothing of an axis that gives 0·∞.
    private static func enters(_ box: Bounds, origin: Vector3, inverse: Vector3, radius: Float, limit: Float) -> Bool {
        var (enter, leave): (Float, Float) = (0, limit)
        for axis in 0..<3 {
            let a = (box.min[axis] - radius - origin[axis]) * inverse[axis]
            let b = (box.max[axis] + radius - origin[axis]) * inverse[axis]
            let (near, far) = a < b ? (a, b) : (b, a)
            if near > enter { enter = near }
            if far < leave { leave = far }
        }
        return enter <= leave
    }
}
