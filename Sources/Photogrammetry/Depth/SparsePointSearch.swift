import CStereo
import Geometry
import Support

/// Finds points of the surface where a capture has none, by matching small images over a wide range of depths.
struct SparsePointSearch {
    let views: [PosedView]
    let matcher: ViewMatcher

    /// Depths that are looked through, in distances between neighbouring cameras.
    private static let nearest: Float = 0.7
    private static let farthest: Float = 50
    private static let sources = 6

    /// Points that at least two other views agree on.
    /// - Throws: `CancellationError`, `PhotogrammetryError`.
    func points(progress: ProgressReporter) throws -> [Vector3] {
        let pairs = views.indices.map { sources(of: $0) }
        // The typical distance between views that look at the same place.
        let distances = pairs.indices.flatMap { i in pairs[i].prefix(3).map { (views[i].center - views[$0].center).length } }
            .filter { $0 > 0 }.sorted()
        guard !distances.isEmpty else { return [] }
        let unit = distances[distances.count / 2]
        let range = 1 / (unit * Self.farthest)...1 / (unit * Self.nearest)
        var maps: [(view: PosedView, planes: [StereoPlane])] = []
        for i in views.indices {
            try progress.report(Double(i) / Double(views.count), "Searching for points in photo \(i + 1) of \(views.count)")
            let level = ViewMatcher.coarsestLevel(views[i])
            let plan = ViewPlan(sources: pairs[i], range: range)
            maps.append((views[i].halved(level), pairs[i].isEmpty ? [] : try matcher.match(i, plan, to: level)))
        }
        return views.indices.flatMap { agreed($0, pairs[$0], maps) }
    }

    /// The views that see most of what a view may see, by their cameras alone.
    private func sources(of i: Int) -> [Int] {
        let view = views[i]
        let near = views.indices.filter { $0 != i }.map { (views[$0].center - view.center).length }.filter { $0 > 0 }.sorted()
        guard !near.isEmpty else { return [] }
        let unit = near[min(2, near.count - 1)]
        var samples: [Vector3] = []
        for depth: Float in [2, 4, 8, 16, 32] {
            for y in 0..<5 {
                for x in 0..<6 {
                    let pixel = Vector2(
                        (Float(x) + 0.5) / 6 * Float(view.camera.width), (Float(y) + 0.5) / 5 * Float(view.camera.height))
                    samples.append(view.point(pixel, inverse: 1 / (depth * unit)))
                }
            }
        }
        return views.indices.filter { $0 != i }.map { j in
            (
                j,
                samples.reduce(Float(0)) { sum, p in
                    views[j].project(p) == nil ? sum : sum + ViewSelection.angleWeight(view.center - p, views[j].center - p)
                }
            )
        }.filter { $0.1 > 0 }.sorted { ($0.1, $1.0) > ($1.1, $0.0) }.prefix(Self.sources).map(\.0)
    }

    /// Every third pixel of a small depth image that two of its sources confirm.
    private func agreed(_ i: Int, _ sources: [Int], _ maps: [(view: PosedView, planes: [StereoPlane])]) -> [Vector3] {
        let (view, planes) = maps[i]
        guard !planes.isEmpty else { return [] }
        let check = sources.filter { !maps[$0].planes.isEmpty }.map { j in
            ConsistencyCheck(from: view, to: maps[j].view) { maps[j].planes[$0] }
        }
        var found: [Vector3] = []
        for y in stride(from: 1, to: view.camera.height, by: 3) {
            for x in stride(from: 1, to: view.camera.width, by: 3) {
                let p = planes[y * view.camera.width + x]
                guard p.inverse > 0, p.cost < 0.4 else { continue }
                let agreeing = check.count { $0.confirmed(Float(x), Float(y), inverse: p.inverse) != nil }
                if agreeing >= 2 { found.append(view.point(Vector2(Float(x), Float(y)), inverse: p.inverse)) }
            }
        }
        return found
    }
}
