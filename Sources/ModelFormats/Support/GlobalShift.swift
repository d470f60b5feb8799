import Geometry

/// Takes a file's positions, which may be map coordinates, to metres, y up, near an origin of whole metres that is kept in doubles.
///
/// The first position chooses the origin: along each axis on which it is 10 km or more away.
struct GlobalShift {
    /// The frame of the file's coordinates.
    var frame = CoordinateFrame.ours
    /// In the file's frame.
    private var offset = SIMD3<Double>.zero

    /// Metres.
    static let far = 10_000.0

    init(_ frame: CoordinateFrame = .ours) { self.frame = frame }

    /// Whether there is an origin, so that positions have to be read as doubles.
    var isFar: Bool { offset != .zero }

    /// The model's origin: metres, y up.
    var origin: SIMD3<Double> { isFar ? frame.fromFile(offset) : .zero }

    /// Whether a position in metres is treated as map coordinates.
    static func isFar(_ metres: SIMD3<Double>) -> Bool { (0..<3).contains { abs(metres[$0]) >= far && abs(metres[$0]) < 1e12 } }

    /// A position of the file in metres, y up, near the origin.
    @inline(__always) func position(_ p: SIMD3<Double>) -> Vector3 { frame.fromFile(Vector3(p - offset)) }

    /// Chooses the origin by the first position, or by a representative one, such as a header's offset.
    mutating func choose(_ p: SIMD3<Double>) {
        let metres = p / frame.unit.perMetre
        for k in 0..<3 where abs(metres[k]) >= Self.far && abs(metres[k]) < 1e12 {
            offset[k] = metres[k].rounded() * frame.unit.perMetre
        }
    }
}
