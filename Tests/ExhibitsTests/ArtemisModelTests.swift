import ExhibitMotion
import Exhibits
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import Rendering
import Testing

/// The triangles of a node and all below it, as one mesh.
func surface(of name: String, in scene: Scene) -> TriangleMesh? {
    guard let node = scene.nodes.firstIndex(where: { $0.name == name }) else { return nil }
    var mesh = TriangleMesh(positions: [], indices: [])
    var stack = [node]
    while let number = stack.popLast() {
        stack += scene.nodes[number].children
        guard let placed = scene.nodes[number].mesh else { continue }
        for primitive in scene.meshes[placed].primitives {
            let first = UInt32(mesh.positions.count)
            mesh.positions += primitive.positions
            mesh.indices += primitive.indices.map { $0 + first }
        }
    }
    return mesh
}

/// Twice the largest distance from the y axis.
func diameter(_ positions: [Vector3]) -> Float { 2 * (positions.map { Vector3($0.x, 0, $0.z).length }.max() ?? 0) }

@Suite struct ArtemisModelTests {
    static let finest: [ArtemisModel: Scene] = {
        var scenes: [ArtemisModel: Scene] = [:]
        for model in ArtemisModel.allCases { scenes[model] = try? Artemis.scene(model, level: 0) }
        return scenes
    }()

