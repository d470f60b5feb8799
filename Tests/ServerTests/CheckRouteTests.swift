import DioramaLibrary
import Foundation
import Geometry
import ModelFormats
import Server
import Spaces
import Testing

@Suite struct CheckRouteTests {
    private func withRoom(_ body: @escaping @Sendable (TestServer, String) async throws -> Void) async throws {
        try await withServer { server async throws in
            let file = server.folder.appendingPathComponent("room.glb")
            try ModelFile.write(Model(roomMesh(width: 4, depth: 3, height: 2.5)), to: file)
            let space = try await SpaceImporter(library: server.library).importSpace(from: file, name: "Room")
            try await body(server, "/api/v1/spaces/\(space.id)")
        }
    }

    private static func points(_ a: [Double], _ b: [Double]) -> [[String: Any]] {
        [["at": a, "snap": "plane"], ["at": b, "snap": "plane"]]
    }
    private static var across: [[String: Any]] { points([0, 1.2, 1.4], [4, 1.2, 1.4]) }

    @Test func `check distances are kept, correct what is measured, and are removed and restored`() async throws {
        try await withRoom { server, space async throws in
            func width() async throws -> [String: Any] {
                try await server.send(.post, "\(space)/measure", json: ["kind": "distance", "points": Self.across]).json
            }
            let empty = try await server.get("\(space)/checks").json
            #expect((empty["checks"] as? [Any])?.isEmpty == true && empty["scale"] is NSNull && empty["canEdit"] as? Bool == true)
            let made = try await server.send(
                .post, "\(space)/checks", json: ["points": Self.across, "length": 4.04, "tolerance": 0.004, "name": "Wall"])
            #expect(made.status == 201, "\(made.string)")
            let check = try #require((made.json["checks"] as? [[String: Any]])?.first)
            let one = "/api/v1/checks/\(check["id"] as? String ?? "")"
            #expect(made.header("Location") == one && check["name"] as? String == "Wall")
            #expect(abs((check["measured"] as? Double ?? 0) - 4) < 1e-4 && check["isOutlier"] as? Bool == false)
            let scale = try #require(made.json["scale"] as? [String: Any])
            #expect(abs((scale["value"] as? Double ?? 0) - 1.01) < 1e-4 && scale["halfWidth95"] is NSNull)
            #expect((scale["text"] as? String)?.contains("from 1 check distance") == true && scale["reason"] is String)
            let corrected = try await width()
            #expect(abs((corrected["value"] as? Double ?? 0) - 4.04) < 1e-3)
            #expect((corrected["notes"] as? [String])?.first?.contains("Corrected by the scale") == true)
            #expect(corrected["halfWidth95"] is NSNull && (corrected["reason"] as? String)?.contains("fewer than 3") == true)
            // It is not one of the measurements.
            #expect((try await server.get("\(space)/measurements").json["measurements"] as? [Any])?.isEmpty == true)
            for (a, b, length) in [([2, 1, 0], [2, 1, 3], 3.029), ([2.0, 0, 1.5], [2, 2.5, 1.5], 2.526)]
                as [([Double], [Double], Double)]
            {
                let more = try await server.send(
                    .post, "\(space)/checks", json: ["points": Self.points(a, b), "length": length, "tolerance": 0.004])
                #expect(more.status == 201, "\(more.string)")
            }
            let known = try await width()
            #expect((known["halfWidth95"] as? Double ?? 0) > 0 && known["reason"] is NSNull, "\(known)")
            #expect(try await server.request(.delete, one).status == 204)
            #expect(try await server.request(.delete, one).isProblem(404))
            #expect((try await server.get("\(space)/checks").json["checks"] as? [Any])?.count == 2)
            #expect(try await server.request(.post, one + "/restore").status == 204)
            #expect((try await server.get("\(space)/checks").json["checks"] as? [Any])?.count == 3)
        }
    }

