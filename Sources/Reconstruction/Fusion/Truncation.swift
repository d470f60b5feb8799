/// How far from a sample the signed distance is kept: max(near, growth · d²) for a sample from `d` metres, as the noise of depth
/// grows with the square of the distance, and at most `range`.
struct Truncation {
    /// A phone's depth sensor at its worst: half a centimetre a square metre.
    static let phoneGrowth: Float = 0.005
    /// The widest, in units of `near`: wider, and thin things far away lose their far sides.
    static let widest: Float = 4

    /// Metres, for samples near enough.
    let near: Float
    /// Metres a square metre.
    let growth = phoneGrowth
    /// Metres that the stored values span either way.
    var range: Float { near * Self.widest }
}
