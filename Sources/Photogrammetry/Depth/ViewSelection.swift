import CStereo
import Geometry
import Support

/// Chooses the views that a view is matched with, and its range of depths, from sparse points.
///
/// Which views see a point isn't stored with it. A pair of views counts for a point where the point is in both images, their rays
/// meet at a useful angle, and both images look alike there: that also tells views apart that are on two sides of a wall. Of the
/// views those are taken that together cover most of the points, and each well (in the spirit of Goesele et al. 2007).
struct ViewSelection {
    let views: [PosedView]
    let matcher: ViewMatcher
    let points: [Vector3]
    /// How many source views are chosen at most.
    let count: Int

    /// Points of a view that are looked at.
    private static let pointsPerView = 400
    /// Views whose images are compared with a view's at the points.
    private static let candidates = 16
    /// A view with fewer confirmed points is not matched.
    private static let fewestPoints = 8
    /// Cost below which a point's surroundings look alike in two images.
    private static let alike: Float = 0.55

    /// A point as a view sees it.
    private struct Seen {
        let point: Vector3
        let pixel: Vector2
        let depth: Float
    }

    /// A view's plan; without sources where it shares too little with the others.
    func plan(_ i: Int) throws(PhotogrammetryError) -> ViewPlan {
        let seen = points(of: i)
        guard seen.count >= Self.fewestPoints else { return ViewPlan() }
        let pairs = views.indices.lazy.filter { $0 != i }.map { j in (view: j, weights: seen.map { pairWeight($0, i, j) }) }
            .map { (view: $0.view, weights: $0.weights, sum: $0.weights.reduce(0, +)) }.filter { $0.sum > 0 }
            .sorted { ($0.sum, $1.view) > ($1.sum, $0.view) }.prefix(Self.candidates)
        var weights = Dictionary(uniqueKeysWithValues: pairs.map { ($0.view, $0.weights) })
        try confirm(i, seen, pairs.map(\.view), &weights)
        return choose(seen, pairs.map(\.view), weights)
    }

    /// The points in a view's image, at most `pointsPerView` of them, evenly taken.
    private func points(of i: Int) -> [Seen] {
        let inside = points.compactMap { p in views[i].project(p).map { Seen(point: p, pixel: $0.pixel, depth: $0.depth) } }
        let step = Swift.max(1, Double(inside.count) / Double(Self.pointsPerView))
        return Swift.stride(from: 0.0, to: Double(inside.count), by: step).map { inside[Int($0)] }
    }

    /// How useful it is to match views `i` and `j` at a point: 0 … 1, by the angle between their rays and their pixels' sizes.
    private func pairWeight(_ seen: Seen, _ i: Int, _ j: Int) -> Float {
        guard let other = views[j].project(seen.point) else { return 0 }
        return Self.angleWeight(views[i].center - seen.point, views[j].center - seen.point)
            * Self.scaleWeight(seen.depth / views[i].camera.fx, other.depth / views[j].camera.fx)
    }

    /// 0 below 1° and above 60°, 1 between 5° and 20°.
    static func angleWeight(_ a: Vector3, _ b: Vector3) -> Float {
        let lengths = (a.lengthSquared * b.lengthSquared).squareRoot()
        guard lengths > 0 else { return 0 }
        let sine = cross(a, b).length / lengths
        guard dot(a, b) > 0, sine < 0.866 else { return 0 }
        if sine < 0.087 { return max(0, (sine - 0.0175) / 0.0695) }
        return sine < 0.342 ? 1 : (0.866 - sine) / 0.524
    }

    static func scaleWeight(_ a: Float, _ b: Float) -> Float { min(a, b) / max(a, b) }

    /// Sets the weights of points to 0 at which the images don't look alike.
    private func confirm(
        _ i: Int, _ seen: [Seen], _ candidates: [Int], _ weights: inout [Int: [Float]]
    ) throws(PhotogrammetryError) {
        let level = min(1, ViewMatcher.coarsestLevel(views[i]))
        let scale = 1 / Float(1 << level)
        let inverses = seen.map { 1 / $0.depth }
        guard let low = inverses.min(), let high = inverses.max() else { return }
        for start in stride(from: 0, to: candidates.count, by: Int(StereoMaxSources)) {
            let batch = Array(candidates[start..<min(start + Int(StereoMaxSources), candidates.count)])
            let problem = try matcher.problem(
                i, ViewPlan(sources: batch, range: low * 0.5...high * 2), level: level)
            for (k, point) in seen.enumerated() {
                let x = min(max(Int((point.pixel.x + 0.5) * scale), 0), problem.width - 1)
                let y = min(max(Int((point.pixel.y + 0.5) * scale), 0), problem.height - 1)
                let costs = problem.costs(x, y, StereoPlane(inverse: inverses[k], right: 0, down: 0, cost: 0))
                for (c, j) in batch.enumerated() where costs[c] > Self.alike { weights[j]?[k] = 0 }
            }
        }
    }

    /// Takes one view after the other that adds most; a point counts less for each view that has it already.
    private func choose(_ seen: [Seen], _ candidates: [Int], _ weights: [Int: [Float]]) -> ViewPlan {
        var covered = [Float](repeating: 0, count: seen.count)
        var left = candidates
        var plan = ViewPlan()
        while plan.sources.count < count {
            var best: (at: Int, gain: Float)?
            for (at, j) in left.enumerated() {
                guard let own = weights[j], own.count(where: { $0 > 0 }) >= Self.fewestPoints else { continue }
                var gain: Float = 0
                for (k, w) in own.enumerated() { gain += w / (0.5 + covered[k]) }
                if gain > best?.gain ?? 0 { best = (at, gain) }
            }
            guard let best else { break }
            for (k, w) in (weights[left[best.at]] ?? []).enumerated() { covered[k] += w }
            plan.sources.append(left.remove(at: best.at))
        }
        let depths = zip(seen, covered).filter { $0.1 > 0 }.map(\.0.depth).sorted()
        guard depths.count >= Self.fewestPoints, !plan.sources.isEmpty else { return ViewPlan() }
        let skip = depths.count / 50
        plan.range = 1 / (depths[depths.count - 1 - skip] * 1.8)...1 / (depths[skip] * 0.6)
        return plan
    }
}
