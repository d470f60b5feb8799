import TestSupport
import Meshes
import Geometry
import Images
import Reconstruction
import Testing
import Support

@Suite struct SmoothingTests {
    /// Floor and wall that meet at a right angle, in squares of 1 cm, as marching cubes makes them, with noise.
    static func corner(noise: Float) -> TriangleMesh {
        var random = SplitMix64(seed: 3)
        var mesh = TriangleMesh()
        let rows = 100
        let columns = 60
        for j in 0...rows {
            for i in 0...columns {
                let along = Float(j - rows / 2) * 0.01
                // The floor runs along z > 0, the wall up y > 0.
                let p = Vector3(Float(i) * 0.01, max(-along, 0), max(along, 0))
                let n = along > 0 ? Vector3(0, 1, 0) : Vector3(0, 0, 1)
                mesh.positions.append(p + n * (random.normal() * noise))
            }
        }
        let w = UInt32(columns + 1)
        for j in 0..<UInt32(rows) {
            for i in 0..<UInt32(columns) {
                let a = j * w + i
                mesh.indices += [a, a + w, a + 1, a + 1, a + w, a + w + 1]
            }
        }
        return mesh
    }

    static func off(_ p: Vector3) -> Float { min(p.y.magnitude, p.z.magnitude) }

    @Test func `noise goes and the edge stays sharp`() {
        var mesh = Self.corner(noise: 0.003)
        let before = mesh.positions.map(Self.off).reduce(0, +) / Float(mesh.positions.count)
        let indices = mesh.indices
        let planes = PlaneSmoothing.smooth(&mesh, options: .init(voxelSize: 0.01))
        let after = mesh.positions.map(Self.off).reduce(0, +) / Float(mesh.positions.count)
        #expect(mesh.indices == indices && mesh.flaw == nil)
        // The noise roughens the surface: its triangles have more area than the 0.3 m² that they cover.
        #expect(planes.count == 2 && planes.allSatisfy { $0.area > 0.27 && $0.area < 0.38 }, "\(planes.map(\.area))")
        #expect(before > 0.002 && after < before / 4)
        // The row of vertices in the edge itself.
        for i in 5..<55 {
            let p = mesh.positions[50 * 61 + i]
            #expect(p.y.magnitude < 0.0025 && p.z.magnitude < 0.0025)
        }
    }

