import Codecs
import Foundation
import Geometry

/// From a scan's own coordinates to those of the file, both z up, in doubles.
struct E57Pose: Equatable {
    /// x, y, z, w of a unit quaternion.
    private var rotation = SIMD4<Double>(0, 0, 0, 1)
    private(set) var translation = SIMD3<Double>()
    private var isTurned = false

    static let identity = E57Pose(nil)

    /// A pose from the XML; the identity where there is none, or it is not valid.
    init(_ node: XMLTreeNode?) {
        guard let node else { return }
        translation = node["translation"]?.vector(["x", "y", "z"]) ?? .zero
        if !translation.isPossible { translation = .zero }
        if let r = node["rotation"] {
            let v = r.vector(["x", "y", "z"])
            set(SIMD4(v.x, v.y, v.z, r["w"]?.number ?? 1))
        }
    }

    /// A pose in metres, y up, relative to the global shift `origin`.
    init(_ pose: RigidTransform, origin: SIMD3<Double>) {
        let frame = CoordinateFrame(.metre, .z)
        translation = frame.toFile(SIMD3<Double>(pose.translation) + origin)
        let q = pose.rotation.vector
        let axis = frame.toFile(direction: Vector3(q.x, q.y, q.z))
        set(SIMD4(Double(axis.x), Double(axis.y), Double(axis.z), Double(q.w)))
    }

    /// The pose of a camera, whose own axes stay as they are: it looks along its −z with +y up here and there.
    init(_ pose: RigidTransform, camera origin: SIMD3<Double>) {
        translation = CoordinateFrame(.metre, .z).toFile(SIMD3<Double>(pose.translation) + origin)
        // Behind the pose a quarter turn about x, from y up to z up.
        let turn = Quaternion(Float(0.5).squareRoot(), 0, 0, Float(0.5).squareRoot())
        let q = (turn * pose.rotation).vector
        set(SIMD4(Double(q.x), Double(q.y), Double(q.z), Double(q.w)))
    }

    /// A pose that only moves.
    init(translation: SIMD3<Double>) { self.translation = translation }

    private mutating func set(_ q: SIMD4<Double>) {
        let length = (q * q).sum().squareRoot()
        guard length.isFinite, length > 1e-9 else { return }
        // Unit quaternions stay as they are, so that reading what was written changes nothing.
        rotation = abs(length - 1) < 1e-15 ? q : q / length
        isTurned = SIMD3(rotation.x, rotation.y, rotation.z) != .zero
    }

    /// w, x, y, z.
    var quaternion: [Double] { [rotation.w, rotation.x, rotation.y, rotation.z] }

    /// The rotation between the same frames y up.
    var turnedUp: Quaternion {
        let axis = CoordinateFrame(.metre, .z).fromFile(direction: Vector3(Float(rotation.x), Float(rotation.y), Float(rotation.z)))
        return Quaternion(axis.x, axis.y, axis.z, Float(rotation.w))
    }

    /// The rotation of a camera, which keeps its own axes, to the frame y up.
    var cameraUp: Quaternion {
        let turn = Quaternion(-Float(0.5).squareRoot(), 0, 0, Float(0.5).squareRoot())
        return turn * Quaternion(Float(rotation.x), Float(rotation.y), Float(rotation.z), Float(rotation.w))
    }

    @inline(__always) func apply(_ p: SIMD3<Double>) -> SIMD3<Double> { turn(p) + translation }

    @inline(__always) func turn(_ v: SIMD3<Double>) -> SIMD3<Double> {
        isTurned ? Self.turned(v, SIMD3(rotation.x, rotation.y, rotation.z), rotation.w) : v
    }

    /// From the file's coordinates to the scan's own.
    @inline(__always) func undo(_ p: SIMD3<Double>) -> SIMD3<Double> { undoTurn(p - translation) }

    @inline(__always) func undoTurn(_ v: SIMD3<Double>) -> SIMD3<Double> {
        isTurned ? Self.turned(v, SIMD3(-rotation.x, -rotation.y, -rotation.z), rotation.w) : v
    }

    @inline(__always) private static func turned(_ v: SIMD3<Double>, _ q: SIMD3<Double>, _ w: Double) -> SIMD3<Double> {
        let t = 2 * cross(q, v)
        return v + w * t + cross(q, t)
    }

    @inline(__always) private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    /// The standard's spherical coordinates: azimuth from x towards y, elevation from the xy plane upwards, radians.
    @inline(__always) static func cartesian(range: Double, azimuth: Double, elevation: Double) -> SIMD3<Double> {
        let flat = range * cos(elevation)
        return SIMD3(flat * cos(azimuth), flat * sin(azimuth), range * sin(elevation))
    }
}