    @Test func `what is no check distance is refused`() async throws {
        try await withRoom { server, space async throws in
            for (body, status) in [
                (["points": Self.across, "length": 4], 400), (["points": Self.across, "length": -4, "tolerance": 0.1], 400),
                (["points": Self.across, "length": 4, "tolerance": 0], 400),
                (["points": Self.across, "length": 4, "tolerance": 5], 422),
                (["points": Array(Self.across.prefix(1)), "length": 4, "tolerance": 0.1], 400),
                (["points": Self.across, "length": 1e12, "tolerance": 0.1], 400),
                (["points": Self.across, "length": 4, "tolerance": 0.1, "unit": "m"], 400),
                (["points": Self.points([9, 9, 9], [0, 1, 1]), "length": 4, "tolerance": 0.1], 422),
                (
                    [
                        "points": [["at": [0, 1, 1], "snap": "none"], ["at": [4, 1, 1], "snap": "none"]], "length": 4,
                        "tolerance": 0.1,
                    ], 422
                ),
            ] as [([String: Any], Int)] {
                let answer = try await server.send(.post, "\(space)/checks", json: body)
                #expect(answer.isProblem(status), "\(body): \(answer.string)")
            }
            #expect((try await server.get("\(space)/checks").json["checks"] as? [Any])?.isEmpty == true)
            let other = try await server.send(
                .post, "\(space)/measurements", json: ["kind": "distance", "points": Self.across])
            #expect(try await server.request(.delete, "/api/v1/checks/\(other.text("id"))").isProblem(404))
        }
    }

    @Test func `values are sent and tabled in every unit; a point outside of the model is refused`() async throws {
        try await withRoom { server, space async throws in
            let answer = try await server.send(.post, "\(space)/measure", json: ["kind": "distance", "points": Self.across])
            let texts = try #require(answer.json["texts"] as? [String: String])
            for (unit, start) in [
                ("m", "4.000 m"), ("cm", "400.0 cm"), ("mm", "4000 mm"), ("ft", "13.123 ft"), ("in", "157.48 in"),
            ] {
                #expect(texts[unit]?.hasPrefix(start) == true, "\(unit): \(texts)")
            }
            _ = try await server.send(.post, "\(space)/measurements", json: ["kind": "distance", "points": Self.across])
            #expect(try await server.get("\(space)/measurements.csv?units=mm").string.contains("4000 mm (uncertainty unknown: "))
            #expect(try await server.get("\(space)/measurements.csv?units=yd").isProblem(400))
            for kind in ["volume", "size", "height"] {
                let away = try await server.send(
                    .post, "\(space)/measure", json: ["kind": kind, "points": [["at": [100, 100, 100], "snap": "none"]]])
                #expect(away.isProblem(422) && away.string.contains("outside of the model"), "\(kind): \(away.string)")
            }
        }
    }

    @Test func `a space that holds a cloud is measured`() async throws {
        try await withServer { server async throws in
            var cloud = PointCloud()
            for i in 0..<100 { for j in 0..<100 { cloud.positions.append(Vector3(Float(i) / 50, 0, Float(j) / 50)) } }
            let file = server.folder.appendingPathComponent("floor.ply")
            try ModelFile.write(Model(cloud), to: file)
            let space = try await SpaceImporter(library: server.library).importSpace(from: file, name: "Floor")
            let answer = try await server.send(
                .post, "/api/v1/spaces/\(space.id)/measure",
                json: ["kind": "distance", "points": Self.points([0.5, 0, 0.5], [1.5, 0, 0.5])])
            #expect(answer.status == 200 && abs((answer.json["value"] as? Double ?? 0) - 1) < 1e-3, "\(answer.string)")
            #expect(answer.json["halfWidth95"] is Double)
            let volume = try await server.send(.post, "/api/v1/spaces/\(space.id)/measure", json: ["kind": "volume"])
            #expect(volume.isProblem(422) && volume.string.contains("not determined"))
        }
    }
}
