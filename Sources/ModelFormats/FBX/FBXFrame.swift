import Codecs
import Models

/// The unit and axes of an FBX file. Everything is taken to metres, y up, once: positions are multiplied with the matrix, and
/// transforms of nodes with the matrix before and its inverse behind, so that no node holds the conversion.
struct FBXFrame {
    /// From the file's coordinates to metres, y up.
    let map: AffineMap
    /// The same without the scale.
    let axes: AffineMap
    /// Metres in one unit.
    let unit: Double
    private let isIdentity: Bool
    private let inverse: AffineMap

    init(_ settings: FBXNode?) throws(FormatError) {
        func axis(_ name: String, _ otherwise: Int) throws(FormatError) -> SIMD3<Double> {
            let number = settings?.setting(integer: name) ?? otherwise
            let sign = settings?.setting(integer: name + "Sign") ?? 1
            guard (0..<3).contains(number), sign == 1 || sign == -1 else {
                throw .unreadable("its \(name) is not one of the three axes")
            }
            var v = SIMD3<Double>()
            v[number] = Double(sign)
            return v
        }
        let right = try axis("CoordAxis", 0)
        let up = try axis("UpAxis", 1)
        let front = try axis("FrontAxis", 2)
        guard Self.magnitude(right) + Self.magnitude(up) + Self.magnitude(front) == SIMD3(repeating: 1) else {
            throw .unreadable("two of its axes are the same")
        }
        // Centimetres in a unit.
        let centimetres = settings?.setting(number: "UnitScaleFactor") ?? 1
        guard centimetres > 0, centimetres < 1e9 else { throw .unreadable("its unit of length is invalid: \(centimetres) cm") }
        // Metres exactly where they are.
        unit = centimetres == 100 ? 1 : centimetres / 100
        axes = AffineMap(
            x: SIMD3(right.x, up.x, front.x), y: SIMD3(right.y, up.y, front.y), z: SIMD3(right.z, up.z, front.z))
        map = AffineMap.scale(SIMD3(repeating: unit)) * axes
        isIdentity = map == .identity
        inverse = map.inverse
    }

    private static func magnitude(_ v: SIMD3<Double>) -> SIMD3<Double> { v.replacing(with: -v, where: v .< 0) }

    /// Whether it mirrors, as left-handed axes do.
    var mirrors: Bool { axes.mirrors }

    /// A position or translation.
    func point(_ p: SIMD3<Double>) -> SIMD3<Double> { isIdentity ? p : map.linear(p) }

    /// A rotation as a quaternion.
    func rotation(_ q: SIMD4<Double>) -> SIMD4<Double> {
        if isIdentity { return q }
        let v = axes.linear(SIMD3(q.x, q.y, q.z)) * (mirrors ? -1 : 1)
        return SIMD4(v.x, v.y, v.z, q.w)
    }

    /// Factors along the axes: each goes to the place of its axis and keeps its sign.
    func scale(_ s: SIMD3<Double>) -> SIMD3<Double> {
        if isIdentity { return s }
        return Self.magnitude(axes.x) * s.x + Self.magnitude(axes.y) * s.y + Self.magnitude(axes.z) * s.z
    }

    /// A transform of a node.
    func transform(_ m: AffineMap) -> AffineMap { isIdentity ? m : map * m * inverse }
}

extension FBXFrame {
    /// From metres, y up, to the unit and axes of a file to be written.
    struct Change {
        private let scaled: AffineMap
        private let axes: AffineMap
        private let isIdentity: Bool

        init(_ frame: CoordinateFrame) {
            axes = frame.up == .y ? .identity : AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, 1), z: SIMD3(0, -1, 0))
            scaled = AffineMap.scale(SIMD3(repeating: frame.unit.perMetre)) * axes
            isIdentity = scaled == .identity
        }

        func point(_ p: SIMD3<Double>) -> SIMD3<Double> { isIdentity ? p : scaled.linear(p) }
        func direction(_ d: SIMD3<Double>) -> SIMD3<Double> { isIdentity ? d : axes.linear(d) }

        func rotation(_ q: SIMD4<Double>) -> SIMD4<Double> {
            if isIdentity { return q }
            let v = axes.linear(SIMD3(q.x, q.y, q.z))
            return SIMD4(v.x, v.y, v.z, q.w)
        }

        func scale(_ s: SIMD3<Double>) -> SIMD3<Double> {
            if isIdentity { return s }
            func magnitude(_ v: SIMD3<Double>) -> SIMD3<Double> { v.replacing(with: -v, where: v .< 0) }
            return magnitude(axes.x) * s.x + magnitude(axes.y) * s.y + magnitude(axes.z) * s.z
        }

        func transform(_ m: AffineMap) -> AffineMap { isIdentity ? m : scaled * m * scaled.inverse }

        /// The turn from a node that looks along −z, in metres, y up, to a model of FBX: cameras look along +x, lights along −y.
        func turn(isCamera: Bool) -> SIMD4<Double> {
            // The file's axes in metres, y up.
            let back = AffineMap(
                x: SIMD3(axes.x.x, axes.y.x, axes.z.x), y: SIMD3(axes.x.y, axes.y.y, axes.z.y),
                z: SIMD3(axes.x.z, axes.y.z, axes.z.z))
            return FBXFrame.turn(isCamera: isCamera, axes: back)
        }
    }

    /// The turn from a node that looks along −z to a model whose camera looks along +x with +y up, or whose light shines along −y.
    /// - Parameter axes: from the file's axes to y up.
    static func turn(isCamera: Bool, axes: AffineMap) -> SIMD4<Double> {
        let z = isCamera ? SIMD3<Double>() - axes.x : axes.y
        let y = isCamera ? axes.y : SIMD3<Double>() - axes.z
        let x = SIMD3(y.y * z.z - y.z * z.y, y.z * z.x - y.x * z.z, y.x * z.y - y.y * z.x)
        return AffineMap(x: x, y: y, z: z).parts?.rotation ?? SIMD4(0, 0, 0, 1)
    }
}
