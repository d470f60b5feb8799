import Exhibits
import Foundation
import Geometry
import Images
import ModelFormats
import Models
import Rendering
import TestSupport
import Testing

/// Our Orion beside NASA's own mesh (from the Artemis Real-time Orbit Website), where that is at hand.
@Suite(.enabled(if: TestData.has("nasa-artemis/orion-arow.glb"), "needs ../shared/data/nasa-artemis"))
struct ArtemisReferenceTests {
    /// What is compared: a name, ours and NASA's size in metres.
    private struct Comparison {
        let name: String
        let ours: Float
        let reference: Float
        var error: Float { abs(ours - reference) / reference }
    }

    @Test func `the main dimensions are within 3 % of those of NASA's mesh`() throws {
        let nasa = try NASAOrion()
        let scene = try #require(ArtemisModelTests.finest[.orion])
        func ours(_ names: [String]) throws -> [Vector3] {
            try names.flatMap { try #require(surface(of: $0, in: scene)).positions }
        }
        func height(_ p: [Vector3]) -> Float { Bounds(p).size.y }
        let crew = try ours(["crew-module"])
        let reference = nasa.positions { $0.hasPrefix("CM_") || $0.hasPrefix("Face_") }
        let service = try ours(["service-module", "crew-module-adapter"]).filter { Vector3($0.x, 0, $0.z).length < 2.9 }
        let all = crew + service
        let comparisons = [
            Comparison(name: "crew module diameter", ours: diameter(crew), reference: diameter(reference)),
            Comparison(name: "crew module height", ours: height(crew), reference: height(reference)),
            Comparison(
                name: "service module diameter with thrusters", ours: diameter(try ours(["attitude-thrusters"])),
                reference: diameter(nasa.positions { $0 == "SM_4" })),
            Comparison(
                name: "service module cylinder", ours: diameter(try ours(["radiators"])),
                reference: diameter(nasa.positions { $0 == "SM_6" })),
            Comparison(
                name: "adapter diameter", ours: diameter(try ours(["crew-module-adapter"])),
                reference: diameter(nasa.positions { $0 == "SM_9" })),
            Comparison(
                name: "service module with adapter, length", ours: height(service),
                reference: height(nasa.positions { $0.hasPrefix("SM_") })),
            Comparison(name: "total length", ours: height(all), reference: height(nasa.positions { !$0.hasPrefix("SAW") })),
        ]
        for c in comparisons {
            print("\(c.name): \(c.ours) m, NASA's mesh \(c.reference) m, \((c.error * 1000).rounded() / 10) %")
            #expect(c.error < 0.03, "\(c.name): \(c.ours) m against \(c.reference) m")
        }
    }

    /// NASA's file has lost the places of the wings, so that a wing is compared by itself, and the span with ESA's 19 m.
    @Test func `a wing has the length and width of NASA's and ESA's`() throws {
        let nasa = try NASAOrion().positions { $0 == "SAW1" }
        #expect(abs(principalLength(nasa) - 7.375) / 7.375 < 0.03)
        let scene = try #require(ArtemisModelTests.finest[.orion])
        let wing = try #require(surface(of: "solar-array-1", in: scene)).positions
        let along = Vector3(0.866_025, 0, 0.5)
        let across = Vector3(0.5, 0, -0.866_025)
        let width = wing.map { dot($0, across) }
        #expect(abs((width.max() ?? 0) - (width.min() ?? 0) - 1.92) < 0.03 * 1.92)
        #expect(abs(2 * (wing.map { dot($0, along) }.max() ?? 0) - 19) < 0.03 * 19)
    }

    /// The size along the longest principal axis.
    private func principalLength(_ p: [Vector3]) -> Float {
        let center = p.reduce(Vector3(repeating: 0), +) / Float(p.count)
        // The longest axis by power iteration on the covariance.
        var axis = Vector3(1, 0.3, 0.5).normalized
        for _ in 0..<60 {
            axis = p.reduce(Vector3(repeating: 0)) { $0 + ($1 - center) * dot($1 - center, axis) }.normalized
        }
        let along = p.map { dot($0 - center, axis) }
        return (along.max() ?? 0) - (along.min() ?? 0)
    }

    /// With `DIORAMA_OVERLAYS=FOLDER` writes images of both silhouettes: both white, only ours red, only NASA's blue.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["DIORAMA_OVERLAYS"] != nil, "DIORAMA_OVERLAYS is not set"))
    func `overlay images are written`() throws {
        let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["DIORAMA_OVERLAYS"] ?? "")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let nasa = try NASAOrion().mesh { !$0.hasPrefix("SAW") }
        let scene = try #require(ArtemisModelTests.finest[.orion])
        var ours = TriangleMesh(positions: [], indices: [])
        for part in ["crew-module", "crew-module-adapter", "service-module"] {
            let mesh = try #require(surface(of: part, in: scene))
            let first = UInt32(ours.positions.count)
            ours.positions += mesh.positions
            for t in 0..<mesh.triangleCount {
                let corners = (0..<3).map { Int(mesh.indices[3 * t + $0]) }
                // Without the wings, whose places NASA's file has lost.
                guard corners.allSatisfy({ Vector3(mesh.positions[$0].x, 0, mesh.positions[$0].z).length < 2.9 }) else { continue }
                ours.indices += corners.map { UInt32($0) + first }
            }
        }
        for (name, eye) in [("front", Vector3(0, 3.76, 30)), ("side", Vector3(-30, 3.76, 0)), ("below", Vector3(0, -30, 0.01))] {
            var camera = RenderCamera.looking(at: Vector3(0, 3.76, 0), from: eye)
            camera.projection = .orthographic(height: 8.4)
            func silhouette(_ mesh: TriangleMesh) -> ColorImage {
                let style = RenderStyle(shading: .colors, background: .zero, baseColor: Vector3(repeating: 1))
                return Renderer.render(mesh, camera: camera, width: 900, height: 900, style: style)
            }
            let a = silhouette(ours)
            var overlay = silhouette(nasa)
            for i in overlay.pixels.indices {
                let x = a.pixels[i].x
                let y = overlay.pixels[i].x
                overlay.pixels[i] = SIMD4(x, min(x, y), y, 255)
            }
            try Data(try PNG.encode(overlay)).write(to: folder.appendingPathComponent("overlay-\(name).png"))
        }
    }
}

