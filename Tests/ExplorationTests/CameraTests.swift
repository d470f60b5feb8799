import FloorPlans
import Exploration
import Geometry
import Testing
import Support

@Suite struct CameraTests {
    private static func camera(_ e: Exploration) -> [UInt32] {
        let c = e.camera
        let q = c.pose.rotation.vector
        let t = c.pose.translation
        return [t.x, t.y, t.z, q.x, q.y, q.z, q.w, c.fieldOfView, c.orthographicHeight].map(\.bitPattern)
    }

    private static let viewpoint = RigidTransform.lookingAt(Vector3(-2, 1, -1.5), from: Vector3(1, 1.6, 1))

    @Test func `a swipe turns the camera around the visitor, goes on and comes to rest; a finger that holds still stops it`() throws
    {
        let e = Exploration(try Room.empty().place())
        let focus = e.camera.pose.translation - e.camera.pose.rotation.rotate(Vector3(0, 0, 1)) * e.camera.distance
        func turn() -> Float {
            let back = e.camera.pose.rotation.rotate(Vector3(0, 0, 1))
            return Trigonometry.atan2(back.x, back.z)
        }
        for _ in 0..<12 { e.step(1 / 60, ExplorationInput(orbitX: 0.03, isHeld: true)) }
        let released = turn()
        e.wait(0.2)
        let coasted = turn()
        #expect(coasted > released + 0.1)
        e.wait(3)
        #expect(!e.isMoving && turn() > coasted)
        // About what it looks at, which stayed.
        let now = e.camera.pose.translation - e.camera.pose.rotation.rotate(Vector3(0, 0, 1)) * e.camera.distance
        #expect((now - focus).length < 1e-3)
        for _ in 0..<12 { e.step(1 / 60, ExplorationInput(orbitX: 0.03, isHeld: true)) }
        for _ in 0..<30 { e.step(1 / 60, ExplorationInput(isHeld: true)) }
        let held = turn()
        e.wait(1)
        #expect((turn() - held).magnitude < 0.01)
    }

    @Test func `the sand table's pitch stays in its range, whatever is swiped`() throws {
        let e = Exploration(try Room.empty().place())
        for (swipe, wanted) in [(Float(3), Float(66)), (-3, 40)] {
            for _ in 0..<120 { e.step(1 / 60, ExplorationInput(orbitY: swipe)) }
            let down = -e.camera.pose.rotation.rotate(Vector3(0, 0, -1)).y
            let (s, _) = Trigonometry.sincos(wanted * .pi / 180)
            #expect((down - s).magnitude < 0.01)
        }
    }

    @Test func `it follows the visitor without overshooting`() throws {
        let e = Exploration(try Room.empty().place())
        e.walk(towards: Vector3(1, 0, 0), seconds: 1)
        var last = Float.infinity
        for _ in 0..<120 {
            e.wait(1 / 60)
            let focus = e.camera.pose.translation - e.camera.pose.rotation.rotate(Vector3(0, 0, 1)) * e.camera.distance
            let behind = (focus - e.avatar.shownPosition - Vector3(0, 0.6, 0)).length
            #expect(behind <= last + 1e-3)
            last = behind
        }
        #expect(last < 0.01)
    }

    @Test func `an orthographic camera sees as much as the perspective one`() throws {
        let e = Exploration(try Room.empty().place())
        let span = 2 * e.camera.distance * Trigonometry.tan(e.camera.fieldOfView / 2)
        e.setCamera(.sandTable, isOrthographic: true)
        e.wait(1.2)
        #expect((e.camera.orthographicHeight - span).magnitude < 1e-3 && !e.isFlying)
        for _ in 0..<60 { e.step(1 / 60, ExplorationInput(zoom: 1.01)) }
        #expect(e.camera.orthographicHeight > 1.3 * span)
    }

    @Test func `in look mode the camera is in the visitor's eyes and nothing is cut away`() throws {
        let e = Exploration(try Room.empty().place())
        #expect(e.cut.height < 2.3 && e.cut.wallStrength == 1)
        e.setCamera(.look, isOrthographic: false)
        e.wait(1)
        #expect((e.camera.pose.translation - e.avatar.position - Vector3(0, 1.45, 0)).length < 1e-4)
        #expect(e.cut.height > 2.5 && e.cut.wallStrength == 0)
    }

