import Foundation
import Geometry
import Splats
import Support

/// Shapes with the numbers of scans: all bits of the coordinates in use, noise of a millimetre, colours of 8 bits that change from
/// point to point.
enum Scene {
    /// Hilly ground of `side`² squares of a centimetre, two triangles each.
    static func mesh(side: Int) -> TriangleMesh {
        var random = SplitMix64(seed: 1)
        var mesh = TriangleMesh()
        mesh.positions.reserveCapacity((side + 1) * (side + 1))
        mesh.colors.reserveCapacity((side + 1) * (side + 1))
        for row in 0...side {
            for column in 0...side {
                let x = Float(column) * 0.01 + jitter(&random)
                let z = Float(row) * 0.01 + jitter(&random)
                let p = Vector3(x, 0.3 * sin(x) * cos(1.3 * z) + jitter(&random), z)
                mesh.positions.append(p)
                mesh.colors.append(color(p, &random))
            }
        }
        mesh.indices.reserveCapacity(6 * side * side)
        for row in 0..<side {
            for column in 0..<side {
                let a = UInt32(row * (side + 1) + column)
                let b = a + UInt32(side) + 1
                mesh.indices += [a, b, a + 1, a + 1, b, b + 1]
            }
        }
        return mesh
    }

    /// What a scanner that turns in a room of 8 x 3 x 6 m sees, a column at a time.
    static func cloud(columns: Int, rows: Int) -> PointCloud {
        var random = SplitMix64(seed: 2)
        var cloud = PointCloud()
        cloud.positions.reserveCapacity(columns * rows)
        cloud.colors.reserveCapacity(columns * rows)
        for column in 0..<columns {
            let heading = 2 * Float.pi * Float(column) / Float(columns)
            for row in 0..<rows {
                let height = Float.pi * ((Float(row) + 0.5) / Float(rows) - 0.5)
                let ray = Vector3(cos(height) * cos(heading), sin(height), cos(height) * sin(heading))
                let reach = min(4 / max(abs(ray.x), 1e-6), 1.5 / max(abs(ray.y), 1e-6), 3 / max(abs(ray.z), 1e-6))
                let p = ray * (reach + jitter(&random))
                cloud.positions.append(p)
                cloud.colors.append(color(p, &random))
            }
        }
        return cloud
    }

    /// Splats of degree 3 on the walls of that room.
    static func splats(_ count: Int) -> SplatCloud {
        let side = Int(Double(count).squareRoot().rounded(.up))
        let places = cloud(columns: side, rows: side)
        var random = SplitMix64(seed: 3)
        var splats = SplatCloud(degree: 3)
        splats.positions = Array(places.positions.prefix(count))
        for i in 0..<count {
            let axis = Vector3(signed(&random), signed(&random), signed(&random)).normalized
            splats.rotations.append(Quaternion(angle: .pi * signed(&random), axis: axis))
            splats.scales.append(
                Vector3(exp(signed(&random) - 5), exp(signed(&random) - 5), exp(signed(&random) - 6)))
            splats.opacities.append(1 / (1 + exp(-4 * signed(&random))))
            let base = SplatCloud.coefficient(ofBase: places.colors[i])
            splats.harmonics += [base.x, base.y, base.z]
            for _ in 3..<48 { splats.harmonics.append(0.2 * signed(&random)) }
        }
        return splats
    }

    private static func color(_ p: Vector3, _ random: inout SplitMix64) -> Vector3 {
        func code(_ x: Float) -> Float { SRGB.linear[Int(128 + 90 * sin(3 * x) + 8 * signed(&random))] }
        return Vector3(code(p.x), code(p.y + 1), code(p.z + 2))
    }

    /// −1 mm…1 mm.
    private static func jitter(_ random: inout SplitMix64) -> Float { 0.001 * signed(&random) }

    /// −1…1.
    private static func signed(_ random: inout SplitMix64) -> Float { Float(random.next() >> 40) * 0x1p-23 - 1 }
}
