import Foundation
import HTTPTypes
import DioramaLibrary
import Server
import Spaces
import Testing

let trianglePLY = Array(
    """
    ply
    format ascii 1.0
    element vertex 3
    property float x
    property float y
    property float z
    element face 1
    property list uchar int vertex_indices
    end_header
    0 0 0
    1 0 0
    0 0 1
    3 0 1 2

    """.utf8)

@Suite struct UploadTests {
    @Test func `a model becomes a finished job and a space`() async throws {
        try await withServer { server async throws in
            let answer = try await server.upload(trianglePLY, fileName: "my triangle.ply", name: "Dreieck & mehr")
            #expect(answer.status == 202)
            #expect(answer.headers[.location] == "/api/v1/jobs/\(answer.text("id"))")
            let keys: Set = ["id", "kind", "title", "state", "fraction", "what", "remaining", "error", "space", "created"]
            #expect(Set(answer.json.keys) == keys)
            #expect(answer.text("kind") == "import" && answer.json["space"] is NSNull)
            let job = try await server.ended(answer)
            #expect(job.text("state") == "done", "\(job.json)")
            #expect(job.json["fraction"] as? Double == 1)
            #expect(job.json["error"] is NSNull)
            let space = try await server.get("/api/v1/spaces/\(job.text("space"))")
            #expect(space.status == 200)
            #expect(space.text("name") == "Dreieck & mehr")
            let assets = try #require(space.json["assets"] as? [[String: Any]])
            #expect(!assets.isEmpty)
            for asset in assets {
                let file = try await server.get(asset["url"] as? String ?? "")
                #expect(file.status == 200)
                #expect(file.body.count == asset["byteCount"] as? Int)
            }
        }
    }

    @Test func `without a name the space is called after its file`() async throws {
        try await withServer {
            $0.importer = fakeImporter($0.library)
        } _: { server async throws in
            for (fileName, name) in [("office.ply", "office"), ("my.room.tar.gz.STL", "my.room.tar.gz"), ("Büro.Glb", "Büro")] {
                let job = try await server.ended(server.upload([1], fileName: fileName))
                #expect(try await server.get("/api/v1/spaces/\(job.text("space"))").text("name") == name)
            }
        }
    }

    @Test func `the upload is gone when its job has ended`() async throws {
        try await withServer {
            $0.importer = fakeImporter($0.library)
        } _: { server async throws in
            _ = try await server.ended(server.upload([1, 2, 3], fileName: "a.ply"))
            _ = try await server.ended(server.upload([1, 2, 3], fileName: "a.tar"))
            try await eventually { server.uploadsLeft().isEmpty }
        }
    }

    @Test(arguments: [
        "", "fileName=", "fileName=a", "fileName=a.exe", "fileName=.ply", "fileName=a/b.ply", "fileName=..%2Fa.ply",
        "fileName=a%5Cb.ply",
        "fileName=a%00.ply", "fileName=a%0Ab.ply", "fileName=.a.ply", "name=x", "fileName=a.ply&name=", "fileName=a.ply&name=%20",
        "fileName=a.ply&name=a%01b", "fileName=a.ply&fileName=b.ply",
    ])
    func `a query that does not name a file that is known is 400`(query: String) async throws {
        try await withServer { server async throws in
            let answer = try await server.request(
                .post, "/api/v1/spaces?\(query)", headers: [.contentType: "application/octet-stream"], body: [1])
            #expect(answer.isProblem(400), "\(answer.json)")
            #expect(server.uploadsLeft().isEmpty)
            #expect(try await server.library.jobs().isEmpty)
        }
    }

