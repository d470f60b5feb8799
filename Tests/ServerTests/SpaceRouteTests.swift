import Foundation
import HTTPTypes
import DioramaLibrary
import Testing

@Suite struct SpaceRouteTests {
    @Test func `health tells the version`() async throws {
        try await withServer { server async throws in
            let answer = try await server.get("/health")
            #expect(answer.status == 200)
            #expect(answer.string == #"{"status":"ok","version":"0.1.0"}"#)
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `an empty library is an empty list`() async throws {
        try await withServer { server async throws in
            #expect(try await server.get("/api/v1/spaces").string == #"{"next":null,"spaces":[],"total":0}"#)
        }
    }

    @Test func `a space shows all its keys`() async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Office")
            let answer = try await server.get("/api/v1/spaces/\(space.id)")
            #expect(answer.status == 200)
            let keys: Set = [
                "id", "name", "created", "modified", "areaSquareMetres", "triangleCount", "pointCount", "bounds", "capture",
                "report", "assets", "newMemories", "description", "cover",
            ]
            #expect(Set(answer.json.keys) == keys)
            #expect(answer.json["areaSquareMetres"] is NSNull)
            #expect(answer.json["report"] is NSNull)
            #expect(answer.text("created").wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
            let asset = try #require((answer.json["assets"] as? [[String: Any]])?.first)
            #expect(asset["url"] as? String == "/api/v1/assets/\(space.assets[0].hash)")
            #expect(asset["byteCount"] as? Int == 5)
            #expect(asset["level"] is NSNull && asset["triangleCount"] is NSNull)
        }
    }

    @Test func `a scan's report is shown with all its keys, and what is not known or no number as null`() async throws {
        try await withServer { server async throws in
            let report = """
                {"mode":"interior","frames":7,"recorded":1770112800.5,"size":[4,2.5,3],"coverage":0.86,"quality":"nan",\
                "shell":{"floor":{"area":12,"observed":1},"walls":{"area":36,"observed":0.5},\
                "ceiling":{"area":12,"observed":0},"total":{"area":60,"observed":0.5},"openOutline":4,"height":2.5},\
                "parts":{"density":0.5,"angles":7,"sharpness":1},"advice":["Walk once more."],\
                "place":{"latitude":48.1,"longitude":11.5},\
                "poses":{"source":"odometry","confidence":0.3,"loops":2,"correction":"inf",\
                "depthScale":{"ratio":1.026,"standardDeviation":0.003}}}
                """
            let space = try await server.library.add(SpaceDraft(name: "scan", report: report))
            let shown = try #require(try await server.get("/api/v1/spaces/\(space.id)").json["report"] as? [String: Any])
            let keys: Set = [
                "mode", "frames", "duration", "recorded", "device", "place", "size", "coverage", "coverageRefersTo", "shell",
                "noRoom", "quality", "parts", "advice", "poses", "scale",
            ]
            #expect(Set(shown.keys) == keys)
            #expect(shown["recorded"] as? String == "2026-02-03T10:00:00.500Z")
            #expect(shown["size"] as? [Double] == [4, 2.5, 3])
            #expect(shown["coverage"] as? Double == 0.86)
            #expect((shown["coverageRefersTo"] as? String)?.contains("surface that was found") == true)
            let shell = try #require(shown["shell"] as? [String: Any])
            #expect((shell["walls"] as? [String: Any])?["observed"] as? Double == 0.5 && shell["isOpen"] as? Bool == true)
            let scale = try #require((shown["poses"] as? [String: Any])?["depthScale"] as? [String: Any])
            let ends = try #require(scale["interval"] as? [Double])
            #expect(scale["ratio"] as? Double == 1.026 && ends[0] > 1 && ends[1] < 1.05)
            #expect(shown["quality"] is NSNull && shown["duration"] is NSNull && shown["device"] is NSNull)
            #expect((shown["parts"] as? [String: Any])?["angles"] as? Double == 1)
            #expect((shown["poses"] as? [String: Any])?["correction"] is NSNull)
            #expect((shown["place"] as? [String: Any])?["altitude"] is NSNull)
        }
    }

