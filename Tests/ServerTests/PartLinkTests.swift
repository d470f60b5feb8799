import Codecs
import ModelFormats
import Foundation
import Geometry
import HTTPTypes
import Images
import DioramaLibrary
import Server
import Spaces
import TestSupport
import Testing

/// What a link to a part sends: every byte of it is looked at.
@Suite struct PartLinkTests {
    /// What lies inside is red, what lies farther outside than JPEG blurs green.
    private static let box = Bounds(min: Vector3(-0.5, -0.5, -0.5), max: Vector3(1, 3, 1))

    /// A floor of 3 m by 3 m in small triangles, with a texture that is red inside of the box and green elsewhere.
    private static func floor() -> Model {
        let n = 30
        var mesh = TriangleMesh()
        for z in 0...n {
            for x in 0...n {
                let u = Float(x) / Float(n)
                let v = Float(z) / Float(n)
                mesh.positions.append(Vector3(u * 3, 0.1 * Trigonometry.sin(9 * u), v * 3))
                mesh.textureCoordinates.append(Vector2(0.05 + 0.9 * u, 0.95 - 0.9 * v))
            }
        }
        for z in 0..<n {
            for x in 0..<n {
                let a = UInt32(z * (n + 1) + x)
                let b = a + UInt32(n) + 1
                mesh.indices += [a, b, a + 1, a + 1, b, b + 1]
            }
        }
        mesh.computeNormals()
        let size = 256
        var picture = ColorImage(width: size, height: size, repeating: SIMD4(0, 255, 0, 255))
        for y in 0..<size {
            for x in 0..<size {
                let u = (Float(x) + 0.5) / Float(size)
                let v = (Float(y) + 0.5) / Float(size)
                if (u - 0.05) / 0.9 * 3 <= 1.3, (v - 0.05) / 0.9 * 3 <= 1.3 { picture[x, y] = SIMD4(255, 0, 0, 255) }
            }
        }
        return Model(mesh, texture: picture)
    }

    /// Imports a model as the program does.
    private func space(_ model: Model, name: String, extension fileExtension: String, in server: TestServer) async throws -> Space {
        let file = server.folder.appendingPathComponent("\(UUID().uuidString).\(fileExtension)")
        try ModelFile.write(model, to: file)
        return try await SpaceImporter(library: server.library).importSpace(from: file, name: name)
    }

    private func open(_ server: TestServer, _ space: Space, box: Bounds) async throws -> (ticket: String, link: Answer) {
        let part = ["min": [box.min.x, box.min.y, box.min.z], "max": [box.max.x, box.max.y, box.max.z]]
        let link = try await server.send(.post, "/api/v1/spaces/\(space.id)/links", json: ["name": "to show", "part": part])
        #expect(link.status == 201, "\(link.string)")
        let visit = try await server.send(.post, "/api/v1/visits", json: ["token": String(link.text("url").dropFirst(3))])
        return (visit.text("visit"), link)
    }