/// NASA's mesh in metres, its nozzle's exit at y = 0: scaled by the crew module's diameter.
struct NASAOrion {
    static let path = TestData.shared("nasa-artemis/orion-arow.glb").path

    private var parts: [(name: String, mesh: TriangleMesh)] = []

    init() throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: Self.path))
        let scene = try bytes.withUnsafeBytes { try GLB.readScene($0) }
        for node in scene.nodes {
            guard let name = node.name, let number = node.mesh else { continue }
            var mesh = TriangleMesh(positions: [], indices: [])
            for primitive in scene.meshes[number].primitives {
                let first = UInt32(mesh.positions.count)
                var positions = primitive.positions
                node.transform.affine.apply(&positions)
                mesh.positions += positions
                let indices = primitive.indices.isEmpty ? positions.indices.map { UInt32($0) } : primitive.indices
                mesh.indices += indices.map { $0 + first }
            }
            parts.append((name, mesh))
        }
        let crew = Bounds(positions { $0.hasPrefix("CM_0") || $0.hasPrefix("CM_3") })
        let all = Bounds(positions { !$0.hasPrefix("SAW") })
        let scale = 5.02 / crew.size.x
        let origin = Vector3(crew.center.x, all.min.y, crew.center.z)
        for i in parts.indices { parts[i].mesh.positions = parts[i].mesh.positions.map { ($0 - origin) * scale } }
    }

    func positions(_ filter: (String) -> Bool) -> [Vector3] { parts.filter { filter($0.name) }.flatMap(\.mesh.positions) }

    func mesh(_ filter: (String) -> Bool) -> TriangleMesh {
        var result = TriangleMesh(positions: [], indices: [])
        for part in parts where filter(part.name) {
            let first = UInt32(result.positions.count)
            result.positions += part.mesh.positions
            result.indices += part.mesh.indices.map { $0 + first }
        }
        return result
    }
}
