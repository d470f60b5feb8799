import FloorPlans
import Exploration
import Geometry
import Testing

@Suite struct PlacementTests {
    private let e: Exploration

    init() throws { e = Exploration(try Room.furnished().place()) }

    private func hit(_ origin: Vector3, _ direction: Vector3) -> Pick {
        e.pick(Ray(origin: origin, direction: direction), targets: [.mesh, .hidden])
    }

    @Test func `a memory stands above the surface that was picked, below what hangs there`() throws {
        let floor = try #require(e.place(hit(Vector3(1, 1, 0), Vector3(0, -1, 0)), height: 1.2))
        #expect(floor.point.y == 0 && floor.normal == Vector3(0, 1, 0) && floor.height == 1.2 && floor.object == -1)
        #expect((floor.headroom - 2.37).magnitude < 0.02 && floor.aboveFloor == 0)
        let under = try #require(e.place(hit(Vector3(-1.5, 0.5, -1.2), Vector3(0, -1, 0)), height: 3))
        #expect(under.height < 0.65 && under.height == under.headroom)
        let table = try #require(e.place(hit(Vector3(-1.5, 1.5, -1.2), Vector3(0, -1, 0)), height: 1, isAboveFloor: true))
        #expect((table.aboveFloor - 0.75).magnitude < 1e-5 && (table.position.y - 1).magnitude < 1e-5)
        #expect(
            e.place(Pick(kind: .none, index: -1, point: Vector3(0, 0, 0), normal: Vector3(0, 1, 0), distance: 0), height: 1) == nil)
    }

    @Test func `on a wall a screen hangs flat, elsewhere it stands upright and looks at the camera`() throws {
        let wall = try #require(e.place(hit(Vector3(1, 1.4, 0), Vector3(0, 0, -1)), height: 0))
        let hung = e.screen(at: wall, aspect: 1.5)
        #expect((hung.rotation.rotate(Vector3(0, 0, 1)) - Vector3(0, 0, 1)).length < 1e-5)
        #expect((hung.position.z + 1.98).magnitude < 1e-4 && (hung.size.x / hung.size.y - 1.5).magnitude < 1e-5)
        let floor = try #require(e.place(hit(Vector3(1, 1, 0), Vector3(0, -1, 0)), height: 1))
        let standing = e.screen(at: floor, aspect: 1)
        #expect(standing.rotation.rotate(Vector3(0, 1, 0)).y > 0.9999)
        let to = e.camera.pose.translation - standing.position
        #expect(dot(standing.rotation.rotate(Vector3(0, 0, 1)), Vector3(to.x, 0, to.z).normalized) > 0.999)
    }

    // MARK: Handles

    private let screen = FloatingScreen(position: Vector3(1, 1.4, 0), rotation: .identity, size: Vector2(0.8, 0.6))

    private func ray(_ eye: Vector3, _ target: Vector3) -> Ray { Ray(origin: eye, direction: target - eye) }

    private func dragged(
        _ handle: ScreenHandle, from: Vector3, to: Vector3, snap: ScreenSnap = ScreenSnap(surface: false, upright: false)
    ) -> FloatingScreen {
        let eye = Vector3(1.3, 1.8, 1.8)
        return ScreenDrag(screen, handle: handle, from: ray(eye, from)).moved(to: ray(eye, to), snap: snap, in: e)
    }

    @Test func `handles move along their axis, and letting go where one began changes nothing`() {
        for (handle, axis) in [(ScreenHandle.moveX, Vector3(1, 0, 0)), (.moveY, Vector3(0, 1, 0)), (.moveZ, Vector3(0, 0, 1))] {
            let moved = dragged(handle, from: screen.position, to: screen.position + axis * 0.3)
            #expect((moved.position - screen.position - axis * 0.3).length < 1e-4 && moved.rotation == screen.rotation)
            #expect(dragged(handle, from: screen.position, to: screen.position) == screen)
        }
    }

    @Test func `handles turn about their axis, in steps where asked, and stay upright where asked`() {
        let right = screen.position + Vector3(0.5, 0, 0)
        func around(_ angle: Float) -> Vector3 {
            screen.position + Quaternion(angle: angle, axis: Vector3(0, 1, 0)).rotate(Vector3(0.5, 0, 0))
        }
        let free = dragged(.turnY, from: right, to: around(0.4)).rotation.rotate(Vector3(0, 0, 1))
        #expect((Trigonometry.atan2(free.x, free.z) - 0.4).magnitude < 1e-4)
        let stepped = dragged(
            .turnY, from: right, to: around(0.4), snap: ScreenSnap(surface: false, upright: true, angleStep: .pi / 12)
        )
        .rotation.rotate(Vector3(0, 0, 1))
        #expect((Trigonometry.atan2(stepped.x, stepped.z) - .pi / 6).magnitude < 1e-4)
        let rolled = dragged(.turnZ, from: right, to: screen.position + Vector3(0.4, 0.3, 0))
        #expect(rolled.rotation.rotate(Vector3(1, 0, 0)).y > 0.5)
        let upright = dragged(
            .turnZ, from: right, to: screen.position + Vector3(0.4, 0.3, 0), snap: ScreenSnap(surface: false, upright: true))
        #expect(upright.rotation.rotate(Vector3(0, 1, 0)).y > 0.99999)
    }

    @Test func `a corner scales, and keeps the shape and sane sizes`() {
        let corner = screen.position + Vector3(0.4, 0.3, 0)
        let larger = dragged(.scale, from: corner, to: screen.position + Vector3(0.8, 0.6, 0))
        #expect((larger.size.x - 1.6).magnitude < 1e-3 && (larger.size.y - 1.2).magnitude < 1e-3)
        let least = dragged(.scale, from: corner, to: screen.position + Vector3(0.001, 0.001, 0))
        #expect(least.size.y >= 0.0799 && (least.size.x / least.size.y - 4 / 3).magnitude < 1e-3)
    }

    @Test func `dragged over a wall it hangs there, over the floor it stands there, close to a wall it clings`() {
        let onWall = dragged(.move, from: screen.position, to: Vector3(-0.4, 1.4, -2), snap: ScreenSnap())
        #expect((onWall.position - Vector3(-0.4, 1.4, -1.98)).length < 1e-3)
        #expect((onWall.rotation.rotate(Vector3(0, 0, 1)) - Vector3(0, 0, 1)).length < 1e-4)
        let onFloor = dragged(.move, from: screen.position, to: Vector3(1.4, 0, 0.5), snap: ScreenSnap())
        #expect((onFloor.position - Vector3(1.4, 0.32, 0.5)).length < 1e-3)
        let near = FloatingScreen(position: Vector3(1, 1.4, -1.6), rotation: .identity, size: Vector2(0.8, 0.6))
        let eye = Vector3(2.4, 1.6, 0)
        let clung = ScreenDrag(near, handle: .moveZ, from: ray(eye, near.position)).moved(
            to: ray(eye, near.position + Vector3(0, 0, -0.33)), snap: ScreenSnap(), in: e)
        #expect((clung.position.z + 1.98).magnitude < 1e-3)
    }

    @Test func `impossible rays change nothing`() {
        let nothing = Ray(origin: Vector3(.nan, 0, 0), direction: Vector3(0, 0, 0))
        for raw in Int32(0)...7 {
            guard let handle = ScreenHandle(rawValue: raw) else { continue }
            let drag = ScreenDrag(screen, handle: handle, from: ray(Vector3(1, 1, 2), screen.position))
            let moved = drag.moved(to: nothing, snap: ScreenSnap(angleStep: .nan), in: e)
            #expect(moved.position == screen.position && moved.size == screen.size)
        }
    }
}
