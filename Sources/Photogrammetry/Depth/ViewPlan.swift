/// With which views a view is matched, and within which depths.
struct ViewPlan: Sendable {
    /// Numbers of the source views, the most useful first; empty where nothing can be matched.
    var sources: [Int] = []
    /// Inverse depths, 1/m.
    var range: ClosedRange<Float> = 0.1...1
}
