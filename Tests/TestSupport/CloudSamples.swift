import Geometry
import Support

/// Clouds that searches and segmentations may stumble over.
package enum CloudSamples {
    package static func random(
        _ count: Int, size: Float = 1, at origin: Vector3 = Vector3(repeating: 0), seed: UInt64 = 1
    ) -> [Vector3] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in origin + Vector3(random.unit(), random.unit(), random.unit()) * size }
    }

    /// The floor and two walls of a room, with a little noise, and their normals.
    package static func corner(_ count: Int, noise: Float = 0.002, seed: UInt64 = 1) -> PointCloud {
        var random = SplitMix64(seed: seed)
        var cloud = PointCloud()
        for i in 0..<count {
            let u = random.unit() * 3
            let v = random.unit() * 3
            let e = random.normal() * noise
            switch i % 3 {
            case 0: cloud.positions.append(Vector3(u, e, v))
            case 1: cloud.positions.append(Vector3(e, u * 0.8, v))
            default: cloud.positions.append(Vector3(u, v * 0.8, e))
            }
            cloud.normals.append([Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)][i % 3])
            let stripe = 0.3 + 0.3 * Trigonometry.sin(u * 7) * Trigonometry.cos(v * 5)
            cloud.colors.append(Vector3(stripe, 0.2, 1 - stripe))
        }
        return cloud
    }

    /// Clouds of every kind that is hard: name, points.
    package static let hard: [(String, [Vector3])] = [
        ("one point", [Vector3(1, 2, 3)]),
        ("all equal", Array(repeating: Vector3(1, 2, 3), count: 5000)),
        ("two piles", twoPiles),
        ("a line", line),
        ("a lattice", lattice),
        ("random", random(3000)),
        ("far from the origin", random(3000, size: 2, at: Vector3(4000, 100, -7000))),
        ("a dense spot in kilometres", random(1500, size: 0.1) + random(1500, size: 5000, seed: 2)),
        ("a lone point far away", random(2000) + [Vector3(9000, 0, 0)]),
        ("tiny", random(2000, size: 1e-6)),
    ]

    private static var twoPiles: [Vector3] { (0..<3000).map { i in Vector3(i % 2 == 0 ? 0 : 5, 0, 0) } }
    private static var line: [Vector3] { (0..<2000).map { i in Vector3(Float(i) * 0.01, 0, 0) } }
    private static var lattice: [Vector3] {
        (0..<2197).map { i -> Vector3 in
            let x = Float(i % 13)
            let y = Float(i / 13 % 13)
            let z = Float(i / 169)
            return Vector3(x, y, z) * 0.1
        }
    }
}
