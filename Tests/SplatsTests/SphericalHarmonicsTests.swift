import Geometry
import Splats
import Testing
import Support

@Suite struct SphericalHarmonicsTests {
    static func direction(_ random: inout SplitMix64) -> Vector3 {
        Vector3(random.normal(), random.normal(), random.normal()).normalized
    }

    static func splats(_ count: Int, degree: Int, seed: UInt64 = 3) -> SplatCloud {
        var random = SplitMix64(seed: seed)
        var cloud = SplatCloud(degree: degree)
        for _ in 0..<count {
            cloud.positions.append(Vector3(random.normal(), random.normal(), random.normal()))
            cloud.rotations.append(Quaternion(random.normal(), random.normal(), random.normal(), random.normal()).normalized)
            cloud.scales.append(Vector3(random.unit(), random.unit(), random.unit()) * 0.1)
            cloud.opacities.append(random.unit())
            for _ in 0..<3 * cloud.coefficientCount { cloud.harmonics.append(random.normal() * 0.3) }
        }
        return cloud
    }

    @Test func `The functions are orthonormal`() {
        // A fine product grid: midpoints along z, equal steps around it.
        var sums = [Double](repeating: 0, count: 256)
        let rows = 400
        let columns = 16
        for i in 0..<rows {
            let z = -1 + (2 * Double(i) + 1) / Double(rows)
            let r = (1 - z * z).squareRoot()
            for j in 0..<columns {
                let (s, c) = Trigonometry.sincos(Float(j) / Float(columns) * 2 * .pi)
                let v = SphericalHarmonics.values(SIMD3(r * Double(c), r * Double(s), z))
                for a in 0..<16 {
                    for b in 0..<16 { sums[16 * a + b] += v[a] * v[b] * 4 * .pi / Double(rows * columns) }
                }
            }
        }
        for a in 0..<16 {
            for b in 0..<16 { #expect(abs(sums[16 * a + b] - (a == b ? 1 : 0)) < 1e-3) }
        }
    }

    @Test(arguments: 0...3) func `A turned splat shows the turned eye the same colour`(degree: Int) {
        var random = SplitMix64(seed: 9)
        let cloud = Self.splats(4, degree: degree)
        for _ in 0..<20 {
            let turn = Quaternion(angle: random.unit() * 6, axis: Self.direction(&random))
            var turned = cloud
            turned.rotate(by: turn)
            for i in 0..<cloud.count {
                let d = Self.direction(&random)
                let before = cloud.color(i, seenAlong: d)
                let after = turned.color(i, seenAlong: turn.rotate(d))
                #expect((before - after).length < 2e-5)
                #expect((turned.positions[i] - turn.rotate(cloud.positions[i])).length < 1e-5)
                // The splat's own axes turn along.
                let axis = turned.rotations[i].rotate(Vector3(1, 0, 0))
                #expect((axis - turn.rotate(cloud.rotations[i].rotate(Vector3(1, 0, 0)))).length < 1e-5)
            }
        }
    }

    @Test func `Turns by right angles and back change no centre, and half turns no bit`() {
        let cloud = Self.splats(50, degree: 3)
        let half = Float(0.5).squareRoot()
        for turn in [
            Quaternion(1, 0, 0, 0), Quaternion(half, 0, 0, half), Quaternion(0, half, 0, half), Quaternion(0, 0, -half, half),
        ] {
            var turned = cloud
            turned.rotate(by: turn)
            #expect(turned.harmonics != cloud.harmonics && turned.positions != cloud.positions)
            turned.rotate(by: turn.inverse)
            #expect(turned.positions == cloud.positions)
            for (a, b) in zip(turned.harmonics, cloud.harmonics) { #expect(abs(a - b) <= 1e-6) }
        }
        var twice = cloud
        twice.rotate(by: Quaternion(1, 0, 0, 0))
        twice.rotate(by: Quaternion(-1, 0, 0, 0))
        #expect(twice == cloud)
    }

    @Test func `A red front stays at the front`() {
        // Seen along −z it is redder than along +z: the coefficient of z is negative.
        var cloud = SplatCloud(
            positions: [Vector3(0, 0, 0)], rotations: [.identity], scales: [Vector3(1, 1, 1)], opacities: [1], degree: 1,
            harmonics: [0, 0, 0, 0, 0, 0, -0.5, 0, 0, 0, 0, 0])
        #expect(cloud.color(0, seenAlong: Vector3(0, 0, -1)).x > cloud.color(0, seenAlong: Vector3(0, 0, 1)).x)
        // z up to y up: what was seen along −z from above is seen along −y.
        cloud.rotate(by: Quaternion(angle: -.pi / 2, axis: Vector3(1, 0, 0)))
        #expect(cloud.color(0, seenAlong: Vector3(0, -1, 0)).x > cloud.color(0, seenAlong: Vector3(0, 1, 0)).x)
        #expect(abs(cloud.color(0, seenAlong: Vector3(0, 0, 1)).x - 0.5) < 1e-6)
    }

    @Test func `A cloud is picked from, limited, moved and scaled`() {
        let cloud = Self.splats(5, degree: 2)
        #expect(cloud.flaw == nil)
        let part = cloud.picked([3, 1])
        #expect(part.flaw == nil && part.count == 2 && part.coefficient(0, 8) == cloud.coefficient(3, 8))
        let flat = cloud.limited(toDegree: 0)
        #expect(flat.flaw == nil && flat.baseColor(4) == cloud.baseColor(4) && flat.harmonics.count == 15)
        #expect(cloud.limited(toDegree: 3) == cloud)
        var large = cloud
        large.scale(by: 2)
        large.translate(by: Vector3(1, 0, 0))
        #expect(large.scales[0] == cloud.scales[0] * 2 && large.positions[0] == cloud.positions[0] * 2 + Vector3(1, 0, 0))
        #expect(cloud.centres.positions == cloud.positions && cloud.centres.colors.count == 5)
        var bad = cloud
        bad.opacities.removeLast()
        #expect(bad.flaw != nil)
    }
}
