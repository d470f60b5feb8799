import Geometry

/// A frame's pose as a capture's file gives it: usable, or not and why.
enum FramePose: Sendable {
    case usable(RigidTransform)
    /// `file` is the path from the capture's folder; `problem` says where in it and what is wrong.
    case bad(file: String, problem: String)

    var transform: RigidTransform? { if case .usable(let pose) = self { pose } else { nil } }
}

/// The axes of a format's cameras.
enum CameraAxes {
    /// x right, y down, z forward.
    case openCV
    /// x right, y up, z back: Diorama's own.
    case openGL
}

/// The up axis of a format's world.
enum WorldAxes {
    /// y up: Diorama's own.
    case yUp
    /// z up. Turned so that x stays: (x, y, z) becomes (x, z, −y).
    case zUp
    /// Not known; taken as the axes of an upright first camera that looks along z with y down. Turned half about x.
    case firstCamera

    /// A direction or point of the layout's world in Diorama's.
    func turn(_ v: Vector3) -> Vector3 {
        switch self {
        case .yUp: v
        case .zUp: Vector3(v.x, v.z, -v.y)
        case .firstCamera: Vector3(v.x, -v.y, -v.z)
        }
    }
}

extension FramePose {
    /// How far the products of a rotation's columns may be from 0 and 1: poses are often written with four decimals.
    static let tolerance = 0.01

    /// The pose of a camera-to-world matrix.
    /// - Parameters:
    ///   - rows: 12 or 16 numbers, row-major; metres.
    ///   - file: The pose's file, from the capture's folder; `place` says where in it: "line 12".
    init(rows m: [Double], camera: CameraAxes, world: WorldAxes, file: String, place: String) {
        func bad(_ problem: String) -> FramePose {
            .bad(file: file, problem: place.isEmpty ? "the pose \(problem)" : "\(place): the pose \(problem)")
        }
        guard m.count == 12 || m.count == 16 else {
            self = bad("has \(m.count) numbers where 16 are needed")
            return
        }
        guard m.allSatisfy(\.isFinite) else {
            self = bad("holds a number that is not finite")
            return
        }
        func column(_ i: Int) -> SIMD3<Double> { SIMD3(m[i], m[4 + i], m[8 + i]) }
        let columns = (0..<3).map(column)
        for i in 0..<3 {
            for j in i..<3 where !(abs((columns[i] * columns[j]).sum() - (i == j ? 1 : 0)) <= Self.tolerance) {
                self = bad("is not rigid (its axes are not perpendicular unit vectors)")
                return
            }
        }
        let rotation = Matrix3(Vector3(columns[0]), Vector3(columns[1]), Vector3(columns[2]))
        guard rotation.determinant > 0 else {
            self = bad("is not rigid (it mirrors)")
            return
        }
        if m.count == 16, zip(m[12...], [0, 0, 0, 1]).contains(where: { abs($0 - $1) > 1e-6 }) {
            self = bad("is not rigid (its last row is not 0 0 0 1)")
            return
        }
        guard let pose = Self.transform(rotation, Vector3(column(3)), camera: camera, world: world) else {
            self = bad("is more than 1000 km away")
            return
        }
        self = .usable(pose)
    }

    /// The pose of a rotation as a quaternion and a translation.
    /// - Parameters:
    ///   - q: x y z w, of unit length but for rounding.
    ///   - t: metres.
    ///   - inverse: whether they lead from world to camera rather than from camera to world.
    init(
        quaternion q: SIMD4<Double>, translation t: SIMD3<Double>, inverse: Bool = false, camera: CameraAxes, world: WorldAxes,
        file: String, place: String
    ) {
        let start = place.isEmpty ? "the pose" : "\(place): the pose"
        let length = (q * q).sum().squareRoot()
        guard length.isFinite, (t * t).sum().isFinite else {
            self = .bad(file: file, problem: "\(start) holds a number that is not finite")
            return
        }
        guard abs(length - 1) < Self.tolerance else {
            self = .bad(file: file, problem: "\(start) has no rotation (its quaternion's length is \(Float(length)), not 1)")
            return
        }
        let unit = q / length
        var transform = RigidTransform(
            rotation: Quaternion(Float(unit.x), Float(unit.y), Float(unit.z), Float(unit.w)), translation: Vector3(t))
        if inverse { transform = transform.inverse }
        guard let pose = Self.transform(transform.rotation.matrix, transform.translation, camera: camera, world: world) else {
            self = .bad(file: file, problem: "\(start) is more than 1000 km away")
            return
        }
        self = .usable(pose)
    }

    /// The pose of a rotation matrix and a translation in metres, both from camera to world; nil where it is absurdly far away.
    static func transform(_ rotation: Matrix3, _ translation: Vector3, camera: CameraAxes, world: WorldAxes) -> RigidTransform? {
        guard translation.length < 1e6 else { return nil }
        let sign: Float = camera == .openCV ? -1 : 1
        let (x, y, z) = rotation.columns
        let turned = Matrix3(world.turn(x), world.turn(y * sign), world.turn(z * sign))
        return RigidTransform(rotation: Quaternion(turned), translation: world.turn(translation))
    }
}
