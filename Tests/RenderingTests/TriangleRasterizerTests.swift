import Geometry
import Images
import Rendering
import Testing
import Support

private let white = Vector3(1, 1, 1)
private let plain = RenderStyle(shading: .colors, background: SIMD3(0, 0, 0), baseColor: white, supersampling: 1)
/// Looks along −z from 5 m at an image 2 m high.
private let front = RenderCamera(
    pose: RigidTransform(translation: Vector3(0, 0, 5)), projection: .orthographic(height: 2))

private func triangle(_ a: Vector3, _ b: Vector3, _ c: Vector3, color: Vector3 = white) -> TriangleMesh {
    TriangleMesh(positions: [a, b, c], colors: [color, color, color], indices: [0, 1, 2])
}

private func covered(_ image: ColorImage) -> Int { image.pixels.count { $0.x > 0 || $0.y > 0 || $0.z > 0 } }

@Suite struct TriangleRasterizerTests {
    @Test func `a triangle covers its share of the image in its own colour`() {
        let image = Renderer.render(
            triangle(Vector3(-0.5, -0.5, 0), Vector3(0.5, -0.5, 0), Vector3(0, 0.5, 0), color: SRGB.toLinear(SIMD3(200, 100, 50))),
            camera: front, width: 400, height: 400, style: plain)
        #expect(abs(Double(covered(image)) / 160_000 - 0.125) < 0.002)
        #expect(image[200, 210] == SIMD4(200, 100, 50, 255))
        #expect(image[10, 10] == SIMD4(0, 0, 0, 255))
        // +y is up and +x to the right: the tip is above, the left foot on the left.
        #expect(image[200, 105].x == 200)
        #expect(image[110, 298].x == 200)
        #expect(image[110, 110].x == 0)
    }

    @Test func `supersampled edges are partly covered`() {
        var style = plain
        style.supersampling = 2
        let image = Renderer.render(
            triangle(Vector3(-0.5, -0.5, 0), Vector3(0.5, -0.5, 0), Vector3(0, 0.5, 0)), camera: front, width: 100, height: 100,
            style: style)
        #expect(Set(image.pixels.map(\.x)).count > 3)
    }

    @Test func `the nearer surface hides the farther one in any order`() {
        let near = triangle(Vector3(-1, -1, 1), Vector3(1, -1, 1), Vector3(0, 1, 1), color: Vector3(1, 0, 0))
        let far = triangle(Vector3(-1, -1, 0), Vector3(1, -1, 0), Vector3(0, 1, 0), color: Vector3(0, 1, 0))
        let cameras = [front, .looking(at: Vector3(0, 0, 0), from: Vector3(0, 0, 5))]
        for camera in cameras {
            for (first, second) in [(near, far), (far, near)] {
                var mesh = first
                mesh.append(second)
                let image = Renderer.render(mesh, camera: camera, width: 64, height: 64, style: plain)
                #expect(image[32, 40] == SIMD4(255, 0, 0, 255))
            }
        }
    }

    @Test func `surfaces that cross are cut where they meet`() {
        var mesh = triangle(Vector3(-1, -1, -1), Vector3(1, -1, 1), Vector3(0, 3, 0), color: Vector3(1, 0, 0))
        mesh.append(triangle(Vector3(-1, -1, 1), Vector3(1, -1, -1), Vector3(0, 3, 0), color: Vector3(0, 1, 0)))
        let image = Renderer.render(mesh, camera: front, width: 201, height: 201, style: plain)
        #expect(image[60, 120] == SIMD4(0, 255, 0, 255))
        #expect(image[140, 120] == SIMD4(255, 0, 0, 255))
    }

