import Geometry
import TestSupport
import Testing
import Support

@Suite struct TransformTests {
    @Test func `a rotation and its inverse undo each other`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let q = Quaternion(angle: random.unit() * 6 - 3, axis: random.vector())
            let p = random.vector() * 10
            #expect((q.inverse.rotate(q.rotate(p)) - p).length < 1e-5)
            #expect((q.matrix * p - q.rotate(p)).length < 1e-5)
            #expect((Quaternion(q.matrix).rotate(p) - q.rotate(p)).length < 1e-4)
        }
    }

    @Test func `a quarter turn about y takes z to x`() {
        let q = Quaternion(angle: .pi / 2, axis: Vector3(0, 2, 0))
        #expect((q.rotate(Vector3(0, 0, 1)) - Vector3(1, 0, 0)).length < 1e-6)
    }

    @Test func `half turns survive the way through a matrix`() {
        for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, 1, 0)] {
            let q = Quaternion(angle: .pi, axis: axis)
            let p = Vector3(0.3, -0.7, 0.2)
            #expect((Quaternion(q.matrix).rotate(p) - q.rotate(p)).length < 1e-5)
        }
    }

    @Test func `composition applies the right transform first`() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<100 {
            let a = random.pose()
            let b = random.pose()
            let p = random.vector()
            #expect(((a * b).apply(p) - a.apply(b.apply(p))).length < 1e-5)
            #expect((a.inverse.apply(a.apply(p)) - p).length < 1e-5)
            #expect((RigidTransform(a.matrix).apply(p) - a.apply(p)).length < 1e-5)
            #expect(((a.matrix * b.matrix).transform(point: p) - a.apply(b.apply(p))).length < 1e-5)
        }
    }

    @Test func `a camera that looks at a point sees it in the middle, upright`() throws {
        let camera = CameraIntrinsics(width: 640, height: 480, fx: 500, fy: 500, cx: 319.5, cy: 239.5)
        let pose = RigidTransform.lookingAt(Vector3(1, 1, 1), from: Vector3(4, 2, 5))
        let middle = try #require(camera.project(pose.inverse.apply(Vector3(1, 1, 1))))
        #expect((middle - Vector2(319.5, 239.5)).x.magnitude < 1e-3 && (middle - Vector2(319.5, 239.5)).y.magnitude < 1e-3)
        let above = try #require(camera.project(pose.inverse.apply(Vector3(1, 1.2, 1))))
        #expect(above.y < middle.y)
        #expect(camera.project(pose.inverse.apply(Vector3(7, 3, 9))) == nil)
        let straightDown = RigidTransform.lookingAt(Vector3(0, 0, 0), from: Vector3(0, 3, 0))
        #expect(straightDown.isFinite && straightDown.rotation.matrix.determinant > 0.99)
    }

    @Test func `projecting undoes unprojecting, also at another size`() throws {
        let camera = CameraIntrinsics(width: 640, height: 480, fx: 500, fy: 510, cx: 310, cy: 250)
        for pixel in [Vector2(0, 0), Vector2(639, 0), Vector2(17, 401)] {
            let back = try #require(camera.project(camera.unproject(pixel, depth: 2.5)))
            #expect((back.x - pixel.x).magnitude < 1e-3 && (back.y - pixel.y).magnitude < 1e-3)
        }
        // A picture's corner (−½, −½) stays its corner.
        let half = camera.scaled(toWidth: 320, height: 240)
        let corner = try #require(half.project(camera.unproject(Vector2(-0.5, -0.5), depth: 1)))
        #expect((corner.x + 0.5).magnitude < 1e-3 && (corner.y + 0.5).magnitude < 1e-3)
    }

    @Test func `sine, cosine and arc tangent agree with double precision`() {
        var x = -40.0
        while x < 40 {
            let (s, c) = Trigonometry.sincos(Float(x))
            let exact = Reference.sincos(Double(Float(x)))
            #expect(abs(Double(s) - exact.sin) < 2e-7 && abs(Double(c) - exact.cos) < 2e-7, "at \(x)")
            let angle = Trigonometry.atan2(s, c)
            #expect(abs(Double(Trigonometry.sin(angle) - s)) < 1e-6)
            x += 0.0371
        }
        #expect(Trigonometry.sin(.nan).isNaN && Trigonometry.cos(.infinity).isNaN)
    }

    @Test func `each sRGB code survives the way to linear and back`() {
        for code in 0...255 {
            let c = SIMD3(repeating: UInt8(code))
            #expect(SRGB.fromLinear(SRGB.toLinear(c)) == c)
        }
        #expect(SRGB.fromLinear(Vector3(-1, 2, .nan)) == SIMD3(0, 255, 0))
        #expect((SRGB.linear[188] - 0.5029).magnitude < 1e-3)
    }
}

enum Reference {
    /// By series in double precision after reduction, with no help from the code under test.
    static func sincos(_ x: Double) -> (sin: Double, cos: Double) {
        let r = x.remainder(dividingBy: 2 * .pi)
        var s = 0.0
        var c = 0.0
        var term = 1.0
        for k in 0..<40 {
            if k % 2 == 0 { c += k % 4 == 0 ? term : -term } else { s += k % 4 == 1 ? term : -term }
            term *= r / Double(k + 1)
        }
        return (s, c)
    }
}

extension SplitMix64 {
    mutating func pose() -> RigidTransform {
        RigidTransform(rotation: Quaternion(angle: unit() * 6, axis: vector()), translation: vector())
    }

    mutating func vector() -> Vector3 { Vector3(unit() * 2 - 1, unit() * 2 - 1, unit() * 2 - 1) }
}
