import ModelFormats
import Foundation
import Geometry
import HTTPTypes
import DioramaLibrary
import Server
import Spaces
import Testing

@Suite struct MeasurementRouteTests {
    /// Runs `body` with an imported room of 4 x 3 x 2.5 m.
    private func withRoom(_ body: @escaping @Sendable (TestServer, Space, String) async throws -> Void) async throws {
        try await withServer { server async throws in
            let file = server.folder.appendingPathComponent("room.glb")
            try ModelFile.write(Model(roomMesh(width: 4, depth: 3, height: 2.5)), to: file)
            let space = try await SpaceImporter(library: server.library).importSpace(from: file, name: "Room")
            try await body(server, space, "/api/v1/spaces/\(space.id)")
        }
    }

    private static func points(_ places: [[Double]], snap: String = "plane") -> [[String: Any]] {
        places.map { ["at": $0, "snap": snap] }
    }

    private static var across: [[String: Any]] { points([[0.01, 1.2, 1.4], [3.98, 1.2, 1.4]]) }

    @Test func `what is measured snaps to the surface, and an import says that nobody knows its errors`() async throws {
        try await withRoom { server, _, space async throws in
            let distance = try await server.send(.post, "\(space)/measure", json: ["kind": "distance", "points": Self.across])
            #expect(distance.status == 200, "\(distance.string)")
            #expect(abs((distance.json["value"] as? Double ?? 0) - 4) < 1e-4 && distance.text("unit") == "m")
            #expect(distance.json["halfWidth95"] is NSNull && !distance.text("reason").isEmpty)
            #expect(distance.text("text").contains("4.0") && distance.text("imperial").contains("13"))
            let snaps = (distance.json["points"] as? [[String: Any]] ?? []).compactMap { $0["snap"] as? String }
            #expect(snaps == ["plane", "plane"])

            let corner = try await server.send(
                .post, "\(space)/measure", json: ["kind": "snap", "points": Self.points([[0.02, 0.02, 0.03]], snap: "corner")])
            let place = (corner.json["points"] as? [[String: Any]])?.first?["at"] as? [Double] ?? [9, 9, 9]
            #expect(place.allSatisfy { abs($0) < 1e-3 } && corner.json["value"] is NSNull, "\(corner.string)")

            for (kind, places, value) in [
                ("path", [[0.0, 0, 0], [4, 0, 0], [4, 0, 3]], 7.0), ("area", [[0, 0, 0], [4, 0, 0], [4, 0, 3], [0, 0, 3]], 12),
                ("angle", [[1, 0, 0], [0, 0, 0], [0, 0, 1]], .pi / 2), ("height", [[0, 1.5, 1], [1, 0, 1]], 1.5),
                ("clearance", [[1, 0, 1], [1, 2.5, 1]], 2.5), ("height", [[0, 1.5, 1]], 1.5),
            ] as [(String, [[Double]], Double)] {
                let answer = try await server.send(
                    .post, "\(space)/measure", json: ["kind": kind, "points": Self.points(places, snap: "surface")])
                #expect(abs((answer.json["value"] as? Double ?? -1) - value) < 1e-3, "\(kind): \(answer.string)")
            }
        }
    }