    @Test func `a ball stays a ball`() {
        var mesh = HoleFillingTests.sphere(60)
        for i in mesh.positions.indices { mesh.positions[i] *= 0.3 }
        #expect(PlaneSmoothing.smooth(&mesh, options: .init(voxelSize: 0.01)).isEmpty)
        // Not at the poles, where slivers meet by the hundred as in no scan.
        for p in mesh.positions where p.y.magnitude < 0.299 { #expect((p.length - 0.3).magnitude < 0.001) }
    }

    @Test func `what stands out of a plane stays there`() {
        // A picture frame of 3 cm on a wall.
        var mesh = TriangleMesh.sheet(1, count: 100) { x, z in x.magnitude < 0.2 && z.magnitude < 0.2 ? 0.03 : 0 }
        PlaneSmoothing.smooth(&mesh, options: .init(voxelSize: 0.01))
        #expect((mesh.positions[50 * 101 + 50].y - 0.03).magnitude < 0.001)
        #expect(mesh.positions[10 * 101 + 10].y.magnitude < 0.001)
    }

    @Test func `the same mesh gives the same bytes, and odd ones do no harm`() {
        var a = Self.corner(noise: 0.003)
        var b = Self.corner(noise: 0.003)
        PlaneSmoothing.smooth(&a, options: .init(voxelSize: 0.01))
        PlaneSmoothing.smooth(&b, options: .init(voxelSize: 0.01))
        #expect(a == b)
        var empty = TriangleMesh()
        #expect(PlaneSmoothing.smooth(&empty, options: .init(voxelSize: 0.01)).isEmpty)
        var point = TriangleMesh(positions: Array(repeating: Vector3(1, 2, 3), count: 3), indices: [0, 1, 2, 0, 0, 0])
        PlaneSmoothing.smooth(&point, options: .init(voxelSize: 0.01))
        #expect(point.flaw == nil)
    }

    // MARK: Depth

    /// A board one metre in front of a wall, whose edge pixels are mixed.
    static func board(mixed: Bool) throws -> (frame: MadeScene, mixed: Set<Int>) {
        var mesh = TriangleMesh.box(Vector3(-0.3, -0.3, -1.05), Vector3(0.3, 0.3, -1))
        mesh.append(.box(Vector3(-4, -4, -2.1), Vector3(4, 4, -2)))
        return (MadeScene(mesh, poses: [.identity], noise: 0.002), [])
    }

    @Test func `flying pixels go, lonely ones and slopes included, and true ones stay`() throws {
        var frame = try Self.board(mixed: true).frame.frame(at: 0)
        let exact = frame.depth
        var random = SplitMix64(seed: 9)
        var flying: Set<Int> = []
        for y in 1..<119 {
            for x in 1..<159 {
                let other = [exact[x - 1, y], exact[x + 1, y], exact[x, y - 1], exact[x, y + 1]].max() ?? 0
                guard exact[x, y] < 1.5, other > 1.5 else { continue }
                // Between 15 and 85 % of the way from the board to the wall.
                frame.depth[x, y] += (other - exact[x, y]) * (0.15 + 0.7 * random.unit())
                flying.insert(y * 160 + x)
            }
        }
        frame.depth[20, 20] = 1.2
        flying.insert(20 * 160 + 20)
        let result = DepthFilter().filtered(frame)
        let gone = flying.count { result.pixels[$0] == 0 }
        let kept = result.pixels.indices.count { !flying.contains($0) && result.pixels[$0] > 0 }
        let all = result.pixels.indices.count { !flying.contains($0) && frame.depth.pixels[$0] > 0 }
        #expect(flying.count > 200 && Double(gone) > 0.95 * Double(flying.count))
        #expect(Double(kept) > 0.98 * Double(all))
        #expect(zip(result.pixels, frame.depth.pixels).allSatisfy { $0 == 0 || $0 == $1 })
    }

    @Test func `a slanted floor is no edge, and a pole no floater`() {
        // A floor 1.2 m below a level camera, as far as 5 m, and a pole of 2 cm 1 m away.
        var mesh = TriangleMesh.box(Vector3(-9, -1.3, -9), Vector3(9, -1.2, 9))
        mesh.append(.box(Vector3(-0.01, -1.2, -1.01), Vector3(0.01, 1, -1)))
        let frame = MadeScene(mesh, poses: [.identity], noise: 0.001).frame(at: 0)
        let result = DepthFilter().filtered(frame)
        var floor = 0
        var floorKept = 0
        var pole = 0
        var poleKept = 0
        for i in frame.depth.pixels.indices where frame.depth.pixels[i] > 0 && frame.depth.pixels[i] < 4.5 {
            if (frame.depth.pixels[i] - 1).magnitude < 0.02 {
                pole += 1
                if result.pixels[i] > 0 { poleKept += 1 }
            } else if frame.depth.pixels[i] > 1.6 {
                floor += 1
                if result.pixels[i] > 0 { floorKept += 1 }
            }
        }
        #expect(floor > 2000 && Double(floorKept) > 0.97 * Double(floor))
        #expect(pole > 100 && Double(poleKept) > 0.8 * Double(pole))
    }

    @Test func `depth pictures of any size and content are filtered without harm`() {
        for (w, h) in [(0, 0), (1, 1), (2, 3), (5, 1)] {
            for value in [Float.nan, .infinity, -1, 0, 1e-30, 2] {
                let camera = CameraIntrinsics(width: max(w, 1), height: max(h, 1), fx: 1, fy: 1, cx: 0, cy: 0)
                let frame = MadeScene(TriangleMesh.box(.zero, Vector3(1, 1, 1)), poses: [.identity]).frame(at: 0)
                var odd = frame
                odd.depth = DepthImage(width: w, height: h, repeating: value)
                odd.depthIntrinsics = camera
                #expect(DepthFilter().filtered(odd).pixels.count == w * h)
            }
        }
    }
}
