import BenchmarkSupport
import Exploration
import Geometry

/// What an exploration costs in a large place: a hall of a million triangles, full of pillars and bumps, with 100,000 pins.
///
///     ExplorationBenchmark [TRIANGLES] [PINS]
///
/// A line each: building, a step (mean and the 99th of a hundred while walking about), a pick, setting the pins. Microseconds
/// unless it says otherwise.
@main
enum ExplorationBenchmark {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let mesh = hall(triangles: arguments.first ?? 1_000_000)
        let pinCount = arguments.dropFirst().first ?? 100_000
        var start = Meter.cpuSeconds()
        let place = try Place(mesh)
        let build = Meter.cpuSeconds() - start
        print("\(mesh.triangleCount) triangles: place built in \(milliseconds(build)) ms")

        let exploration = Exploration(place)
        print("step, no pins: \(steps(exploration, 4000))")
        var random = Numbers()
        let pins = (0..<pinCount).map { _ in
            Vector3(random.unit() * 40 - 20, random.unit() * 2, random.unit() * 40 - 20)
        }
        start = Meter.cpuSeconds()
        try exploration.setPins(pins)
        print("\(pins.count) pins set in \(milliseconds(Meter.cpuSeconds() - start)) ms")
        print("step, \(pins.count) pins: \(steps(exploration, 4000))")
        print("pick, mesh: \(picks(exploration, .mesh))")
        print("pick, mesh and pins: \(picks(exploration, [.mesh, .pins]))")
    }

    /// Walks about; the avatar turns every half second.
    private static func steps(_ exploration: Exploration, _ count: Int) -> String {
        var random = Numbers()
        var times: [Double] = []
        var input = ExplorationInput()
        for i in 0..<count {
            if i % 30 == 0 { input = ExplorationInput(moveX: random.unit() * 2 - 1, moveY: random.unit() * 2 - 1, orbitX: 0.01) }
            let start = ContinuousClock.now
            exploration.step(1 / 60, input)
            times.append((ContinuousClock.now - start) / .microseconds(1))
        }
        return summary(&times)
    }

    /// From the camera's height onto places all over, as a pointer picks.
    private static func picks(_ exploration: Exploration, _ targets: PickTargets) -> String {
        var random = Numbers()
        var times: [Double] = []
        let eye = exploration.camera.pose.translation
        for _ in 0..<20_000 {
            let target = Vector3(random.unit() * 40 - 20, random.unit() * 2, random.unit() * 40 - 20)
            let start = ContinuousClock.now
            _ = exploration.pick(Ray(origin: eye, direction: target - eye), targets: targets)
            times.append((ContinuousClock.now - start) / .microseconds(1))
        }
        return summary(&times)
    }

    private static func summary(_ times: inout [Double]) -> String {
        times.sort()
        let mean = times.reduce(0, +) / Double(times.count)
        let median = times[times.count / 2]
        let percentile99 = times[times.count * 99 / 100]
        return "mean \(rounded(mean)), median \(rounded(median)), 99th percentile \(rounded(percentile99))"
    }

    private static func milliseconds(_ seconds: Double) -> Double { rounded(seconds * 1000) }
    private static func rounded(_ x: Double) -> Double { (x * 10).rounded() / 10 }

    /// A hall of 40 by 40 m with uneven floor, ceiling, walls and some hundred pillars: about as many triangles as asked for.
    private static func hall(triangles: Int) -> TriangleMesh {
        var mesh = TriangleMesh()
        func sheet(_ origin: Vector3, sides: (Vector3, Vector3), cells: (Int, Int), normal: Vector3) {
            let (a, b) = sides
            let (n, m) = cells
            let base = UInt32(mesh.positions.count)
            for j in 0...m {
                for i in 0...n {
                    let p = origin + a * (Float(i) / Float(n)) + b * (Float(j) / Float(m))
                    let bump = Trigonometry.sin(p.x * 31) * Trigonometry.sin(p.z * 29 + p.y * 23) * 0.004
                    mesh.positions.append(p + normal * bump)
                }
            }
            let row = UInt32(n + 1)
            for j in 0..<UInt32(m) {
                for i in 0..<UInt32(n) {
                    let at = base + j * row + i
                    mesh.indices += [at, at + 1, at + row, at + 1, at + row + 1, at + row]
                }
            }
        }
        // Half of it in floor and ceiling, half in walls and pillars.
        let n = Int((Double(triangles) / 8).squareRoot())
        sheet(Vector3(-20, 0, -20), sides: (Vector3(0, 0, 40), Vector3(40, 0, 0)), cells: (n, n), normal: Vector3(0, 1, 0))
        sheet(Vector3(-20, 3, -20), sides: (Vector3(40, 0, 0), Vector3(0, 0, 40)), cells: (n, n), normal: Vector3(0, -1, 0))
        let pillars = 12
        let side = Int((Double(triangles) / 4 / Double(pillars * pillars * 4)).squareRoot())
        for i in 0..<pillars {
            for j in 0..<pillars {
                let p = Vector3(Float(i) * 3.2 - 18, 0, Float(j) * 3.2 - 18)
                let x = Vector3(0.4, 0, 0)
                let y = Vector3(0, 3, 0)
                let z = Vector3(0, 0, 0.4)
                sheet(p, sides: (y, x), cells: (side, side), normal: -z)
                sheet(p + z, sides: (x, y), cells: (side, side), normal: z)
                sheet(p, sides: (z, y), cells: (side, side), normal: -x)
                sheet(p + x, sides: (y, z), cells: (side, side), normal: x)
            }
        }
        for (origin, along) in [
            (Vector3(-20, 0, -20), Vector3(40, 0, 0)), (Vector3(20, 0, -20), Vector3(0, 0, 40)),
            (Vector3(20, 0, 20), Vector3(-40, 0, 0)), (Vector3(-20, 0, 20), Vector3(0, 0, -40)),
        ] { sheet(origin, sides: (along, Vector3(0, 3, 0)), cells: (n, n / 8), normal: cross(along, Vector3(0, 1, 0)).normalized) }
        return mesh
    }

    /// Repeatable numbers 0…1.
    private struct Numbers {
        private var state: UInt64 = 88172645463325252

        mutating func unit() -> Float {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Float(state >> 40) * 0x1p-24
        }
    }
}