    @Test func `measurements are kept, renamed, measured anew, deleted, restored and tabled`() async throws {
        try await withRoom { server, _, space async throws in
            let made = try await server.send(
                .post, "\(space)/measurements", json: ["kind": "distance", "name": "=Width", "points": Self.across])
            #expect(made.status == 201 && made.text("name") == "=Width", "\(made.string)")
            let one = "/api/v1/measurements/\(made.text("id"))"
            #expect(made.header("Location") == one)
            let renamed = try await server.send(.patch, one, json: ["name": "Width"])
            #expect(renamed.text("name") == "Width" && renamed.json["value"] as? Double == made.json["value"] as? Double)
            let again = try await server.send(.patch, one, json: ["points": Self.points([[2, 1.2, 0], [2, 1.2, 3]])])
            #expect(abs((again.json["value"] as? Double ?? 0) - 3) < 1e-4 && again.text("name") == "Width")

            let table = try await server.get("\(space)/measurements.csv")
            let lines = table.string.components(separatedBy: "\r\n")
            #expect(lines.count == 3 && lines[1].contains("Width") && lines[1].contains("distance"), "\(table.string)")
            #expect(table.header("Content-Disposition")?.contains("Room-measurements.csv") == true)

            func count() async throws -> Int? {
                try await (server.get("\(space)/measurements").json["measurements"] as? [Any])?.count
            }
            #expect(try await count() == 1)
            #expect(try await server.request(.delete, one).status == 204)
            #expect(try await server.request(.delete, one).isProblem(404))
            #expect(try await count() == 0)
            #expect(try await server.request(.post, one + "/restore").text("name") == "Width")
            #expect(try await count() == 1)
        }
    }

    @Test func `what can't be measured is refused with a reason`() async throws {
        try await withRoom { server, _, space async throws in
            let far = Self.points([[50, 50, 50], [60, 50, 50]])
            for (body, status) in [
                (["kind": "distance", "points": far], 422), (["kind": "distance", "points": Array(Self.across.prefix(1))], 422),
                (["kind": "magic", "points": Self.across], 400), (["kind": "distance", "points": [["at": [1, 2]]]], 400),
                (["kind": "distance", "points": Self.points([[1, 2, 1e300], [0, 0, 0]])], 400),
                (["kind": "distance", "points": [["at": [1, 2, 3], "snap": "glue"]]], 400), (["kind": "area", "room": "x"], 404),
                (["kind": "distance", "points": Self.across, "radius": 50], 400), (["kind": "volume", "points": Self.across], 422),
                (["kind": "snap", "points": []], 422),
            ] as [([String: Any], Int)] {
                #expect(try await server.send(.post, "\(space)/measure", json: body).isProblem(status), "\(body)")
            }
            let snap = try await server.send(
                .post, "\(space)/measurements", json: ["kind": "snap", "points": Self.points([[0, 0, 0]], snap: "surface")])
            #expect(snap.isProblem(422))
            let source = try await server.addSpace("Source", kind: .source)
            let answer = try await server.send(
                .post, "/api/v1/spaces/\(source.id)/measure", json: ["kind": "distance", "points": Self.across])
            #expect(answer.isProblem(422) && answer.string.contains("no surface"))
        }
    }

    @Test func `visitors measure and keep nothing; those of a part don't measure`() async throws {
        try await withRoom { server, _, space async throws in
            func visit(_ link: [String: Any]) async throws -> HTTPFields {
                let made = try await server.send(.post, "\(space)/links", json: link)
                let opened = try await server.send(
                    .post, "/api/v1/visits", json: ["token": String(made.text("url").dropFirst(3)), "password": NSNull()])
                return [HTTPField.Name("X-Diorama-Visit")!: opened.text("visit"), .contentType: "application/json"]
            }
            let body = try JSONSerialization.data(withJSONObject: ["kind": "distance", "points": Self.across])
            let all = try await visit(["name": "all"])
            #expect(try await server.request(.post, "\(space)/measure", headers: all, body: Array(body)).status == 200)
            #expect(try await server.request(.post, "\(space)/measurements", headers: all, body: Array(body)).isProblem(403))
            #expect(try await server.get("\(space)/measurements", headers: all).json["canEdit"] as? Bool == false)
            let part = try await visit(["name": "part", "part": ["min": [0, 0, 0], "max": [1, 1, 1]]])
            for path in ["measurements", "measurements.csv", "plan", "plan/file"] {
                #expect(try await server.get("\(space)/\(path)", headers: part).isProblem(404), "\(path)")
            }
            #expect(try await server.request(.post, "\(space)/measure", headers: part, body: Array(body)).isProblem(404))
        }
    }
}
