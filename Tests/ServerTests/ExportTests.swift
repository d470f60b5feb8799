import ModelFormats
import Foundation
import Geometry
import DioramaLibrary
import Server
import Spaces
import TestSupport
import Testing

@Suite struct ExportTests {
    private static let page = """
        <!doctype html><html><head><meta charset="utf-8"><script type="module" src="/assets/main-ABCDEFGH.js"></script>\
        <template data-page="space"><link rel="modulepreload" href="/assets/space-ABCDEFGH.js"></template></head></html>
        """

    /// A server with a small client, and a space whose name is no name for a file, with a public and a private memory.
    private func withSpace(_ body: @escaping @Sendable (TestServer, Space, WebExport) async throws -> Void) async throws {
        let client = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: client) }
        for (name, text) in [
            ("index.html", Self.page), ("assets/main-ABCDEFGH.js", "import(\"./space-ABCDEFGH.js\")"),
            ("assets/main-ABCDEFGH.js.gz", "x"),
            ("assets/core-ABCDEFGH.wasm", "\0asm"), ("sw.js", "x"),
        ] {
            let file = client.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try await withServer {
            $0.webClient = client
        } _: { server async throws in
            let mesh = TriangleMesh(
                positions: [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)],
                normals: Array(repeating: Vector3(0, 1, 0), count: 3),
                indices: [0, 2, 1])
            let file = server.folder.appendingPathComponent("a.ply")
            try ModelFile.write(Model(mesh), to: file)
            let space = try await SpaceImporter(library: server.library).importSpace(from: file, name: "../../../tmp/evil \"x\"")
            let anchor = MemoryAnchor(point: [0.2, 0, 0.2])
            let memories = server.library.memories(for: .owner(nil))
            _ = try await memories.add(Memory(title: "The stove <script>", space: space.id, anchor: anchor, privacy: .public))
            _ = try await memories.add(Memory(title: "NOBODY'S BUSINESS", space: space.id, anchor: anchor, privacy: .private))
            let media = ServerConfiguration(library: server.library).media
            try await body(server, space, WebExport(site: ExportedSite(library: server.library, media: media, client: client)))
        }
    }

    private func paths(_ folder: URL) -> Set<String> {
        let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return Set(
            found.filter {
                (try? FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent($0).path)[.type]
                    as? FileAttributeType) == .typeRegular
            })
    }

    @Test func `a place in map coordinates keeps them in every file`() async throws {
        try await withServer { server async throws in
            let steps = 180
            var mesh = TriangleMesh()
            for row in 0...steps {
                for column in 0...steps {
                    let height = Float((row * 7 + column * 3) % 29) / 200
                    mesh.positions.append(Vector3(Float(column) / 20, height, Float(row) / 20))
                    mesh.colors.append(Vector3(0.2, Float(row) / Float(steps), 0.5))
                }
            }
            for row in 0..<UInt32(steps) {
                for column in 0..<UInt32(steps) {
                    let a = row * UInt32(steps + 1) + column
                    mesh.indices += [a, a + UInt32(steps) + 1, a + 1, a + 1, a + UInt32(steps) + 1, a + UInt32(steps) + 2]
                }
            }
            var model = Model(mesh)
            model.origin = SIMD3(512_345, 0, -5_412_345)
            model.crs = "LOCAL_CS[\"Ground\"]"
            let file = server.folder.appendingPathComponent("map.glb")
            try ModelFile.write(model, to: file)
            let space = try await SpaceImporter(library: server.library).importSpace(from: file, name: nil)
            let media = ServerConfiguration(library: server.library).media
            let models = space.assets.filter { $0.kind == .mesh || $0.kind == .lod }
            #expect(models.contains { $0.kind == .lod })
            for asset in models {
                let kept = try ModelFile.read(try await media.original(asset.hash, contentType: asset.contentType))
                #expect(kept.origin == model.origin && kept.crs == model.crs, "\(asset.fileName)")
            }
            let light = server.folder.appendingPathComponent("map.usdz")
            let losses = try await SpaceExport(library: server.library, media: media).write(space, to: light)
            #expect(try ModelFile.read(light).origin == model.origin)
            #expect(losses.contains { $0.kind == .crs })
        }
    }

    @Test func `a folder has the client, the models and what a visitor may know`() async throws {
        try await withSpace { server, space, export async throws in
            let target = server.folder.appendingPathComponent("kitchen")
            let report = try await export.write(space, to: target)
            #expect(report.memoryCount == 1)
            let files = paths(target)
            #expect(files.count == report.fileCount)
            let expected = ["index.html", "diorama.json", "README.txt", "assets/main-ABCDEFGH.js", "assets/core-ABCDEFGH.wasm"]
            #expect(files.isSuperset(of: expected))
            #expect(!files.contains { $0.hasSuffix(".gz") || $0 == "sw.js" || $0.contains("evil") || $0.contains("..") })
            let text = try String(contentsOf: target.appendingPathComponent("diorama.json"), encoding: .utf8)
            #expect(!text.contains("NOBODY") && !text.contains("/api/v1/"))
            let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let answers = try #require(json?["answers"] as? [String: Any])
            let shown = try #require(answers["GET /spaces/\(space.id)"] as? [String: Any])
            #expect(shown["capture"] is NSNull && shown["report"] is NSNull)
            let assets = try #require(shown["assets"] as? [[String: Any]])
            for asset in assets {
                let url = try #require(asset["url"] as? String)
                #expect(url.hasPrefix("./files/") && files.contains(String(url.dropFirst(2))))
            }
            let memories = (answers["GET /spaces/\(space.id)/memories"] as? [String: Any])?["memories"] as? [[String: Any]]
            #expect(memories?.map { $0["title"] as? String } == ["The stove <script>"])
            let visit = answers["POST /visits"] as? [String: Any]
            #expect(visit?["space"] as? String == space.id.description)
        }
    }

    @Test func `its page asks for nothing beside its folder, under a strict policy`() async throws {
        try await withSpace { server, space, export async throws in
            let target = server.folder.appendingPathComponent("kitchen")
            _ = try await export.write(space, to: target)
            let page = try String(contentsOf: target.appendingPathComponent("index.html"), encoding: .utf8)
            #expect(page.contains(#"<meta name="diorama-export" content="diorama.json">"#))
            #expect(!page.contains("\"/assets") && page.contains("\"./assets/main-ABCDEFGH.js\""))
            #expect(page.contains("\"./assets/space-ABCDEFGH.js\""))
            #expect(page.contains("script-src 'self' 'wasm-unsafe-eval';") && !page.contains("unsafe-inline"))
        }
    }

    @Test func `without memories there is none`() async throws {
        try await withSpace { server, space, export async throws in
            let target = server.folder.appendingPathComponent("bare")
            let report = try await export.write(space, showsMemories: false, to: target)
            #expect(report.memoryCount == 0)
            let text = try String(contentsOf: target.appendingPathComponent("diorama.json"), encoding: .utf8)
            #expect(!text.contains("stove"))
        }
    }

    @Test func `what is there is not written over, and nothing is left of what failed`() async throws {
        try await withSpace { server, space, export async throws in
            let full = server.folder.appendingPathComponent("full")
            try FileManager.default.createDirectory(at: full, withIntermediateDirectories: true)
            try Data("x".utf8).write(to: full.appendingPathComponent("mine"))
            for target in [
                full, server.folder.appendingPathComponent("none/kitchen"), server.folder.appendingPathComponent("a.ply"),
            ] {
                await #expect(throws: SpacesError.self) { _ = try await export.write(space, to: target) }
            }
            #expect(paths(full) == ["mine"])
            let left = try FileManager.default.contentsOfDirectory(atPath: server.folder.path)
            #expect(!left.contains { $0.hasSuffix(".partial") })
        }
    }

    @Test func `the server sends the same as an archive with plain names, to the owner`() async throws {
        try await withSpace { server, space, _ async throws in
            let answer = try await server.get("/api/v1/spaces/\(space.id)/export?format=web")
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/zip")
            #expect(answer.headers[.contentDisposition]?.contains("..") == false)
            #expect(answer.headers[.contentDisposition]?.contains("filename=\"tmp-evil-x.zip\"") == true)
            #expect(answer.body.starts(with: [0x50, 0x4B, 3, 4]))
            // Unpacked by another program.
            let archive = server.folder.appendingPathComponent("a.zip")
            try Data(answer.body).write(to: archive)
            let target = server.folder.appendingPathComponent("unpacked")
            let unpacking = try RunningProgram(named: "python3", ["-m", "zipfile", "-e", archive.path, target.path]).waitUntilExit()
            #expect(unpacking.code == 0, "\(unpacking.error)")
            #expect(paths(target).isSuperset(of: ["index.html", "diorama.json", "assets/core-ABCDEFGH.wasm"]))
            #expect(try await server.get("/api/v1/spaces/\(space.id)/export?format=exe").isProblem(400))
            #expect(try await server.get("/api/v1/spaces/\(SpaceID())/export").isProblem(404))
        }
    }
}
