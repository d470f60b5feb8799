import Codecs
import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The transform of a COLLADA node: elements that are applied one after the other, each of which animations may change.
struct DAETransform {
    /// One of the elements.
    struct Element {
        enum Kind: String {
            case matrix
            case translate
            case rotate
            case scale
            case lookat
            case skew

            /// How many numbers it has.
            var count: Int {
                switch self {
                case .matrix: 16
                case .translate, .scale: 3
                case .rotate: 4
                case .lookat: 9
                case .skew: 7
                }
            }
        }

        let kind: Kind
        let sid: String?
        var values: [Double]

        /// The element as a map.
        var map: AffineMap {
            let v = values
            switch kind {
            case .matrix:
                // Row after row.
                return AffineMap(
                    x: SIMD3(v[0], v[4], v[8]), y: SIMD3(v[1], v[5], v[9]), z: SIMD3(v[2], v[6], v[10]),
                    translation: SIMD3(v[3], v[7], v[11]))
            case .translate: return .translation(SIMD3(v[0], v[1], v[2]))
            case .scale: return .scale(SIMD3(v[0], v[1], v[2]))
            case .rotate: return .rotation(v[3] * .pi / 180, about: SIMD3(v[0], v[1], v[2]))
            case .lookat: return Self.lookAt(SIMD3(v[0], v[1], v[2]), at: SIMD3(v[3], v[4], v[5]), up: SIMD3(v[6], v[7], v[8]))
            case .skew: return Self.skew(v[0] * .pi / 180, about: SIMD3(v[1], v[2], v[3]), along: SIMD3(v[4], v[5], v[6]))
            }
        }

        private static func unit(_ v: SIMD3<Double>) -> SIMD3<Double>? {
            let length = (v * v).sum().squareRoot()
            return length > 0 && length.isFinite ? v / length : nil
        }

        private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }

        /// From the coordinates of what stands at `eye` and looks at a point along its −z.
        private static func lookAt(_ eye: SIMD3<Double>, at point: SIMD3<Double>, up: SIMD3<Double>) -> AffineMap {
            guard let z = unit(eye - point), let x = unit(cross(up, z)) else { return .translation(eye) }
            return AffineMap(x: x, y: cross(z, x), z: z, translation: eye)
        }

        /// Moves points along an axis in proportion to how far they are along the direction that is perpendicular to it and nearest
        /// to the other axis, so that this direction is turned by the angle.
        private static func skew(_ angle: Double, about a: SIMD3<Double>, along b: SIMD3<Double>) -> AffineMap {
            guard let along = unit(b), let across = unit(a - along * (a * along).sum()), abs(cos(angle)) > 1e-9 else {
                return .identity
            }
            let t = tan(angle)
            return AffineMap(
                x: SIMD3(1, 0, 0) + along * (t * across.x), y: SIMD3(0, 1, 0) + along * (t * across.y),
                z: SIMD3(0, 0, 1) + along * (t * across.z))
        }
    }

    private(set) var elements: [Element] = []

    /// The elements of a node.
    init(_ node: XMLTreeNode) throws(FormatError) {
        for child in node.children {
            guard let kind = Element.Kind(rawValue: child.name) else { continue }
            let values = try child.doubles()
            guard values.count == kind.count, values.allSatisfy(\.isFinite) else {
                throw .unreadable("<\(child.name)> does not contain \(kind.count) numbers")
            }
            elements.append(Element(kind: kind, sid: child.attribute("sid"), values: values))
        }
    }

    /// The product of all elements.
    var map: AffineMap { elements.reduce(.identity) { $0 * $1.map } }

    /// Whether it is a translation, then rotations, then a scale, each of which may be missing.
    var isParts: Bool {
        var stage = 0
        for element in elements {
            switch element.kind {
            case .translate where stage == 0: stage = 1
            case .rotate where stage <= 2: stage = 2
            case .scale where stage <= 2: stage = 3
            default: return false
            }
        }
        return true
    }

    /// As translation, rotation and scale where it consists of them, else as a matrix.
    var nodeTransform: NodeTransform {
        if isParts {
            let parts = parts
            return .parts(translation: parts.translation, rotation: parts.rotation, scale: parts.scale)
        }
        return .matrix(map)
    }

    private var parts: (translation: SIMD3<Double>, rotation: SIMD4<Double>, scale: SIMD3<Double>) {
        var translation = SIMD3<Double>.zero
        var rotation = SIMD4<Double>(0, 0, 0, 1)
        var scale = SIMD3<Double>(repeating: 1)
        for element in elements {
            let v = element.values
            switch element.kind {
            case .translate: translation = SIMD3(v[0], v[1], v[2])
            case .scale: scale = SIMD3(v[0], v[1], v[2])
            default: rotation = Self.product(rotation, Self.quaternion(SIMD3(v[0], v[1], v[2]), degrees: v[3]))
            }
        }
        return (translation, rotation, scale)
    }

    /// As translation, rotation and scale; nil where it shears.
    var animatedParts: (translation: SIMD3<Double>, rotation: SIMD4<Double>, scale: SIMD3<Double>)? {
        isParts ? parts : map.parts
    }

    private static func quaternion(_ axis: SIMD3<Double>, degrees: Double) -> SIMD4<Double> {
        let length = (axis * axis).sum().squareRoot()
        guard length > 0, length.isFinite, degrees != 0 else { return SIMD4(0, 0, 0, 1) }
        let half = degrees * .pi / 360
        return SIMD4(axis / length * sin(half), cos(half))
    }

    private static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        if a == SIMD4(0, 0, 0, 1) { return b }
        if b == SIMD4(0, 0, 0, 1) { return a }
        return SIMD4(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
    }

    /// The number of the element of a scoped identifier; nil where there is none.
    func index(of sid: String) -> Int? { elements.firstIndex { $0.sid == sid } }

    /// Puts other numbers into an element.
    mutating func set(_ element: Int, _ values: [Double]) { elements[element].values = values }

    /// Puts another number into an element.
    mutating func set(_ element: Int, component: Int, _ value: Double) { elements[element].values[component] = value }
}
