import Capture
import Codecs
import DioramaLibrary
import Foundation
import Geometry
import HTTPTypes
import Images
import ModelFormats
import Server
import Spaces
import TestSupport
import Testing

/// A phone's recording on its way through an upload: its texture, the view that it is first shown in, and its location.
@Suite struct ScanUploadTests {
    private static let latitude = 47.376887
    private static let mark = Data("47.37688".utf8)

    /// A wall and a floor in front of it, as the 3D Scanner App exports them: with the location, and an image of every third frame.
    private static func archive(in folder: URL) throws -> [UInt8] {
        var scene = TriangleMesh.box(Vector3(-1.5, -0.1, -2.2), Vector3(1.5, 2, -2))
        scene.append(.box(Vector3(-1.5, -0.1, -2), Vector3(1.5, 0, 1)))
        let poses = (0..<9).map { i in
            RigidTransform.lookingAt(Vector3(Float(i) * 0.1 - 0.4, 0.8, -2), from: Vector3(0.6, 1.2, 0))
        }
        let room = folder.appendingPathComponent("scan")
        try ScannerAppWriter.write(MadeScene(scene, poses: poses).capture, to: room)
        for i in 0..<9 where i % 3 != 0 {
            try FileManager.default.removeItem(at: room.appendingPathComponent("frame_0000\(i).jpg"))
        }
        let info = "{\"gpsLatitude\": \(latitude), \"gpsLongitude\": 8.541694}"
        try Data(info.utf8).write(to: room.appendingPathComponent("info.json"))
        let file = folder.appendingPathComponent("scan.zip")
        try ZipFolder.write(room, to: file, progress: .silent)
        return [UInt8](try Data(contentsOf: file))
    }

    private func asset(_ kind: String, of space: Answer, _ server: TestServer) async throws -> [UInt8] {
        let assets = try #require(space.json["assets"] as? [[String: Any]])
        let url = try #require(assets.first { $0["kind"] as? String == kind }?["url"] as? String)
        return Array(try await server.get(url).body)
    }

    @Test func `a scan with few images is textured, shown from its trajectory, and its location only to the owner`() async throws {
        try await withServer { server async throws in
            let archive = try Self.archive(in: server.folder)
            let path = "/api/v1/spaces?fileName=scan.zip&texture=true&keep=true"
            let job = try await server.ended(server.request(.post, path, body: archive))
            #expect(job.text("state") == "done", "\(job.json)")
            let space = "/api/v1/spaces/\(job.text("space"))"
            let shown = try await server.get(space)

            let file = server.folder.appendingPathComponent("mesh.glb")
            try Data(try await asset("mesh", of: shown, server)).write(to: file)
            #expect(try ModelFile.read(file).texture != nil)

            // The recording itself, with its location: for the owner alone, as below.
            let original = server.folder.appendingPathComponent("original.zip")
            try Data(try await asset("source", of: shown, server)).write(to: original)
            let unpacked = server.folder.appendingPathComponent("original", isDirectory: true)
            try FileManager.default.createDirectory(at: unpacked, withIntermediateDirectories: true)
            _ = try ArchiveUnpacker().unpack(original, into: unpacked, progress: .silent)
            let info = try Data(contentsOf: unpacked.appendingPathComponent("info.json"))
            #expect(info.range(of: Self.mark) != nil)

            // The cameras looked along −z and to the left, a little down.
            let view = try JSONDecoder().decode(DefaultView.self, from: Data(try await asset("view", of: shown, server)))
            guard case .around(let yaw, let pitch) = view.camera else {
                Issue.record("\(view)")
                return
            }
            #expect(yaw > 0.1 && yaw < 0.5 && pitch >= 0.1 && pitch < 0.4, "\(view)")

            let report = try #require(shown.json["report"] as? [String: Any])
            #expect((report["place"] as? [String: Any])?["latitude"] as? Double == Self.latitude)
            #expect(report["noRoom"] is String && report["shell"] is NSNull)
            let notes = (shown.json["capture"] as? [String: Any])?["notes"] as? [String]
            #expect(notes?.contains { $0.contains("location where it was made") } == true)

            let link = try await server.send(.post, "\(space)/links", json: ["name": "a"])
            let visit = try await server.send(.post, "/api/v1/visits", json: ["token": String(link.text("url").dropFirst(3))])
            let ticket: HTTPFields = [HTTPField.Name("X-Diorama-Visit")!: visit.text("visit")]
            for address in [space, "\(space)/export?format=glb", "\(space)/export?format=obj", "/api/v1/spaces"] {
                let answer = try await server.get(address, headers: ticket)
                #expect(answer.status == 200 && Data(answer.body).range(of: Self.mark) == nil, "\(address)")
            }
            #expect(try await server.get("\(space)/export?format=glb&withLocation=true", headers: ticket).isProblem(403))

            let plain = try await server.get("\(space)/export?format=ply")
            #expect(plain.status == 200 && Data(plain.body).range(of: Self.mark) == nil)
            let located = try await server.get("\(space)/export?format=ply&withLocation=true")
            let zip = server.folder.appendingPathComponent("export.zip")
            try Data(located.body).write(to: zip)
            let packed = try ZipArchive(zip)
            let name = try #require(packed.names.first { $0.hasSuffix(".geojson") }, "\(packed.names)")
            #expect(Data(try packed.bytes(name, limit: 1 << 20)).range(of: Self.mark) != nil)
        }
    }

    @Test func `a space without a location can't be exported with one`() async throws {
        try await withServer { server async throws in
            let job = try await server.ended(server.upload(trianglePLY, fileName: "a.ply"))
            let path = "/api/v1/spaces/\(job.text("space"))/export?format=glb&withLocation="
            #expect(try await server.get(path + "true").isProblem(422))
            #expect(try await server.get(path + "maybe").isProblem(400))
        }
    }
}
