import Geometry
import Models

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The transform of an FBX model from its properties (FBX SDK, "Computing transformation matrices"):
/// T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹. It is always a translation, a rotation and a scale.
struct FBXTransform {
    /// Translation, rotation and scale of a node.
    struct Parts: Equatable {
        var translation = SIMD3<Double>()
        /// A unit quaternion.
        var rotation = SIMD4<Double>(0, 0, 0, 1)
        var scale = SIMD3<Double>(repeating: 1)
    }

    /// `Lcl Translation`, in units of the file.
    let translation: SIMD3<Double>
    /// `Lcl Rotation`, degrees.
    let rotation: SIMD3<Double>
    /// `Lcl Scaling`.
    let scaling: SIMD3<Double>
    private let order: Int
    private let pre: SIMD4<Double>
    private let post: SIMD4<Double>
    private let before: SIMD3<Double>
    private let between: SIMD3<Double>
    private let scalingPivot: SIMD3<Double>

    init(_ model: FBXObject) {
        func vector(_ name: String) -> SIMD3<Double> { model.setting(vector: name) ?? .zero }
        translation = vector("Lcl Translation")
        rotation = vector("Lcl Rotation")
        scaling = model.setting(vector: "Lcl Scaling") ?? SIMD3(repeating: 1)
        let isActive = model.setting(integer: "RotationActive") ?? 1 != 0
        let usesSpace = isActive && model.setting(integer: "RotationSpaceForLimitOnly") ?? 0 == 0
        order = usesSpace ? model.setting(integer: "RotationOrder") ?? 0 : 0
        pre = usesSpace ? Self.quaternion(vector("PreRotation"), order: 0) : SIMD4(0, 0, 0, 1)
        post = usesSpace ? Self.conjugate(Self.quaternion(vector("PostRotation"), order: 0)) : SIMD4(0, 0, 0, 1)
        let rotationPivot = vector("RotationPivot")
        scalingPivot = vector("ScalingPivot")
        before = vector("RotationOffset") + rotationPivot
        between = vector("ScalingOffset") + scalingPivot - rotationPivot
    }

    /// Whether the translation is `Lcl Translation` and nothing else.
    var isPlain: Bool { before == .zero && between == .zero && scalingPivot == .zero }

    /// The transform with the values of the properties.
    func parts() -> Parts { parts(translation, rotation, scaling) }

    /// The transform with other values of the three animated properties.
    func parts(_ t: SIMD3<Double>, _ r: SIMD3<Double>, _ s: SIMD3<Double>) -> Parts {
        var result = Parts(translation: t, rotation: quaternion(r), scale: s)
        if !isPlain {
            result.translation = t + before + Self.turned(between - scalingPivot * s, by: result.rotation)
        }
        return result
    }

    /// The rotation of these angles in degrees.
    func quaternion(_ r: SIMD3<Double>) -> SIMD4<Double> {
        Self.product(Self.product(pre, Self.quaternion(r, order: order)), post)
    }

    /// What moves a model's geometry alone.
    static func geometric(_ model: FBXObject) -> AffineMap {
        let translation = model.setting(vector: "GeometricTranslation") ?? .zero
        let rotation = model.setting(vector: "GeometricRotation") ?? .zero
        let scaling = model.setting(vector: "GeometricScaling") ?? SIMD3(repeating: 1)
        return AffineMap(translation: translation, rotation: quaternion(rotation, order: 0), scale: scaling)
    }

    // MARK: Quaternions

    private static let orders = [[0, 1, 2], [0, 2, 1], [1, 2, 0], [1, 0, 2], [2, 0, 1], [2, 1, 0]]

    /// Degrees about x, y and z; the order's first axis is applied first.
    static func quaternion(_ degrees: SIMD3<Double>, order: Int) -> SIMD4<Double> {
        if degrees == .zero { return SIMD4(0, 0, 0, 1) }
        var result = SIMD4<Double>(0, 0, 0, 1)
        for k in orders[orders.indices.contains(order) ? order : 0] where degrees[k] != 0 {
            let half = remainder(degrees[k], 720) * .pi / 360
            var q = SIMD4<Double>()
            q[k] = sin(half)
            q.w = cos(half)
            result = product(q, result)
        }
        return result
    }

    /// The rotation that applies `b` first.
    static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        if b == SIMD4(0, 0, 0, 1) { return a }
        if a == SIMD4(0, 0, 0, 1) { return b }
        return SIMD4(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
    }

    /// The inverse of a unit quaternion.
    static func conjugate(_ q: SIMD4<Double>) -> SIMD4<Double> { SIMD4(0 - q.x, 0 - q.y, 0 - q.z, q.w) }

    static func turned(_ v: SIMD3<Double>, by q: SIMD4<Double>) -> SIMD3<Double> {
        if q == SIMD4(0, 0, 0, 1) { return v }
        return AffineMap(translation: .zero, rotation: q, scale: SIMD3(repeating: 1)).linear(v)
    }
}

extension FBXTransform.Parts {
    var affine: AffineMap { AffineMap(translation: translation, rotation: rotation, scale: scale) }
    var nodeTransform: NodeTransform { .parts(translation: translation, rotation: rotation, scale: scale) }
}
