import FloorPlans

/// The convex hull of points in a plane.
enum ConvexHull {
    /// Its corners anticlockwise (Andrew's monotone chain, 1979).
    static func around(_ points: [PlanPoint]) -> [PlanPoint] {
        let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
        guard sorted.count > 2 else { return sorted }
        func chain(_ points: some Sequence<PlanPoint>) -> [PlanPoint] {
            var hull: [PlanPoint] = []
            for p in points {
                while hull.count > 1, (hull[hull.count - 1] - hull[hull.count - 2]).cross(p - hull[hull.count - 2]) <= 0 {
                    hull.removeLast()
                }
                hull.append(p)
            }
            return hull.dropLast()
        }
        return chain(sorted) + chain(sorted.reversed())
    }
}
