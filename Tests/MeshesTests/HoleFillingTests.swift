import Meshes
import Geometry
import TestSupport
import Reconstruction
import Testing
import Support

@Suite struct HoleFillingTests {
    static func sphere(_ count: Int = 40) -> TriangleMesh {
        var mesh = TriangleMesh(positions: [Vector3(0, 1, 0), Vector3(0, -1, 0)])
        for j in 1..<count {
            let (y, r) = Trigonometry.sincos(.pi / 2 - .pi * Float(j) / Float(count))
            for i in 0..<2 * count {
                let (s, c) = Trigonometry.sincos(.pi * Float(i) / Float(count))
                mesh.positions.append(Vector3(r * c, y, r * s))
            }
        }
        let w = 2 * count
        func at(_ j: Int, _ i: Int) -> UInt32 { UInt32(2 + (j - 1) * w + i % w) }
        for i in 0..<w {
            mesh.indices += [0, at(1, i + 1), at(1, i), 1, at(count - 1, i), at(count - 1, i + 1)]
            for j in 1..<count - 1 {
                mesh.indices += [at(j, i), at(j, i + 1), at(j + 1, i), at(j, i + 1), at(j + 1, i + 1), at(j + 1, i)]
            }
        }
        return mesh
    }

    @Test func `a hole in a coloured plane is filled flat, evenly and in the colours around it`() {
        let whole = TriangleMesh.sheet(1, count: 50)
        var mesh = whole.without { Vector3($0.x - 0.1, 0, $0.z).length < 0.09 }
        let filled = HoleFilling.fill(&mesh, maximumPerimeter: 1)
        #expect(mesh.flaw == nil && filled.patches.count == 1)
        #expect(filled.triangles.upperBound == mesh.triangleCount && filled.triangles.count > 50)
        #expect(abs(mesh.area - 1) < 1e-4 && abs(filled.area - Double(filled.patches[0].area)) < 1e-6)
        #expect(mesh.positions.allSatisfy { $0.y.magnitude < 1e-5 })
        for t in filled.triangles {
            for k in 0..<3 {
                let p = mesh.positions[Int(mesh.indices[3 * t + k])]
                let c = mesh.colors[Int(mesh.indices[3 * t + k])]
                #expect((c - Vector3(p.x + 0.5, 0.5, p.z + 0.5)).length < 0.03)
            }
            let (a, b, c) = mesh.corners(t)
            #expect(cross(b - a, c - a).y > 0)
            #expect(max((b - a).length, (c - b).length, (a - c).length) < 0.06)
        }
    }

    @Test func `a hole in a ball is filled round`() {
        let whole = Self.sphere()
        var mesh = whole.without { $0.y > 0.93 }
        let missing = HoleFilling.fill(&mesh, maximumPerimeter: 3)
        #expect(missing.patches.count == 1 && HoleFilling.isClosed(mesh))
        // A flat lid would lie 0.07 below the ball's top.
        let tops = missing.triangles.map { t -> Float in
            let (a, b, c) = mesh.corners(t)
            return ((a + b + c) / 3).length
        }
        #expect((tops.min() ?? 0) > 0.96 && (tops.max() ?? 2) < 1.03, "\(tops.min() ?? 0) \(tops.max() ?? 0)")
    }

    @Test func `only small holes are filled, and never the outer rim of a sheet or the end of a tube`() {
        var sheet = TriangleMesh.sheet(0.2, count: 10)
        let before = sheet
        #expect(HoleFilling.fill(&sheet, maximumPerimeter: 10).patches.isEmpty && sheet == before)
        var door = TriangleMesh.sheet(2, count: 40).without { $0.x.magnitude < 0.4 && $0.z.magnitude < 0.4 }
        #expect(HoleFilling.fill(&door, maximumPerimeter: 1).patches.isEmpty)
        #expect(HoleFilling.fill(&door, maximumPerimeter: 5).patches.count == 1)
        var tube = TriangleMesh.cylinder(.zero, radius: 0.03, height: 0.5).without { $0.y == 0 }
        #expect(HoleFilling.fill(&tube, maximumPerimeter: 1).patches.isEmpty)
        #expect(HoleFilling.close(&tube).patches.count == 1 && MeshChecks.isWatertight(tube))
    }

    @Test func `a room without a wall is closed, and stays as it was elsewhere`() {
        var room = TriangleMesh.box(.zero, Vector3(4, 2.5, 3), inwards: true).without { $0.x > 3.99 }
        let kept = room.indices
        let filled = HoleFilling.close(&room)
        #expect(MeshChecks.isWatertight(room) && filled.patches.count == 1)
        #expect(Array(room.indices[..<kept.count]).count == kept.count && abs(filled.area - 7.5) < 0.3)
    }

    @Test func `long rims are closed too`() {
        var mesh = TriangleMesh.sheet(4, count: 200) { x, z in 0.1 * Trigonometry.sin(5 * x) * Trigonometry.sin(4 * z) }
        HoleFilling.close(&mesh)
        #expect(MeshChecks.isWatertight(mesh))
    }

    @Test func `anything becomes watertight`() {
        var random = SplitMix64(seed: 5)
        for round in 0..<60 {
            // Triangles thrown together: edges with many triangles, both facings, doubled ones, points that touch, and worse.
            let count = 3 + round % 12
            var mesh = TriangleMesh(
                positions: (0..<count).map { _ in Vector3(random.unit(), random.unit(), random.unit()) })
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                for _ in 0..<3 { mesh.indices.append(UInt32.random(in: 0..<UInt32(count), using: &random)) }
            }
            if round % 7 == 0 { mesh.positions[0].x = .nan }
            if round % 5 == 0 { mesh.positions[1] = mesh.positions[2] }
            HoleFilling.close(&mesh)
            #expect(MeshChecks.isWatertight(mesh), "round \(round)")
            #expect(HoleFilling.isClosed(mesh) == !mesh.indices.isEmpty)
        }
    }

    @Test func `two boxes that share an edge stay two closed boxes`() {
        var mesh = TriangleMesh.box(.zero, Vector3(1, 1, 1))
        mesh.append(.box(Vector3(1, 1, 0), Vector3(2, 2, 1)))
        let filled = HoleFilling.close(&mesh)
        #expect(filled.patches.isEmpty && MeshChecks.isWatertight(mesh) && mesh.triangleCount == 24)
    }

    @Test func `triangles that face the wrong way are turned`() {
        var mesh = TriangleMesh.box(.zero, Vector3(1, 1, 1))
        mesh.indices.swapAt(0, 1)
        mesh.indices.swapAt(12, 13)
        HoleFilling.close(&mesh)
        #expect(MeshChecks.isWatertight(mesh) && mesh.triangleCount == 12)
    }

    @Test func `nothing stays nothing`() {
        var mesh = TriangleMesh()
        #expect(HoleFilling.fill(&mesh, maximumPerimeter: 1).patches.isEmpty)
        #expect(HoleFilling.close(&mesh).patches.isEmpty && mesh.positions.isEmpty)
        #expect(!HoleFilling.isClosed(mesh))
    }
}
