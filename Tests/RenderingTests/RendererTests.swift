import Foundation
import Geometry
import Images
import Rendering
import Testing
import Support

/// A ball of `n` rings: outward normals, coloured by direction.
private func ball(_ n: Int, radius: Float = 1) -> TriangleMesh {
    var mesh = TriangleMesh()
    for i in 0...n {
        let (s, c) = Trigonometry.sincos(Float(i) / Float(n) * .pi)
        for j in 0...2 * n {
            let (t, k) = Trigonometry.sincos(Float(j) / Float(n) * .pi)
            let p = Vector3(s * k, c, -s * t)
            mesh.positions.append(p * radius)
            mesh.normals.append(p)
            mesh.colors.append(p * 0.4 + 0.5)
        }
    }
    let w = UInt32(2 * n + 1)
    for i in 0..<UInt32(n) {
        for j in 0..<w - 1 {
            let a = i * w + j
            mesh.indices += [a, a + w, a + w + 1, a, a + w + 1, a + 1]
        }
    }
    return mesh
}

/// A box of the given size whose faces look inwards, standing on y = 0.
private func room(_ size: Vector3) -> TriangleMesh {
    var mesh = TriangleMesh()
    let corners: [Vector3] = (0..<8).map { i in
        Vector3(i & 1 == 0 ? 0 : size.x, i & 2 == 0 ? 0 : size.y, i & 4 == 0 ? 0 : size.z)
    }
    let faces: [[Int]] = [[0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3], [0, 1, 3, 2], [4, 6, 7, 5]]
    let colors = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, 1, 0), Vector3(0, 1, 1), Vector3(1, 0, 1)]
    for (face, color) in zip(faces, colors) {
        let base = UInt32(mesh.positions.count)
        mesh.positions += face.map { corners[$0] }
        mesh.colors += Array(repeating: color, count: 4)
        mesh.indices += [base, base + 1, base + 2, base, base + 2, base + 3]
    }
    return mesh
}

@Suite struct RendererTests {
    @Test func `an image is the same for one thread and for many`() throws {
        let mesh = ball(60)
        let cloud = PointCloud(positions: mesh.positions, normals: mesh.normals, colors: mesh.colors)
        let images = [
            Renderer.thumbnail(of: mesh, width: 160, height: 120), Renderer.thumbnail(of: cloud, width: 160, height: 120),
        ]
        // Each of several threads draws while the others do: whatever the scheduler does, the bytes stay.
        Parallel.forEach(8) { _ in
            #expect(Renderer.thumbnail(of: mesh, width: 160, height: 120) == images[0])
            #expect(Renderer.thumbnail(of: cloud, width: 160, height: 120) == images[1])
        }
        // The order in which triangles of different depth come does not matter either.
        var reversed = mesh
        reversed.indices = stride(from: mesh.indices.count - 3, through: 0, by: -3).flatMap { Array(mesh.indices[$0..<$0 + 3]) }
        #expect(Renderer.thumbnail(of: reversed, width: 160, height: 120) == images[0])
    }

    @Test func `normals and depth can be shown`() {
        let camera = RenderCamera.looking(at: Vector3(0, 0, 0), from: Vector3(0, 0, 3), verticalFieldOfView: 1)
        let normals = Renderer.render(ball(80), camera: camera, width: 101, height: 101, style: RenderStyle(shading: .normals))
        let middle = normals[50, 50]
        #expect(abs(Int(middle.x) - 128) <= 3 && abs(Int(middle.y) - 128) <= 3 && middle.z >= 253)
        let depth = Renderer.render(
            ball(80), camera: camera, width: 101, height: 101, style: RenderStyle(shading: .depth(near: 1, far: 5)))
        #expect(abs(Int(depth[50, 50].x) - 191) <= 2)
    }

    @Test func `a thumbnail frames the whole thing on the dark ground`() {
        for scale: Float in [0.02, 1, 40] {
            let image = Renderer.thumbnail(of: ball(40, radius: scale))
            #expect(image.width == 640 && image.height == 480)
            let ground = SIMD4(RenderStyle.darkGround, 255)
            let rows = (0..<480).filter { y in (0..<640).contains { image[$0, y] != ground } }
            let columns = (0..<640).filter { x in (0..<480).contains { image[x, $0] != ground } }
            #expect(rows.first! >= 4 && rows.last! < 476 && rows.count > 440)
            #expect(columns.first! > 60 && columns.last! < 580)
        }
    }

    @Test func `a thumbnail of a room looks into it`() {
        let mesh = room(Vector3(5, 2.6, 4))
        let view = SandTable(mesh)
        #expect(view.ceilingCut.map { $0 > 1.9 && $0 < 2.4 } == true)
        var style = view.style
        style.shading = .colors
        let image = Renderer.render(mesh, camera: view.camera(aspect: 4 / 3), width: 320, height: 240, style: style)
        let colors = Dictionary(grouping: image.pixels, by: { $0 }).mapValues(\.count)
        // The floor and the two far walls are seen, the ceiling is cut and the two near walls are culled.
        #expect(colors[SIMD4(255, 0, 0, 255), default: 0] > 10_000)
        #expect(colors[SIMD4(0, 255, 255, 255), default: 0] > 3_000)
        #expect(colors[SIMD4(0, 255, 0, 255), default: 0] == 0)
        #expect(colors[SIMD4(255, 0, 255, 255), default: 0] == 0)
        #expect(SandTable(room(Vector3(1.2, 0.9, 1))).ceilingCut == nil)
    }

    @Test func `points are round discs sized by distance`() {
        let cloud = PointCloud(positions: [Vector3(-1, 0, 0), Vector3(1, 0, -4)], colors: [Vector3(1, 0, 0), Vector3(0, 1, 0)])
        let camera = RenderCamera(
            pose: RigidTransform(translation: Vector3(0, 0, 4)), projection: .perspective(verticalFieldOfView: .pi / 2))
        let style = RenderStyle(shading: .colors, background: SIMD3(0, 0, 0), supersampling: 1, pointSize: 0.25)
        let image = Renderer.render(cloud, camera: camera, width: 800, height: 800, style: style)
        let red = image.pixels.count { $0.x > 0 }
        let green = image.pixels.count { $0.y > 0 }
        // Radii of 12.5 and 6.25 pixels.
        #expect(abs(Double(red) - 490.9) < 25)
        #expect(abs(Double(green) - 122.7) < 15)
        let empty = Renderer.thumbnail(of: PointCloud(), width: 32, height: 24)
        #expect(empty.pixels.allSatisfy { $0 == SIMD4(RenderStyle.darkGround, 255) })
    }

    @Test func `half a million triangles fill the thumbnail`() {
        let mesh = ball(354)
        #expect(mesh.triangleCount > 500_000)
        let image = Renderer.thumbnail(of: mesh)
        #expect(image.pixels.count { $0 != SIMD4(RenderStyle.darkGround, 255) } > image.pixels.count / 8)
    }
}