    @Test func `forms are not uploads`() async throws {
        try await withServer { server async throws in
            for type in ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/plain"] {
                #expect(try await server.upload([1], fileName: "a.ply", headers: [.contentType: type]).isProblem(415))
            }
        }
    }

    @Test func `an empty upload is 400`() async throws {
        try await withServer { server async throws in
            #expect(try await server.upload([], fileName: "a.ply").isProblem(400))
            #expect(server.uploadsLeft().isEmpty)
        }
    }

    @Test func `an upload that promises too much is refused before it is sent`() async throws {
        try await withServer {
            $0.maximumUploadBytes = 100_000
        } _: { server async throws in
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100001\r\n"
                    + "Expect: 100-continue\r\n\r\n"
            )
            let head = await connection.read(through: "\r\n\r\n")
            #expect(head?.hasPrefix("HTTP/1.1 413 ") == true)
            #expect(head?.lowercased().contains("connection: close") == true)
            #expect(await connection.read(through: "}")?.contains("98 kB") == true)
        }
    }

    @Test func `an upload without a length is stopped when it has grown too large`() async throws {
        try await withServer {
            $0.maximumUploadBytes = 100_000
        } _: { server async throws in
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<11 { await connection.send("2710\r\n\(String(repeating: "x", count: 10_000))\r\n") }
            #expect(await connection.read(through: "\r\n\r\n")?.hasPrefix("HTTP/1.1 413 ") == true)
            try await eventually { server.uploadsLeft().isEmpty }
        }
    }

    @Test func `a client that expects to be asked for the body is asked`() async throws {
        try await withServer {
            $0.importer = fakeImporter($0.library)
        } _: { server async throws in
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n"
                    + "Expect: 100-continue\r\n\r\n"
            )
            #expect(await connection.read(through: "\r\n\r\n")?.hasPrefix("HTTP/1.1 100 ") == true)
            await connection.send("ply")
            #expect(await connection.read(through: "\r\n\r\n")?.hasPrefix("HTTP/1.1 202 ") == true)
        }
    }

    @Test func `an upload whose connection breaks leaves nothing`() async throws {
        try await withServer { server async throws in
            let connection = try RawConnection(port: server.port)
            await connection.send(
                "POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3000000\r\n\r\n")
            await connection.send([UInt8](repeating: 1, count: 2_000_000))
            try await eventually { !server.uploadsLeft().isEmpty }
            connection.close()
            try await eventually { server.uploadsLeft().isEmpty }
            #expect(try await server.library.jobs().isEmpty)
            #expect(try await server.get("/health").status == 200)
        }
    }

    @Test func `a model that can't be read fails with one line`() async throws {
        try await withServer {
            $0.importer = { request, _ in throw TestFailure("\(request.source.path): it promises 4 billion points\nbut holds 12 kB")
            }
        } _: { server async throws in
            let job = try await server.ended(server.upload([1], fileName: "office.ply"))
            #expect(job.text("state") == "failed")
            #expect(job.text("error") == "office.ply: it promises 4 billion points but holds 12 kB")
            #expect(job.json["space"] is NSNull)
            #expect(try await server.library.spaceCount() == 0)
        }
    }

    @Test func `the mode reaches the importer, and an unknown one is refused`() async throws {
        try await withServer {
            let library = $0.library
            $0.importer = { request, _ in
                try await library.add(SpaceDraft(name: request.mode.rawValue), job: request.job)
            }
        } _: { server async throws in
            for (query, mode) in [("", "interior"), ("&mode=object", "object"), ("&mode=exterior", "exterior")] {
                let answer = try await server.request(.post, "/api/v1/spaces?fileName=a.r3d\(query)", body: [1])
                _ = try await server.ended(answer)
                #expect(try await server.library.spaces(limit: 1, after: nil).first?.name == mode)
            }
            let untextured = try await server.request(.post, "/api/v1/spaces?fileName=a.r3d&texture=yes", body: [1])
            #expect(untextured.status == 400 && untextured.text("detail") == "texture must be true or false.")
            let answer = try await server.request(.post, "/api/v1/spaces?fileName=a.r3d&mode=moon", body: [1])
            #expect(answer.status == 400 && answer.text("detail").contains("interior, object, exterior"))
        }
    }

    @Test func `splats are trained where an upload asks for them, as the server is configured`() async throws {
        try await withServer {
            let library = $0.library
            $0.splatTraining.device = .automatic
            $0.importer = { request, _ in
                let name = request.options.splats.map { "\($0.device)" } ?? "none"
                return try await library.add(SpaceDraft(name: name), job: request.job)
            }
        } _: { server async throws in
            for (query, name) in [("", "none"), ("&splats=false", "none"), ("&splats=true", "automatic")] {
                let answer = try await server.request(.post, "/api/v1/spaces?fileName=a.r3d\(query)", body: [1])
                _ = try await server.ended(answer)
                #expect(try await server.library.spaces(limit: 1, after: nil).first?.name == name)
            }
        }
    }

    @Test func `an archive of a capture reaches the importer as its folder`() async throws {
        let files = [("poses.txt", "1"), ("depth/0001.png", "2")]
        try await withServer {
            let library = $0.library
            $0.importer = { request, _ in
                let file = request.source.appendingPathComponent("depth/0001.png")
                guard try String(contentsOf: file, encoding: .utf8) == "2" else { throw TestFailure("not the capture's folder") }
                return try await library.add(SpaceDraft(name: request.name), job: request.job)
            }
        } _: { server async throws in
            let flat = TarBuilder.archive(files)
            let deep = TarBuilder.archive(files.map { ("office/" + $0.0, $0.1) })
            let zipped = ZipBuilder.archive(files.map { ("Büro/" + $0.0, Array($0.1.utf8)) })
            let gzipped = try gzip(deep, in: server.folder)
            for (bytes, name) in [(flat, "a.tar"), (deep, "b.tar"), (zipped, "c.zip"), (gzipped, "d.tar.gz"), (gzipped, "e.tgz")] {
                let job = try await server.ended(server.upload(bytes, fileName: name))
                #expect(job.text("state") == "done", "\(name): \(job.json)")
            }
        }
    }

    @Test func `an archive that climbs out fails and writes nothing`() async throws {
        try await withServer {
            $0.importer = fakeImporter($0.library)
        } _: { server async throws in
            let bytes = TarBuilder.archive([("a.txt", "x"), ("../../../../escaped.txt", "x")])
            let job = try await server.ended(server.upload(bytes, fileName: "office.tar"))
            #expect(job.text("state") == "failed")
            #expect(job.text("error").hasPrefix("office.tar: it holds a path that leads out of the archive"))
            #expect(try await server.library.spaceCount() == 0)
            let all = FileManager.default.enumerator(atPath: server.folder.path)?.allObjects as? [String] ?? []
            #expect(!all.contains { $0.hasSuffix("escaped.txt") })
        }
    }

    @Test func `what is no archive fails with one line`() async throws {
        try await withServer {
            $0.importer = fakeImporter($0.library)
        } _: { server async throws in
            for name in ["office.tar", "office.zip", "office.tgz"] {
                let job = try await server.ended(server.upload(Array("not an archive at all".utf8), fileName: name))
                #expect(job.text("state") == "failed")
                #expect(job.text("error").hasPrefix("\(name): it is"))
            }
        }
    }
}

/// An importer that looks into nothing.
func fakeImporter(_ library: Library) -> FileImport.Importer {
    { request, _ in try await library.add(SpaceDraft(name: request.name), job: request.job) }
}

/// Waits until `condition` holds.
func eventually(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "it never happens")
        try await Task.sleep(for: .milliseconds(20))
    }
}