    @Test(arguments: [1, 2, 3])
    func `triangles that share edges leave no hole and overlap nowhere`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // A grid of jittered vertices whose border lies outside the image.
        let n = 24
        var mesh = TriangleMesh()
        for y in 0...n {
            for x in 0...n {
                let j = Vector3(random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5) * 0.06
                mesh.positions.append(Vector3(Float(x) / Float(n) * 2.6 - 1.3, Float(y) / Float(n) * 2.6 - 1.3, 0) + j)
            }
        }
        for y in 0..<n {
            for x in 0..<n {
                let i = UInt32(y * (n + 1) + x)
                let w = UInt32(n + 1)
                mesh.indices += [i, i + 1, i + w + 1, i, i + w + 1, i + w]
            }
        }
        for camera in [front, RenderCamera.looking(at: Vector3(0, 0, 0), from: Vector3(0.3, 0.2, 2.2), verticalFieldOfView: 0.8)] {
            let image = Renderer.render(mesh, camera: camera, width: 300, height: 300, style: plain)
            #expect(covered(image) == 90_000)
        }
        // Flat, so that no sample may see two triangles: their counts add up to the image.
        for i in mesh.positions.indices { mesh.positions[i].z = 0 }
        var sum = 0
        for t in 0..<mesh.triangleCount {
            let one = TriangleMesh(positions: mesh.positions, indices: Array(mesh.indices[3 * t..<3 * t + 3]))
            sum += covered(Renderer.render(one, camera: front, width: 60, height: 60, style: plain))
        }
        #expect(sum == 3600)
    }

    @Test func `samples that lie exactly on a shared edge belong to one triangle`() {
        // Pixel centres of a 64-pixel image of 2 m lie on the diagonal of this square.
        let square: [Vector3] = [Vector3(-0.5, -0.5, 0), Vector3(0.5, -0.5, 0), Vector3(0.5, 0.5, 0), Vector3(-0.5, 0.5, 0)]
        let a = TriangleMesh(positions: square, indices: [0, 1, 2])
        let b = TriangleMesh(positions: square, indices: [0, 2, 3])
        let count = [a, b].map { covered(Renderer.render($0, camera: front, width: 64, height: 64, style: plain)) }
        #expect(count[0] + count[1] == 1024)
    }

    @Test func `a floor that reaches behind the camera is clipped at the near plane`() {
        let floor = TriangleMesh(
            positions: [Vector3(-50, 0, 50), Vector3(50, 0, 50), Vector3(50, 0, -50), Vector3(-50, 0, -50)],
            indices: [0, 1, 2, 0, 2, 3])
        let camera = RenderCamera(
            pose: RigidTransform(translation: Vector3(0, 1.5, 0)), projection: .perspective(verticalFieldOfView: .pi / 2), near: 0.1
        )
        let image = Renderer.render(floor, camera: camera, width: 200, height: 200, style: plain)
        // The floor fills the image below the horizon, where it ends 50 m away: 3 pixels below the middle.
        for y in 0..<200 {
            for x in 0..<200 { #expect((image[x, y].x > 0) == (y >= 103), "pixel \(x), \(y)") }
        }
        // A plane that slants through the near plane ends where it is nearer than that.
        var near = camera
        near.near = 3
        let cut = Renderer.render(floor, camera: near, width: 200, height: 200, style: plain)
        #expect(cut[100, 148].x > 0)
        #expect(cut[100, 151].x == 0)
    }

    @Test func `nothing behind the camera is drawn`() {
        let behind = triangle(Vector3(-1, -1, 6), Vector3(1, -1, 6), Vector3(0, 1, 6))
        for camera in [front, .looking(at: Vector3(0, 0, 0), from: Vector3(0, 0, 5))] {
            #expect(covered(Renderer.render(behind, camera: camera, width: 50, height: 50, style: plain)) == 0)
        }
    }

    @Test func `colours are interpolated in perspective`() {
        // A strip from 1 m to 9 m away: halfway along it is 5 m, which is seen at 1/5 of the height, not at the image's middle.
        let mesh = TriangleMesh(
            positions: [Vector3(-1, -1, -1), Vector3(1, -1, -1), Vector3(1, -1, -9), Vector3(-1, -1, -9)],
            colors: [Vector3(0, 0, 0), Vector3(0, 0, 0), Vector3(1, 1, 1), Vector3(1, 1, 1)], indices: [0, 1, 2, 0, 2, 3])
        let camera = RenderCamera(pose: .identity, projection: .perspective(verticalFieldOfView: .pi / 2))
        let image = Renderer.render(mesh, camera: camera, width: 1001, height: 1001, style: plain)
        #expect(abs(Int(image[500, 600].x) - Int(SRGB.code(0.5))) <= 1)
        #expect(abs(Int(image[500, 750].x) - Int(SRGB.code(0.125))) <= 1)
    }

    @Test func `surfaces seen from behind are left out where asked`() {
        let mesh = triangle(Vector3(-0.5, -0.5, 0), Vector3(0, 0.5, 0), Vector3(0.5, -0.5, 0))
        var style = plain
        #expect(covered(Renderer.render(mesh, camera: front, width: 50, height: 50, style: style)) > 0)
        style.cullsBackFaces = true
        #expect(covered(Renderer.render(mesh, camera: front, width: 50, height: 50, style: style)) == 0)
        let eye = RenderCamera.looking(at: Vector3(0, 0, 0), from: Vector3(0.1, 0.2, -3))
        #expect(covered(Renderer.render(mesh, camera: eye, width: 50, height: 50, style: style)) > 0)
    }

    @Test func `what lies above the cut is not drawn`() {
        var style = plain
        style.ceilingCut = 0.25
        let mesh = triangle(Vector3(-3, -3, 0), Vector3(3, -3, 0), Vector3(0, 3, 0))
        let image = Renderer.render(mesh, camera: front, width: 200, height: 200, style: style)
        #expect(image[100, 76].x > 0)
        #expect(image[100, 73].x == 0)
    }

    @Test func `broken meshes are drawn without what is broken`() {
        let mesh = TriangleMesh(
            positions: [Vector3(-1, -1, 0), Vector3(1, -1, 0), Vector3(0, 1, 0), Vector3(.nan, 0, 0), Vector3(.infinity, 0, 0)],
            colors: [white], indices: [0, 1, 2, 0, 1, 900, 0, 1, 3, 0, 1, 4, 0, 0, 0, 1])
        let image = Renderer.render(mesh, camera: front, width: 40, height: 40, style: plain)
        #expect(abs(covered(image) - 800) < 30)
        #expect(Renderer.render(mesh, camera: front, width: 0, height: 9).pixels.isEmpty)
        #expect(covered(Renderer.render(TriangleMesh(), camera: front, width: 8, height: 8, style: plain)) == 0)
    }
}
