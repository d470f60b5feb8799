import Geometry
import Reconstruction
import Testing

@Suite struct CleaningTests {
    static func square(_ size: Float, at x: Float) -> TriangleMesh {
        TriangleMesh(
            positions: [Vector3(x, 0, 0), Vector3(x, 0, size), Vector3(x + size, 0, size), Vector3(x + size, 0, 0)],
            colors: Array(repeating: Vector3(size, 0, 0), count: 4), indices: [0, 1, 2, 0, 2, 3])
    }

    @Test func `small pieces go and large ones stay as they were`() {
        var mesh = Self.square(0.1, at: 0)
        mesh.append(Self.square(1, at: 5))
        mesh.append(Self.square(0.05, at: 9))
        #expect(Components.removeSmall(&mesh, minimumArea: 0.02) == 2)
        #expect(mesh == Self.square(1, at: 5))
    }

    @Test func `the largest piece always stays`() {
        var mesh = Self.square(0.1, at: 0)
        mesh.append(Self.square(0.05, at: 9))
        #expect(Components.removeSmall(&mesh, minimumArea: 100) == 1)
        #expect(mesh == Self.square(0.1, at: 0))
    }

    @Test func `the footprint counts ground once, and only what faces up`() {
        var mesh = Self.square(2, at: 0)
        var table = Self.square(1, at: 0.5)
        for i in table.positions.indices { table.positions[i].y = 0.7 }
        mesh.append(table)
        var ceiling = Self.square(3, at: 0)
        ceiling.indices = [0, 2, 1, 0, 3, 2]
        for i in ceiling.positions.indices { ceiling.positions[i].y = 2.5 }
        mesh.append(ceiling)
        #expect(abs(Footprint.area(of: mesh) - 4) < 0.25)
    }

    @Test func `a surface moved by a centimetre is a centimetre away`() {
        let truth = Self.square(2, at: 0)
        var moved = truth
        for i in moved.positions.indices { moved.positions[i].y = 0.01 }
        let distance = SurfaceDistance(of: moved, from: truth, threshold: 0.02)
        #expect(abs(distance.meanAccuracy - 0.01) < 1e-5 && abs(distance.accuracy95 - 0.01) < 1e-5 && distance.fScore == 1)
        #expect(SurfaceDistance(of: moved, from: truth, threshold: 0.005).fScore == 0)
        // Half of the truth is missing: precise, but not complete.
        let half = SurfaceDistance(of: Self.square(2, at: 1), from: truth, threshold: 0.02)
        #expect(abs(half.precision - 0.5) < 0.05 && abs(half.recall - 0.5) < 0.05)
    }
}
