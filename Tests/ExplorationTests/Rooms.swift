import Exploration
import Geometry
import Support

/// Places made for tests, of rectangles cut into squares.
struct Room {
    var mesh = TriangleMesh()

    /// A rectangle from `origin` along `a` and `b`, facing a × b, in `n` by `n` pieces.
    mutating func wall(_ origin: Vector3, _ a: Vector3, _ b: Vector3, _ n: Int = 6) {
        let base = UInt32(mesh.positions.count)
        for j in 0...n { for i in 0...n { mesh.positions.append(origin + a * (Float(i) / Float(n)) + b * (Float(j) / Float(n))) } }
        let row = UInt32(n + 1)
        for j in 0..<UInt32(n) {
            for i in 0..<UInt32(n) {
                let at = base + j * row + i
                mesh.indices += [at, at + 1, at + row, at + 1, at + row + 1, at + row]
            }
        }
    }

    /// A closed box, facing outwards.
    mutating func box(_ low: Vector3, _ high: Vector3, _ n: Int = 2) {
        let s = high - low
        let x = Vector3(s.x, 0, 0)
        let y = Vector3(0, s.y, 0)
        let z = Vector3(0, 0, s.z)
        wall(low, x, z, n)
        wall(low + y, z, x, n)
        wall(low, y, x, n)
        wall(low + z, x, y, n)
        wall(low, z, y, n)
        wall(low + x, y, z, n)
    }

    /// 6 by 4 m and 2.5 m high, seen from inside, middle of the floor at the origin.
    static func empty(_ n: Int = 12) -> Room {
        var room = Room()
        room.wall(Vector3(-3, 0, -2), Vector3(0, 0, 4), Vector3(6, 0, 0), n)
        room.wall(Vector3(-3, 2.5, -2), Vector3(6, 0, 0), Vector3(0, 0, 4), n)
        room.wall(Vector3(-3, 0, -2), Vector3(6, 0, 0), Vector3(0, 2.5, 0), n)
        room.wall(Vector3(3, 0, 2), Vector3(-6, 0, 0), Vector3(0, 2.5, 0), n)
        room.wall(Vector3(-3, 0, 2), Vector3(0, 0, -4), Vector3(0, 2.5, 0), n)
        room.wall(Vector3(3, 0, -2), Vector3(0, 0, 4), Vector3(0, 2.5, 0), n)
        return room
    }

    /// With a table on four legs, a cupboard, a bed, a thin screen without thickness and three steps up to a landing.
    static func furnished() -> Room {
        var room = empty()
        for x in [Float(-2), -1.1] {
            for z in [Float(-1.5), -1] { room.box(Vector3(x, 0, z), Vector3(x + 0.05, 0.72, z + 0.05)) }
        }
        room.box(Vector3(-2.1, 0.72, -1.6), Vector3(-0.95, 0.75, -0.85), 4)
        room.box(Vector3(-3, 0, 1), Vector3(-2.4, 2, 2))
        room.box(Vector3(-1, 0, 0.9), Vector3(1, 0.45, 2), 4)
        room.wall(Vector3(0.2, 0, -1.2), Vector3(0.7, 0, 0.7), Vector3(0, 2, 0), 3)
        for i in 0..<3 {
            room.box(Vector3(1.6 + 0.28 * Float(i), 0, -2), Vector3(1.88 + 0.28 * Float(i), 0.18 * Float(i + 1), -0.8))
        }
        room.box(Vector3(2.44, 0, -2), Vector3(3, 0.54, -0.8))
        return room
    }

    /// The same with noise on every vertex, as a scan has it.
    static func noisy(seed: UInt64) -> Room {
        var room = furnished()
        var random = SplitMix64(seed: seed)
        for i in room.mesh.positions.indices {
            room.mesh.positions[i] += Vector3(random.normal(), random.normal(), random.normal()) * 0.006
        }
        return room
    }

    func place() throws -> Place { try Place(mesh) }
}

extension Exploration {
    /// Walks for some seconds at 60 steps a second.
    func walk(_ x: Float, _ y: Float, seconds: Float, rate: Float = 60) {
        for _ in 0..<Int((seconds * rate).rounded()) { step(1 / rate, ExplorationInput(moveX: x, moveY: y)) }
    }

    func wait(_ seconds: Float) { walk(0, 0, seconds: seconds) }

    /// The joystick's vector that goes along `direction` in the world, as the camera stands.
    func joystick(towards direction: Vector3) -> (x: Float, y: Float) {
        let q = camera.pose.rotation
        let right = q.rotate(Vector3(1, 0, 0))
        let back = q.rotate(Vector3(0, 0, 1))
        let forward = Vector3(-back.x, 0, -back.z).normalized
        return (dot(direction, right), dot(direction, forward))
    }

    func walk(towards direction: Vector3, seconds: Float, rate: Float = 60) {
        let (x, y) = joystick(towards: direction)
        walk(x, y, seconds: seconds, rate: rate)
    }
}
