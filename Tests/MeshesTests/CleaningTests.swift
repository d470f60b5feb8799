import TestSupport
import Meshes
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
        #expect(Floaters.remove(from: &mesh, options: .init(minimumArea: 0.02)) == 2)
        #expect(mesh == Self.square(1, at: 5))
    }

    @Test func `the largest piece always stays`() {
        var mesh = Self.square(0.1, at: 0)
        mesh.append(Self.square(0.05, at: 9))
        #expect(Floaters.remove(from: &mesh, options: .init(minimumArea: 100)) == 1)
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

    @Test func `a small lamp that every frame saw stays, and a sheet that few saw goes`() {
        // A room's worth of surface, a lamp of 150 cm², a floating sheet of 900 cm², specks.
        var mesh = Self.square(2, at: 0)
        mesh.append(Self.square(0.12, at: 5))
        mesh.append(Self.square(0.3, at: 7))
        mesh.append(Self.square(0.05, at: 9))
        let positions = mesh.positions
        func support(_ v: Int) -> Float { positions[v].x < 6 ? 50 : (positions[v].x < 8 ? 4 : 50) }
        var judged = mesh
        #expect(Floaters.remove(from: &judged, support: support) == 2)
        #expect(judged.bounds.max.x < 5.2 && judged.triangleCount == 4)
        // By area alone it would be the other way round.
        #expect(Floaters.remove(from: &mesh) == 2)
        #expect(mesh.bounds.max.x > 7)
    }

    @Test func `accuracy, completeness and scores at three distances come in one go`() {
        let truth = Self.square(2, at: 0)
        var moved = truth
        for i in moved.positions.indices { moved.positions[i].y = 0.015 }
        let distance = SurfaceDistance(of: moved, from: truth)
        #expect(distance.scores.map(\.threshold) == [0.01, 0.02, 0.05] && distance.scores.map(\.fScore) == [0, 1, 1])
        #expect(abs(distance.completeness95 - 0.015) < 1e-5)
    }

    @Test func `raw depth is compared with the surface made of it`() throws {
        let scene = MadeScene(
            .box(.zero, Vector3(4, 2.5, 3), inwards: true), poses: [.lookingAt(Vector3(4, 1, 1), from: Vector3(1, 1.2, 1.5))])
        let exact = try RawDepthDistance(of: scene.mesh, capture: scene.capture)
        #expect(exact.samples > 200 && exact.median < 1e-4 && exact.percentile95 < 1e-4)
        var shifted = scene.mesh
        for i in shifted.positions.indices { shifted.positions[i] *= 1.01 }
        #expect(try RawDepthDistance(of: shifted, capture: scene.capture).median > 0.001)
    }
}