    @Test func `a flight ends exactly at its viewpoint, the way back exactly where one was`() throws {
        var random = SplitMix64(seed: 3)
        for mode in [CameraMode.sandTable, .look] {
            for isOrthographic in [false, true] {
                let e = Exploration(try Room.furnished().place())
                e.setCamera(mode, isOrthographic: isOrthographic, seconds: 0)
                for round in 0..<6 {
                    e.walk(random.unit() * 2 - 1, random.unit() * 2 - 1, seconds: 0.3)
                    for _ in 0..<5 { e.step(1 / 60, ExplorationInput(orbitX: 0.04, isHeld: true)) }
                    let before = Self.camera(e)
                    let position = e.avatar.position
                    try e.flyTo(Self.viewpoint, fieldOfView: 1.1)
                    // To the end, or turned round on the way.
                    e.wait(round % 2 == 0 ? 1.5 : random.unit() * 0.8)
                    if round % 2 == 0 {
                        #expect(
                            e.camera.pose
                                == RigidTransform(
                                    rotation: Self.viewpoint.rotation.normalized, translation: Self.viewpoint.translation))
                        #expect(e.camera.fieldOfView == 1.1 && e.isAway && !e.isFlying)
                    }
                    e.flyBack()
                    var steps = 0
                    while e.isAway, steps < 200 {
                        e.step(1 / 60, ExplorationInput(orbitX: 0.01))
                        steps += 1
                    }
                    #expect(Self.camera(e) == before && e.avatar.position == position)
                }
            }
        }
    }

    @Test func `the way back is the way there, in reverse`() throws {
        let e = Exploration(try Room.furnished().place())
        e.wait(1)
        try e.flyTo(Self.viewpoint, fieldOfView: 1.1, seconds: 1)
        var there = [e.camera]
        for _ in 0..<64 {
            e.step(1.0 / 64, ExplorationInput())
            there.append(e.camera)
        }
        #expect(!e.isFlying)
        e.flyBack(seconds: 1)
        for i in 1...64 {
            e.step(1.0 / 64, ExplorationInput())
            let other = there[64 - i]
            #expect((e.camera.pose.translation - other.pose.translation).length < 0.01)
            #expect((e.camera.pose.rotation.vector * other.pose.rotation.vector).sum().magnitude > 0.99999)
        }
    }

    @Test func `flights are smooth, also where one interrupts another`() throws {
        let e = Exploration(try Room.furnished().place())
        e.setCamera(.look, isOrthographic: false, seconds: 0)
        e.wait(1)
        var last = e.camera.pose.translation
        var lastSpeed = Vector3(repeating: 0)
        var turn = e.camera.pose.rotation
        var lastTurn = Float(0)
        var (jerk, twist): (Float, Float) = (0, 0)
        for i in 0..<400 {
            if i == 0 { try e.flyTo(Self.viewpoint, fieldOfView: 1.1) }
            if i == 30 { e.flyBack() }
            if i == 50 { try e.flyTo(RigidTransform.lookingAt(Vector3(2, 1, 1), from: Vector3(-2, 1.5, -0.5)), fieldOfView: 0.9) }
            if i == 200 { e.setCamera(.sandTable, isOrthographic: false) }
            e.step(1.0 / 60, ExplorationInput())
            let speed = (e.camera.pose.translation - last) * 60
            if i < 200 { jerk = max(jerk, (speed - lastSpeed).length) }
            last = e.camera.pose.translation
            lastSpeed = speed
            let cosine = min(1, (turn.vector * e.camera.pose.rotation.vector).sum().magnitude)
            let angle = 2 * Trigonometry.atan2((1 - cosine * cosine).squareRoot(), cosine) * 60
            if i < 200 { twist = max(twist, (angle - lastTurn).magnitude) }
            turn = e.camera.pose.rotation
            lastTurn = angle
        }
        // Metres and radians a second, from one sixtieth to the next; a jump would be some tens.
        #expect(jerk < 1.6, "\(jerk)")
        #expect(twist < 2, "\(twist)")
    }

    @Test func `who walks on at a viewpoint is flown back`() throws {
        let e = Exploration(try Room.furnished().place())
        let start = e.avatar.position
        try e.flyTo(Self.viewpoint, fieldOfView: 1)
        e.wait(1)
        e.walk(0, 1, seconds: 0.5)
        #expect(e.avatar.position == start && e.isFlying)
        e.walk(0, 1, seconds: 1)
        #expect(e.avatar.position != start && !e.isAway)
    }

    @Test func `a viewpoint that is none is refused`() throws {
        let e = Exploration(try Room.empty().place())
        #expect(throws: ExplorationError.badNumber) {
            try e.flyTo(RigidTransform(translation: Vector3(.nan, 0, 0)), fieldOfView: 1)
        }
        #expect(throws: ExplorationError.badNumber) { try e.flyTo(.identity, fieldOfView: .infinity) }
        #expect(throws: ExplorationError.badNumber) { try e.flyTo(.identity, fieldOfView: 0) }
        #expect(!e.isFlying)
    }
}