    private func scene(_ model: ArtemisModel) throws -> Scene { try #require(Self.finest[model]) }

    @Test(arguments: ArtemisModel.allCases)
    func `a model keeps its budget of triangles, draw calls and texture memory`(_ model: ArtemisModel) throws {
        let scene = try scene(model)
        #expect(scene.flaw == nil)
        #expect((60_000...150_000).contains(scene.triangleCount))
        #expect(scene.meshes.reduce(0) { $0 + $1.primitives.count } <= 80)
        // RGBA with its smaller versions, which take a third more.
        let memory = try scene.images.reduce(0) { sum, image in
            let size = try #require(image.size)
            #expect(size.width <= 2048 && size.height <= 2048)
            return sum + size.width * size.height * 4 * 4 / 3
        }
        #expect(memory <= 16 << 20)
    }

    @Test(arguments: ArtemisModel.allCases)
    func `coarser levels have the nodes of the finest one, fewer triangles and the counts of the document`(_ model: ArtemisModel)
        throws
    {
        let document = try #require(Artemis.exhibit().models.first { $0.id == model.rawValue })
        let first = try scene(model)
        var last = first.triangleCount
        for (k, level) in document.levels.enumerated() {
            let scene = try Artemis.scene(model, level: k + 1)
            #expect(scene.flaw == nil)
            #expect(scene.triangleCount == level.triangleCount)
            #expect(Double(scene.triangleCount) < 0.45 * Double(last))
            last = scene.triangleCount
            for part in document.allParts { if let node = part.node { #expect(scene.nodes.contains { $0.name == node }) } }
        }
    }

    @Test(arguments: ArtemisModel.allCases)
    func `the poster that comes with the program shows the model as the first view does`(_ model: ArtemisModel) throws {
        let document = try #require(Artemis.exhibit().models.first { $0.id == model.rawValue })
        let poster = try #require(document.poster)
        let scene = try Artemis.scene(model, level: ArtemisModel.levelCount - 1)
        #expect(poster == ExhibitPoster(image: poster.image, bounds: scene.bounds))
        let preview = try #require(Artemis.preview(of: poster.image))
        let image = try WebP.decode(Array(Data(contentsOf: preview)))
        #expect(image.width == 960 && image.height == 720)
        // The model's silhouette from the first view, at an eighth of the size.
        let root = try #require(scene.roots.first)
        let name = try #require(scene.nodes[root].name)
        let mesh = try #require(surface(of: name, in: scene))
        let limits = OrbitLimits(bounds: scene.bounds, floor: 0)
        let pose = HomeView.pose(limits, aspect: 4.0 / 3)
        let camera = RenderCamera.looking(at: pose.target, from: pose.eye, verticalFieldOfView: HomeView.fieldOfView)
        let silhouette = Renderer.cutout(mesh, camera: camera, width: 120, height: 90) { _ in Vector3(repeating: 1) }
        var covered = 0
        var different = 0
        for (i, pixel) in silhouette.pixels.enumerated() {
            let x = 8 * (i % 120)
            let y = 8 * (i / 120)
            var sum = 0
            for k in 0..<64 { sum += Int(image[x + k % 8, y + k / 8].w) }
            covered += Int(pixel.w)
            different += abs(Int(pixel.w) - sum / 64)
        }
        #expect(covered > 255 * 300)
        #expect(Double(different) < 0.12 * Double(covered))
        let draft = try #require(Artemis.preview(of: "images/\(model.rawValue).jpg"))
        #expect(try ImageFile.readColor(draft).width == 400)
        #expect(Artemis.preview(of: "images/card-orion.jpg") == nil && Artemis.preview(of: "../\(model.rawValue).jpg") == nil)
    }

    /// Not a test: draws the images that come with the program anew.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["DIORAMA_PREVIEWS"] != nil, "DIORAMA_PREVIEWS is not set"))
    func `the images that come with the program are drawn into a folder`() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["DIORAMA_PREVIEWS"])
        try Artemis.drawPreviews(to: URL(fileURLWithPath: folder))
    }

    @Test(arguments: ArtemisModel.allCases)
    func `every label is within 5 cm of the surface of its part`(_ model: ArtemisModel) throws {
        let scene = try scene(model)
        let document = try #require(Artemis.exhibit().models.first { $0.id == model.rawValue })
        for part in document.allParts {
            guard let node = part.node else { continue }
            let mesh = try #require(surface(of: node, in: scene), "\(node) is no node")
            let p = part.position.map { Float($0) }
            let nearest = BVH(mesh).nearest(to: Vector3(p[0], p[1], p[2]), within: 0.05)
            #expect(nearest != nil, "the label of \(part.id) is not on its part")
        }
    }

    @Test func `Orion has its true dimensions`() throws {
        let scene = try scene(.orion)
        func part(_ name: String) throws -> Bounds { try #require(surface(of: name, in: scene)).bounds }
        let all = try part("Orion")
        #expect(abs(all.min.y) < 0.001)
        #expect(abs(all.max.y - 7.52) < 0.01)
        let crew = try #require(surface(of: "crew-module", in: scene))
        #expect(abs(diameter(crew.positions) - 5.02) < 0.03)
        #expect(abs(crew.bounds.size.y - 3.30) < 0.02)
        // From tip to tip: the corners of the tips are half a wing's width beside the line through both.
        let arrays = try #require(surface(of: "solar-arrays", in: scene))
        let corner = (Float(9.5) * 9.5 + 0.96 * 0.96).squareRoot()
        #expect(abs(diameter(arrays.positions) - 2 * corner) < 0.05)
        let engine = try #require(surface(of: "main-engine", in: scene))
        #expect(abs(diameter(engine.positions) - 1.17) < 0.04)
    }

    @Test func `SLS is 98 m high, and its stages have their true dimensions`() throws {
        let scene = try scene(.sls)
        func part(_ name: String) throws -> TriangleMesh { try #require(surface(of: name, in: scene)) }
        let all = try part("SLS").bounds
        #expect(abs(all.min.y) < 0.001)
        #expect(abs(all.size.y - 98.1) < 0.05)
        #expect(abs(diameter(try part("liquid-hydrogen-tank").positions) - 8.4) < 0.05)
        #expect(abs(try part("forward-skirt").bounds.max.y - 64.6) < 0.05)
        #expect(abs(try part("booster-left").bounds.max.y - 54) < 0.05)
        let booster = try part("booster-right-aft-skirt").bounds
        #expect(abs(booster.center.x - 6.36) < 0.05)
        #expect(abs(try part("launch-abort-system").bounds.size.y - 13.4) < 0.05)
        #expect(abs(try part("engine-1").bounds.size.y - 4.3) < 0.05)
    }

    @Test(arguments: ["heat-shield", "docking-hatch", "radiators", "main-engine"])
    func `surfaces face outwards`(_ name: String) throws {
        // The signed volume of a part whose outside is outside is positive.
        let mesh = try #require(surface(of: name, in: try scene(.orion)))
        let center = mesh.bounds.center
        let volume = (0..<mesh.triangleCount).reduce(Float(0)) { sum, t in
            let (a, b, c) = mesh.corners(t)
            return sum + dot(a - center, cross(b - center, c - center)) / 6
        }
        #expect(volume > 0)
    }

    @Test(arguments: ArtemisModel.allCases) func `normals agree with the winding`(_ model: ArtemisModel) throws {
        let scene = try scene(model)
        var wrong = 0
        for primitive in scene.meshes.flatMap(\.primitives) {
            for t in 0..<primitive.triangleCount {
                let i = (0..<3).map { Int(primitive.indices[3 * t + $0]) }
                let p = i.map { primitive.positions[$0] }
                let face = cross(p[1] - p[0], p[2] - p[0])
                let sum = i.reduce(Vector3(repeating: 0)) { $0 + primitive.normals[$1] }
                if face.length > 1e-9, dot(face, sum) < 0 { wrong += 1 }
            }
        }
        #expect(Double(wrong) < 0.005 * Double(scene.triangleCount))
    }
}
