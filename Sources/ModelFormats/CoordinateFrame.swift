import Geometry

/// The unit and axes of a file's coordinates, with conversions from and to metres, y up.
///
/// z up from y up: (x, y, z) becomes (x, −z, y); the frame stays right-handed.
public struct CoordinateFrame: Sendable, Equatable, CustomStringConvertible {
    /// The unit of length of the file's coordinates.
    public let unit: LengthUnit
    /// The axis of the file's coordinates that points up.
    public let up: UpAxis
    private let perMetre: Float
    /// Whether it is Diorama's own frame: metres, y up.
    let isMetresYUp: Bool

    /// A frame with this unit and up axis.
    public init(_ unit: LengthUnit, _ up: UpAxis) {
        self.unit = unit
        self.up = up
        perMetre = Float(unit.perMetre)
        isMetresYUp = unit == .metre && up == .y
    }

    /// The unit and axis of the options, or else the given defaults of the format.
    init(_ options: WriteOptions, else unit: LengthUnit, _ up: UpAxis) { self.init(options.unit ?? unit, options.up ?? up) }

    static let ours = CoordinateFrame(.metre, .y)

    /// "millimetres, z up".
    public var description: String { "\(unit.plural), \(up.rawValue) up" }

    /// The frame declared in a comment that Diorama wrote ("Diorama: millimetres, z up"); nil where there is none.
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

    /// Converts a position (metres, y up) to the file's frame.
    @inline(__always) func toFile(_ p: Vector3) -> Vector3 {
        if isMetresYUp { return p }
        // Not −z: zero keeps its sign.
        return (up == .y ? p : Vector3(p.x, 0 - p.z, p.y)) * perMetre
    }

    /// Converts a position (metres, y up) to the file's frame in doubles, so that reading it back gives the same float in any unit.
    @inline(__always) func exactly(_ p: Vector3) -> SIMD3<Double> { toFile(SIMD3(Double(p.x), Double(p.y), Double(p.z))) }

    /// Converts a direction (y up) to the file's frame.
    @inline(__always) func toFile(direction d: Vector3) -> Vector3 { up == .y ? d : Vector3(d.x, 0 - d.z, d.y) }

    /// Converts a double-precision position (metres, y up) to the file's frame.
    @inline(__always) func toFile(_ p: SIMD3<Double>) -> SIMD3<Double> {
        (up == .y ? p : SIMD3(p.x, 0 - p.z, p.y)) * unit.perMetre
    }

    /// Converts a bounding box (metres, y up) to the file's frame.
    func toFile(_ box: Bounds) -> Bounds {
        let a = toFile(box.min)
        let b = toFile(box.max)
        return Bounds(min: a.lanewiseMin(b), max: a.lanewiseMax(b))
    }

    // MARK: Back

    /// Converts a position of the file to metres, y up.
    @inline(__always) func fromFile(_ p: Vector3) -> Vector3 {
        if isMetresYUp { return p }
        let q = p / perMetre
        return up == .y ? q : Vector3(q.x, q.z, 0 - q.y)
    }

    /// Converts a direction of the file to y up.
    @inline(__always) func fromFile(direction d: Vector3) -> Vector3 { up == .y ? d : Vector3(d.x, d.z, 0 - d.y) }

    /// Converts a double-precision position of the file to metres, y up.
    @inline(__always) func fromFile(_ p: SIMD3<Double>) -> SIMD3<Double> {
        let q = p / unit.perMetre
        return up == .y ? q : SIMD3(q.x, q.z, 0 - q.y)
    }
}
