import Geometry

/// The unit and the axes of a file's coordinates, and the way to them from metres, y up, and back.
///
/// z up from y up: (x, y, z) becomes (x, −z, y); the frame stays right-handed.
public struct CoordinateFrame: Sendable, Equatable, CustomStringConvertible {
    public let unit: LengthUnit
    public let up: UpAxis
    private let perMetre: Float
    /// Whether it is ours: metres, y up.
    let isOurs: Bool

    public init(_ unit: LengthUnit, _ up: UpAxis) {
        self.unit = unit
        self.up = up
        perMetre = Float(unit.perMetre)
        isOurs = unit == .metre && up == .y
    }

    /// What is asked for, or else what is customary.
    init(_ options: WriteOptions, else unit: LengthUnit, _ up: UpAxis) { self.init(options.unit ?? unit, options.up ?? up) }

    static let ours = CoordinateFrame(.metre, .y)

    /// "millimetres, z up".
    public var description: String { "\(unit.plural), \(up.rawValue) up" }

    /// The frame that a comment of ours tells ("Diorama: millimetres, z up"); nil where it tells none.
    init?(declaredIn text: String) {
        guard text.contains("Diorama") else { return nil }
        for unit in LengthUnit.allCases {
            for up in UpAxis.allCases where text.contains(" " + CoordinateFrame(unit, up).description) {
                self.init(unit, up)
                return
            }
        }
        return nil
    }

    // MARK: Out

    /// A position of ours in the file's frame.
    @inline(__always) func out(_ p: Vector3) -> Vector3 {
        if isOurs { return p }
        // Not −z: zero keeps its sign.
        return (up == .y ? p : Vector3(p.x, 0 - p.z, p.y)) * perMetre
    }

    /// A position of ours in the file's frame as doubles: read back it is the same float, which a rounded one in another unit need
    /// not be.
    @inline(__always) func exactly(_ p: Vector3) -> SIMD3<Double> { out(SIMD3(Double(p.x), Double(p.y), Double(p.z))) }

    /// A direction of ours in the file's frame.
    @inline(__always) func out(direction d: Vector3) -> Vector3 { up == .y ? d : Vector3(d.x, 0 - d.z, d.y) }

    /// A place of ours in the file's frame.
    @inline(__always) func out(_ p: SIMD3<Double>) -> SIMD3<Double> {
        (up == .y ? p : SIMD3(p.x, 0 - p.z, p.y)) * unit.perMetre
    }

    /// The box of the file's coordinates around a box of ours.
    func out(_ box: Bounds) -> Bounds {
        let a = out(box.min)
        let b = out(box.max)
        return Bounds(min: a.lanewiseMin(b), max: a.lanewiseMax(b))
    }

    // MARK: Back

    /// A position of the file in ours.
    @inline(__always) func back(_ p: Vector3) -> Vector3 {
        if isOurs { return p }
        let q = p / perMetre
        return up == .y ? q : Vector3(q.x, q.z, 0 - q.y)
    }

    /// A direction of the file in ours.
    @inline(__always) func back(direction d: Vector3) -> Vector3 { up == .y ? d : Vector3(d.x, d.z, 0 - d.y) }

    /// A place of the file in ours.
    @inline(__always) func back(_ p: SIMD3<Double>) -> SIMD3<Double> {
        let q = p / unit.perMetre
        return up == .y ? q : SIMD3(q.x, q.z, 0 - q.y)
    }
}
