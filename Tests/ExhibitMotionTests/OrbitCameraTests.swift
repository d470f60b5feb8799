import ExhibitMotion
import Foundation
import Geometry
import Testing

@Suite struct OrbitCameraTests {
    private let limits = OrbitLimits(bounds: Bounds(min: Vector3(-2, 0, -2), max: Vector3(2, 10, 2)), floor: 0)

    private func camera() -> OrbitCamera {
        OrbitCamera(limits: limits, pose: OrbitPose(yaw: 0.4, pitch: 0.3, distance: 20, target: limits.center))
    }

    @Test func `inertia follows the exponential at every frame rate`() {
        for (name, frames) in frameRates {
            var camera = camera()
            camera.release(vx: -400, vy: 0)
            let speed = Double(400 * OrbitCamera.turnRate)
            let tau = Double(OrbitCamera.inertiaTime)
            var time = 0.0
            for seconds in frames {
                camera.advance(seconds: seconds)
                time += Double(seconds)
                let exact = 0.4 + speed * tau * (1 - exp(-time / tau))
                #expect(abs(Double(camera.pose.yaw) - exact) < 0.005, "\(name) at \(time)")
            }
        }
    }

    @Test func `the first view has the whole model in the image, and no more room than its margin`() {
        for aspect in [0.5, 1, 4.0 / 3, 2.5] as [Float] {
            let pose = HomeView.pose(limits, aspect: aspect)
            let tangent = Trigonometry.tan(HomeView.fieldOfView / 2)
            var widest: Float = 0
            for i in 0..<8 {
                let a = limits.bounds.min
                let b = limits.bounds.max
                let x = i & 1 == 0 ? a.x : b.x
                let y = i & 2 == 0 ? a.y : b.y
                let z = i & 4 == 0 ? a.z : b.z
                let corner = Vector3(x, y, z) - pose.eye
                let reach = -dot(corner, pose.towardCamera) * tangent
                let across = abs(dot(corner, pose.right)) / (reach * aspect)
                widest = max(widest, max(across, abs(dot(corner, pose.up)) / reach))
            }
            #expect(widest < 1 && widest > 0.85, "\(aspect): \(widest)")
        }
    }

    @Test func `a slow release and a press stop the camera`() {
        var camera = camera()
        camera.release(vx: 10, vy: 0)
        #expect(!camera.isMoving)
        camera.release(vx: 900, vy: 100)
        #expect(camera.isMoving)
        camera.hold()
        #expect(!camera.isMoving)
    }

    @Test func `the camera is never below the floor`() {
        var generator = SeededGenerator(state: 3)
        var camera = camera()
        for _ in 0..<2_000 {
            camera.turn(dx: .random(in: -200...200, using: &generator), dy: .random(in: -200...200, using: &generator))
            camera.pan(
                dx: .random(in: -300...300, using: &generator), dy: .random(in: -300...300, using: &generator),
                metresPerPixel: 0.001)
            camera.pinch(factor: .random(in: 0.5...2, using: &generator))
            #expect(camera.pose.eye.y > limits.floor)
            let target = camera.pose.target
            #expect(limits.bounds.min.lanewiseMax(target) == target && limits.bounds.max.lanewiseMin(target) == target)
            #expect(camera.pose.distance <= limits.radius * OrbitLimits.maxDistanceFactor * 1.0001)
        }
    }

    @Test func `a flight takes the shorter way and ends at its pose in its time`() {
        var camera = camera()
        camera.fly(to: OrbitPose(yaw: 0.4 + 2 * .pi - 0.2, pitch: 0.5, distance: 8, target: Vector3(1, 6, 0)), duration: 0.9)
        var time: Float = 0
        while camera.isMoving {
            camera.advance(seconds: 1 / 60)
            time += 1 / 60
            #expect(camera.pose.yaw <= 0.401 && camera.pose.yaw >= 0.199)
        }
        #expect(abs(time - 0.9) < 0.02)
        #expect(abs(camera.pose.yaw - 0.2) < 1e-4)
        #expect(camera.pose.target == Vector3(1, 6, 0))
    }

    @Test func `zooming by keys ends at the product of the factors`() {
        var camera = camera()
        camera.zoom(factor: OrbitCamera.keyZoom)
        camera.advance(seconds: 0.02)
        camera.zoom(factor: OrbitCamera.keyZoom)
        for _ in 0..<200 { camera.advance(seconds: 1 / 60) }
        #expect(abs(camera.pose.distance - 20 * OrbitCamera.keyZoom * OrbitCamera.keyZoom) < 0.02)
        #expect(!camera.isMoving)
    }

    @Test func `from the fitting distance every corner is in the image and one touches its edge`() {
        let half: Float = 0.26
        for yaw in stride(from: Float(-3), to: 3, by: 0.37) {
            for pitch in stride(from: Float(0), to: 1.2, by: 0.21) {
                let distance = limits.fittingDistance(yaw: yaw, pitch: pitch, tangentX: half, tangentY: half)
                let pose = OrbitPose(yaw: yaw, pitch: pitch, distance: distance, target: limits.center)
                var widest: Float = 0
                for corner in 0..<8 {
                    let p = Vector3(corner & 1 == 0 ? -2 : 2, corner & 2 == 0 ? 0 : 10, corner & 4 == 0 ? -2 : 2) - pose.target
                    let depth = distance - dot(p, pose.towardCamera)
                    #expect(depth > 0)
                    widest = max(widest, dot(p, pose.right).magnitude / depth, dot(p, pose.up).magnitude / depth)
                }
                #expect(abs(widest - half) < 1e-4)
            }
        }
    }

    @Test func `a drag with two fingers keeps the point below them`() {
        var camera = camera()
        let before = camera.pose
        let perPixel = 2 * Float(tan(0.3)) / 800
        camera.pan(dx: 40, dy: 0, metresPerPixel: perPixel)
        let moved = dot(camera.pose.target - before.target, before.right)
        #expect(abs(moved + 40 * perPixel * before.distance) < 1e-4)
    }
}