    @Test func `a report of another version is no report`() async throws {
        try await withServer { server async throws in
            let space = try await server.library.add(SpaceDraft(name: "scan", report: #"{"stars":5}"#))
            #expect(try await server.get("/api/v1/spaces/\(space.id)").json["report"] is NSNull)
        }
    }

    @Test func `pages of the list come newest first and join without gaps`() async throws {
        try await withServer { server async throws in
            for number in 1...5 { _ = try await server.addSpace("space \(number)") }
            var names: [String] = []
            var after = ""
            for expected in [2, 2, 1] {
                let page = try await server.get("/api/v1/spaces?limit=2\(after)")
                let spaces = try #require(page.json["spaces"] as? [[String: Any]])
                #expect(spaces.count == expected)
                #expect(page.json["total"] as? Int == 5)
                names += spaces.compactMap { $0["name"] as? String }
                after = (page.json["next"] as? String).map { "&after=\($0)" } ?? ""
            }
            #expect(after.isEmpty)
            #expect(names == (1...5).reversed().map { "space \($0)" })
        }
    }

    @Test(arguments: [
        "limit=0", "limit=201", "limit=-1", "limit=x", "limit=", "limit=1.5", "limit=+1", "limit=99999999999999999999", "after=x",
        "after=",
        "limit=1&limit=2", "limit=%ff",
    ])
    func `a query that makes no sense is 400`(query: String) async throws {
        try await withServer { server async throws in #expect(try await server.get("/api/v1/spaces?\(query)").isProblem(400)) }
    }

    @Test func `renaming changes the name and nothing else`() async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Office")
            let answer = try await server.request(
                .patch, "/api/v1/spaces/\(space.id)", headers: [.contentType: "application/json; charset=utf-8"],
                body: Array(#"{"name":"  Küche "}"#.utf8))
            #expect(answer.status == 200)
            #expect(answer.text("name") == "Küche")
            let shown = try await server.library.space(space.id)
            #expect(shown?.name == "Küche")
            #expect(shown?.assets == space.assets)
        }
    }

    @Test func `renaming refuses what is no name`() async throws {
        try await withServer { server async throws in
            let path = "/api/v1/spaces/\(try await server.addSpace("Office").id)"
            let json: HTTPFields = [.contentType: "application/json"]
            let long = String(repeating: "x", count: 201)
            for body in [
                "", "{}", "[]", "x", #"{"name":null}"#, #"{"name":5}"#, #"{"name":"  "}"#, #"{"name":"a\u0000b"}"#,
                #"{"name":"\#(long)"}"#,
            ] {
                #expect(try await server.request(.patch, path, headers: json, body: Array(body.utf8)).isProblem(400), "\(body)")
            }
            let name = Array(#"{"name":"x"}"#.utf8)
            #expect(try await server.request(.patch, path, body: name).isProblem(415))
            #expect(try await server.request(.patch, path, headers: [.contentType: "text/plain"], body: name).isProblem(415))
            let huge = Array(#"{"name":"\#(String(repeating: "x", count: 70_000))"}"#.utf8)
            #expect(try await server.request(.patch, path, headers: json, body: huge).isProblem(413))
            #expect(try await server.get(path).text("name") == "Office")
        }
    }

    @Test func `deleting moves the space to the trash; none of it is served from there`() async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Office")
            let path = "/api/v1/spaces/\(space.id)"
            let answer = try await server.request(.delete, path)
            #expect(answer.status == 204)
            #expect(answer.body.isEmpty)
            #expect(try await server.get(path).isProblem(404))
            #expect(try await server.request(.delete, path).isProblem(404))
            #expect(try await server.get("/api/v1/assets/\(space.assets[0].hash)").isProblem(404))
        }
    }

    @Test func `ids that are none and ids that are not here are 404`() async throws {
        try await withServer { server async throws in
            for id in ["x", SpaceID().description, "%2e%2e", String(repeating: "z", count: 27), "../../health"] {
                #expect(try await server.get("/api/v1/spaces/\(id)").isProblem(404))
                #expect(try await server.get("/api/v1/jobs/\(id)").isProblem(404))
                #expect(try await server.get("/api/v1/jobs/\(id)/events").isProblem(404))
            }
        }
    }

    @Test(arguments: [
        ("/api/v1/spaces", "GET, HEAD, POST"), ("/api/v1/spaces/x", "DELETE, GET, HEAD, PATCH"), ("/api/v1/jobs", "GET, HEAD"),
        ("/api/v1/jobs/x/events", "GET, HEAD"), ("/api/v1/assets/x", "GET, HEAD"), ("/health", "GET, HEAD"), ("/", "GET, HEAD"),
        ("/anything/else", "GET, HEAD"),
    ])
    func `other methods are 405 and told which are allowed`(path: String, allowed: String) async throws {
        try await withServer { server async throws in
            for method in [HTTPRequest.Method.put, .options, .trace] {
                let answer = try await server.request(method, path)
                #expect(answer.isProblem(405))
                #expect(answer.headers[.allow] == allowed)
            }
        }
    }

    @Test func `methods beyond HTTP are 501`() async throws {
        try await withServer { server async throws in
            let answer = try await server.request(#require(HTTPRequest.Method("PROPFIND")), "/api/v1/spaces")
            #expect(answer.isProblem(501))
        }
    }

    @Test func `what is nowhere is 404, with problem details`() async throws {
        try await withServer { server async throws in
            for path in ["/api", "/api/v1", "/api/v1/nothing", "/api/v2/spaces", "/assets/nothing.js", "/favicon.ico"] {
                #expect(try await server.get(path).isProblem(404))
                let head = try await server.request(.head, path)
                #expect(head.status == 404)
                #expect(head.body.isEmpty)
            }
        }
    }
}
