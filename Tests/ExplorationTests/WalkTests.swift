import FloorPlans
import Exploration
import Geometry
import Testing
import Support

@Suite struct WalkTests {
    @Test func `the visitor starts on the floor, clear of everything`() throws {
        let place = try Room.furnished().place()
        let start = try #require(place.start)
        #expect(start.y == 0 && place.isClear(start) && place.levels.floor.magnitude < 1e-5)
        #expect(((place.levels.ceiling ?? 0) - 2.5).magnitude < 1e-5)
    }

    @Test func `the joystick is relative to the camera, speeds up and comes to rest`() throws {
        let e = Exploration(try Room.empty().place())
        let start = e.avatar.position
        e.step(1 / 60, ExplorationInput(moveY: 1))
        #expect(e.avatar.speed > 0 && e.avatar.speed < 0.3)
        e.walk(0, 1, seconds: 0.5)
        #expect((e.avatar.speed - 1.9).magnitude < 0.01)
        let back = e.camera.pose.rotation.rotate(Vector3(0, 0, 1))
        let moved = e.avatar.position - start
        #expect(dot(moved.normalized, Vector3(-back.x, 0, -back.z).normalized) > 0.999)
        e.wait(2)
        #expect(e.avatar.speed == 0 && !e.isMoving)
    }

    @Test func `a wall is slid along, not entered and not stuck to`() throws {
        let e = Exploration(try Room.empty().place())
        e.walk(towards: Vector3(1, 0, 0.4).normalized, seconds: 1.8)
        let x = e.avatar.position.x
        #expect(x > 2.75 && x <= 2.83 + 0.002)
        let z = e.avatar.position.z
        e.walk(towards: Vector3(1, 0, 0.4).normalized, seconds: 0.6)
        #expect(e.avatar.position.z > z + 0.2)
        // Out of the corner again.
        e.walk(towards: Vector3(1, 0, 1).normalized, seconds: 3)
        e.walk(towards: Vector3(-1, 0, 0), seconds: 1)
        #expect(e.avatar.position.x < x - 1)
    }

    @Test func `steps are climbed, a bed is not`() throws {
        let e = Exploration(try Room.furnished().place())
        #expect(e.put(at: Vector3(1.2, 0, -1.4), heading: 0))
        e.walk(towards: Vector3(1, 0, 0), seconds: 1.5)
        #expect((e.avatar.position.y - 0.54).magnitude < 1e-4 && e.avatar.position.x > 2.6)
        e.walk(towards: Vector3(-1, 0, 0), seconds: 1.5)
        #expect(e.avatar.position.y == 0)
        #expect(e.put(at: Vector3(0, 0, 0.3), heading: 0))
        e.walk(towards: Vector3(0, 0, 1), seconds: 1)
        #expect(e.avatar.position.y == 0 && e.avatar.position.z < 0.9 - 0.16)
    }

    @Test func `off a table one falls onto the floor`() throws {
        let e = Exploration(try Room.furnished().place())
        #expect(e.put(at: Vector3(-1.5, 0.75, -1.2), heading: 0))
        #expect((e.avatar.position.y - 0.75).magnitude < 1e-4)
        let (x, y) = e.joystick(towards: Vector3(1, 0, 0.2).normalized)
        var wasInAir = false
        for _ in 0..<90 {
            e.step(1 / 60, ExplorationInput(moveX: x, moveY: y))
            wasInAir = wasInAir || !e.avatar.isGrounded
        }
        #expect(wasInAir && e.avatar.isGrounded && e.avatar.position.y == 0)
    }

    @Test func `at the edge of a floor without walls one stays on it, and walks along it`() throws {
        var room = Room()
        room.wall(Vector3(-2, 0, -2), Vector3(0, 0, 4), Vector3(4, 0, 0), 8)
        let e = Exploration(try room.place())
        e.walk(towards: Vector3(1, 0, 0.5).normalized, seconds: 3)
        #expect(e.avatar.position.x <= 2.11 && e.avatar.position.x > 1.7 && e.avatar.position.y.magnitude < 1e-4)
        let z = e.avatar.position.z
        #expect(z > 0.8)
        e.walk(towards: Vector3(1, 0, -0.8).normalized, seconds: 1)
        #expect(e.avatar.position.z < z - 0.1)
    }

    @Test func `a hole in the scan of a floor is walked over, also where there is something far below`() throws {
        var room = Room()
        room.wall(Vector3(-3, 0, -2), Vector3(0, 0, 4), Vector3(2.7, 0, 0), 8)
        room.wall(Vector3(0.4, 0, -2), Vector3(0, 0, 4), Vector3(2.6, 0, 0), 8)
        room.wall(Vector3(-0.3, -1.5, -2), Vector3(0, 0, 4), Vector3(0.7, 0, 0), 8)
        let e = Exploration(try room.place())
        #expect(e.put(at: Vector3(-1.5, 0, 0), heading: 0))
        e.walk(towards: Vector3(1, 0, 0), seconds: 1.8)
        #expect(e.avatar.position.x > 1 && e.avatar.position.y == 0)
    }

    @Test func `where nobody can stand the visitor glides over the plan`() throws {
        var thing = Room()
        thing.box(Vector3(-0.2, 0, -0.2), Vector3(0.2, 0.3, 0.2))
        let e = Exploration(try thing.place())
        e.walk(1, 0, seconds: 30)
        #expect(e.avatar.position.x.magnitude <= 1.2 && e.avatar.position.z.magnitude <= 1.2)
    }

    @Test func `random walks never leave a room and never pass through its furniture`() throws {
        for seed in UInt64(1)...12 {
            let place = try (seed % 3 == 0 ? Room.furnished() : Room.noisy(seed: seed)).place()
            var walker = Walker(place, seed: seed)
            walker.walk(steps: 3000, in: "room, seed \(seed)")
        }
    }
}