    @Test func `a link to a part sends nothing of the rest`() async throws {
        try await withServer { server async throws in
            let space = try await space(Self.floor(), name: "Kitchen", extension: "glb", in: server)
            let (ticket, _) = try await open(server, space, box: Self.box)
            let answer = try await server.get("/api/v1/spaces/\(space.id)?visit=\(ticket)")
            #expect(answer.status == 200, "\(answer.string)")
            #expect(answer.json["report"] is NSNull && answer.json["capture"] is NSNull)
            let count = try #require(answer.json["triangleCount"] as? Int)
            #expect(count > 100 && count < space.triangleCount / 4)
            let assets = try #require(answer.json["assets"] as? [[String: Any]])
            #expect(Set(assets.compactMap { $0["kind"] as? String }) == ["mesh", "thumbnail"])
            let whole = Set(space.assets.map { "/api/v1/assets/\($0.hash)" })
            for asset in assets {
                let url = try #require(asset["url"] as? String)
                #expect(!whole.contains(url))
                let file = try await server.get("\(url)?visit=\(ticket)")
                #expect(file.status == 200 && file.body.count == asset["byteCount"] as? Int)
                if asset["kind"] as? String == "thumbnail" { try lookAtPicture(file.body) } else { try lookAtModel(file.body) }
            }
            // Neither the whole's files nor what else could be guessed.
            for url in whole {
                #expect(try await server.get("\(url)?visit=\(ticket)").isProblem(404))
                #expect(try await server.get(url).status == 200)
            }
            let list = try await server.get("/api/v1/spaces?visit=\(ticket)")
            #expect(list.json["total"] as? Int == 1)
            for asset in space.assets { #expect(!list.string.contains(asset.hash.description)) }
            #expect(!list.string.contains("\(space.triangleCount)"))
        }
    }

    private func lookAtModel(_ bytes: [UInt8]) throws {
        let model = try bytes.withUnsafeBytes { raw throws(FormatError) in try GLB.read(raw) }
        #expect(model.positions.count > 50 && model.positions.allSatisfy { Self.box.contains($0) })
        // As it stands in the file as well: no accessor has a hidden vertex, and no buffer a byte that no accessor names.
        let texture = try #require(model.texture)
        #expect(texture.width == 256)
        // JPEG rings a little; green it is nowhere.
        #expect(texture.pixels.allSatisfy { $0.y < 40 && $0.x > 200 })
    }

    private func lookAtPicture(_ bytes: [UInt8]) throws {
        let picture = try JPEG.decode(bytes)
        #expect(!picture.pixels.contains { $0.y > 120 && $0.y > $0.x &+ 40 && $0.x < 200 }, "the picture shows the rest")
    }

    @Test func `a link to a part tells only of memories inside, and a link without memories of none`() async throws {
        try await withServer { server async throws in
            let space = try await space(Self.floor(), name: "Kitchen", extension: "glb", in: server)
            let memories = server.library.memories(for: .owner(nil))
            func pin(_ title: String, _ point: [Double], height: Double = 0, privacy: Memory.Privacy = .public) async throws
                -> String
            {
                let anchor = MemoryAnchor(
                    point: point, object: .init(id: "object-\(title)", name: "Thing \(title)"), height: height)
                let memory = Memory(title: title, text: "words of \(title)", space: space.id, anchor: anchor, privacy: privacy)
                return try await memories.add(memory).entry.id.description
            }
            let inside = try await pin("INSIDE", [0.5, 0, 0.5])
            var others: [String] = []
            others.append(try await pin("OUTSIDE", [2, 0, 2]))
            others.append(try await pin("ABOVE", [0.5, 0, 0.5], height: 5))
            others.append(try await pin("PRIVATE", [0.5, 0, 0.5], privacy: .private))
            let (ticket, _) = try await open(server, space, box: Self.box)
            var said = ""
            for path in ["memories", "pins", "objects", "memories?search=words", "memories?order=oldest&limit=1"] {
                let join = path.contains("?") ? "&" : "?"
                let answer = try await server.get("/api/v1/spaces/\(space.id)/\(path)\(join)visit=\(ticket)")
                #expect(answer.status == 200, "\(path): \(answer.string)")
                said += answer.string
            }
            #expect(said.contains("INSIDE") && said.contains(inside))
            for word in ["OUTSIDE", "ABOVE", "PRIVATE"] + others { #expect(!said.contains(word), "\(word)") }
            #expect(try await server.get("/api/v1/memories/\(inside)?visit=\(ticket)").status == 200)
            for id in others { #expect(try await server.get("/api/v1/memories/\(id)?visit=\(ticket)").isProblem(404)) }

            let bare = try await server.send(
                .post, "/api/v1/spaces/\(space.id)/links", json: ["name": "no words", "showsMemories": false])
            let visit = try await server.send(.post, "/api/v1/visits", json: ["token": String(bare.text("url").dropFirst(3))])
            for path in ["spaces/\(space.id)/memories", "spaces/\(space.id)/pins", "memories/\(inside)"] {
                let answer = try await server.get("/api/v1/\(path)?visit=\(visit.text("visit"))")
                #expect(!answer.string.contains("INSIDE"), "\(path): \(answer.string)")
            }
        }
    }

    @Test func `a part is cut once, by a job that tells how far it is`() async throws {
        try await withServer { server async throws in
            let space = try await space(Self.floor(), name: "Kitchen", extension: "glb", in: server)
            let (_, first) = try await open(server, space, box: Self.box)
            let job = try #require((first.json["job"] as? [String: Any])?["id"] as? String)
            let ended = try await server.job(job) { ["done", "failed"].contains($0.text("state")) }
            #expect(ended.text("state") == "done", "\(ended.json)")
            let (ticket, second) = try await open(server, space, box: Self.box)
            #expect(second.json["job"] is NSNull)
            #expect(try await server.get("/api/v1/spaces/\(space.id)?visit=\(ticket)").status == 200)
        }
    }

    @Test func `a visitor of one part gets no file of another part`() async throws {
        try await withServer { server async throws in
            let space = try await space(Self.floor(), name: "Kitchen", extension: "glb", in: server)
            let (first, _) = try await open(server, space, box: Self.box)
            let (second, _) = try await open(server, space, box: Bounds(min: Vector3(1.5, -1, 1.5), max: Vector3(3, 1, 3)))
            let assets = try #require(
                try await server.get("/api/v1/spaces/\(space.id)?visit=\(second)").json["assets"] as? [[String: Any]])
            _ = try await server.get("/api/v1/spaces/\(space.id)?visit=\(first)")
            for asset in assets {
                let url = try #require(asset["url"] as? String)
                #expect(try await server.get("\(url)?visit=\(second)").status == 200)
                #expect(try await server.get("\(url)?visit=\(first)").isProblem(404))
            }
        }
    }

    @Test func `colours of vertices and clouds are cut as well`() async throws {
        try await withServer { server async throws in
            var mesh = try #require(Self.floor().mesh)
            mesh.textureCoordinates = []
            mesh.colors = mesh.positions.map { Self.box.contains($0) ? Vector3(1, 0, 0) : Vector3(0, 1, 0) }
            let cloud = PointCloud(positions: mesh.positions, normals: [], colors: mesh.colors)
            for model in [Model(mesh), Model(cloud)] {
                let space = try await space(model, name: "Kitchen", extension: "ply", in: server)
                let (ticket, _) = try await open(server, space, box: Self.box)
                let answer = try await server.get("/api/v1/spaces/\(space.id)?visit=\(ticket)")
                let assets = try #require(answer.json["assets"] as? [[String: Any]])
                let asset = try #require(assets.first { ["mesh", "cloud"].contains($0["kind"] as? String) })
                let file = try await server.get("\(asset["url"] as? String ?? "")?visit=\(ticket)")
                let part = try file.body.withUnsafeBytes { raw throws(FormatError) in try GLB.read(raw) }
                #expect(part.positions.count > 50 && part.positions.allSatisfy { Self.box.contains($0) })
            }
        }
    }

    @Test func `a box beside the place is refused`() async throws {
        try await withServer { server async throws in
            let space = try await space(Self.floor(), name: "Kitchen", extension: "glb", in: server)
            for (low, high) in [([5, 5, 5], [6, 6, 6]), ([0, 0, 0], [0, 1, 1]), ([1, 1, 1], [0, 0, 0])] {
                let part = ["min": low, "max": high]
                let answer = try await server.send(.post, "/api/v1/spaces/\(space.id)/links", json: ["name": "a", "part": part])
                #expect(answer.isProblem(422), "\(answer.string)")
            }
            // Within the bounds, but there is nothing.
            let (ticket, link) = try await open(
                server, space, box: Bounds(min: Vector3(1, 0.099, 1), max: Vector3(1.01, 0.1, 1.01)))
            let job = try #require((link.json["job"] as? [String: Any])?["id"] as? String)
            let ended = try await server.job(job) { ["done", "failed"].contains($0.text("state")) }
            #expect(ended.text("error").contains("nothing of the space is inside this part"))
            #expect(try await server.get("/api/v1/spaces/\(space.id)?visit=\(ticket)").isProblem(422))
        }
    }
}
