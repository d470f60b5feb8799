/// How two faces lie to each other.
struct FacePair {
    /// Sine of the angle between them, once one is turned round where they look at opposite sides.
    var tilt: Double
    /// How far the second one lies behind the first, in the middle of where they overlap; metres.
    var depth: Double
    /// Metres along the first.
    var overlap: Double
    /// Where they overlap: the middle, on the first.
    var middle: PlanPoint
    /// They look away from each other, as the two faces of one wall do.
    var isOpposite: Bool

    /// Nil where they are not nearly parallel, or do not overlap.
    init?(_ a: ObservedFace, _ b: ObservedFace, steepest: Double = 0.12) {
        let u = a.direction
        let v = b.direction
        let along = u.dot(v)
        guard abs(u.cross(v)) <= steepest else { return nil }
        isOpposite = along < 0
        tilt = isOpposite ? u.cross(-v) : u.cross(v)
        let s = (b.start - a.start).dot(u)
        let t = (b.end - a.start).dot(u)
        let low = Swift.max(0, Swift.min(s, t))
        let high = Swift.min(a.length, Swift.max(s, t))
        overlap = high - low
        guard overlap > 0 else { return nil }
        middle = a.start + u * ((low + high) / 2)
        // The point of the second face's line beside that middle.
        let share = abs(t - s) > 1e-9 ? ((low + high) / 2 - s) / (t - s) : 0.5
        depth = -(b.start + (b.end - b.start) * share - middle).dot(a.normal)
    }
}
