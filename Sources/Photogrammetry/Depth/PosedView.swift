import CStereo
import Geometry

/// A photo with its camera at the size at which depth is computed.
struct PosedView: Sendable {
    /// Number of the frame in the capture.
    let frame: Int
    /// Camera to world.
    let pose: RigidTransform
    let camera: CameraIntrinsics
    private let toCamera: RigidTransform

    init(frame: Int, pose: RigidTransform, camera: CameraIntrinsics) {
        self.frame = frame
        self.pose = pose
        self.camera = camera
        toCamera = pose.inverse
    }

    var center: Vector3 { pose.translation }
    var pixelCount: Int { camera.width * camera.height }

    /// The same view with its image halved `level` times, each time without an odd last row or column.
    func halved(_ level: Int) -> PosedView {
        var k = camera
        for _ in 0..<level {
            k = CameraIntrinsics(
                width: k.width / 2, height: k.height / 2, fx: k.fx / 2, fy: k.fy / 2, cx: (k.cx + 0.5) / 2 - 0.5,
                cy: (k.cy + 0.5) / 2 - 0.5)
        }
        return PosedView(frame: frame, pose: pose, camera: k)
    }

    /// Pixel and depth (metres along the viewing axis) of a point of the world; nil where it is behind the camera or outside of the
    /// image.
    func project(_ point: Vector3) -> (pixel: Vector2, depth: Float)? {
        let p = toCamera.apply(point)
        guard let pixel = camera.project(p), pixel.x >= 0, pixel.y >= 0, pixel.x <= Float(camera.width - 1),
            pixel.y <= Float(camera.height - 1)
        else { return nil }
        return (pixel, -p.z)
    }

    /// The point of the world that is seen at a pixel with an inverse depth (1/m).
    func point(_ pixel: Vector2, inverse: Float) -> Vector3 { pose.apply(camera.unproject(pixel, depth: 1 / inverse)) }

    /// How this view's pixels map to those of `other`: homogeneous pixel = a · (u, v, 1) + inverse depth · t.
    func mapping(to other: PosedView) -> PixelMapping {
        // Axes of computer vision: x right, y down, z forward.
        let flip = SIMD3<Double>(1, -1, -1)
        let (r0, r1, r2) = (other.pose.rotation.inverse * pose.rotation).normalized.matrix.columns
        let columns = [SIMD3<Double>(r0) * flip, -SIMD3<Double>(r1) * flip, -SIMD3<Double>(r2) * flip]
        let shift = SIMD3<Double>(other.toCamera.rotation.rotate(center - other.center)) * flip
        let k = camera
        let target = other.camera
        func onto(_ v: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(
                Double(target.fx) * v.x + Double(target.cx) * v.z, Double(target.fy) * v.y + Double(target.cy) * v.z, v.z)
        }
        let u = onto(columns[0]) / Double(k.fx)
        let v = onto(columns[1]) / Double(k.fy)
        let one = onto(columns[2]) - u * Double(k.cx) - v * Double(k.cy)
        return PixelMapping(
            u: SIMD3<Float>(u), v: SIMD3<Float>(v), one: SIMD3<Float>(one), t: SIMD3<Float>(onto(shift)))
    }
}

/// How the pixels of one view map to those of another.
struct PixelMapping: Sendable {
    /// Columns of the matrix `a`.
    let u: SIMD3<Float>
    let v: SIMD3<Float>
    let one: SIMD3<Float>
    let t: SIMD3<Float>

    /// The homogeneous pixel; its z is positive in front of the camera.
    @inline(__always)
    func apply(_ x: Float, _ y: Float, inverse: Float) -> SIMD3<Float> { u * x + v * y + one + t * inverse }
}

extension StereoSource {
    /// The source `view` with its image, as seen from `reference`.
    init(_ view: PosedView, image: StereoImage, from reference: PosedView, inverses: UnsafePointer<Float>?) {
        let there = reference.mapping(to: view)
        let back = view.mapping(to: reference)
        self.init()
        quads = UnsafePointer(image.quads)
        width = Int32(image.width)
        height = Int32(image.height)
        stride = Int32(image.width)
        a = (there.u.x, there.v.x, there.one.x, there.u.y, there.v.y, there.one.y, there.u.z, there.v.z, there.one.z)
        t = (there.t.x, there.t.y, there.t.z)
        self.inverses = inverses
        backA = (back.u.x, back.v.x, back.one.x, back.u.y, back.v.y, back.one.y, back.u.z, back.v.z, back.one.z)
        backT = (back.t.x, back.t.y, back.t.z)
    }
}
