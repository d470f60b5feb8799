import Foundation
import HTTPTypes
import Testing

/// What a route doesn't know is refused by name, on every operation of docs/openapi.yaml.
@Suite struct StrictRequestTests {
    private static let json: HTTPFields = [.contentType: "application/json"]

    @Test func `unknown query parameters are refused by name on every operation`() async throws {
        try await withServer { server in
            let routes = try PrivacyCrawlTests.routes()
            #expect(routes.count > 60)
            for route in routes {
                let answer = try await server.request(route.method, Self.path(route.path) + "?voxel=0.01")
                #expect(
                    answer.isProblem(400) && answer.text("detail").contains("voxel"),
                    "\(route.method) \(route.path): \(answer.status) \(answer.text("detail"))")
            }
        }
    }

    @Test func `the parameters that the document names are taken, others next to them are not`() async throws {
        try await withServer { server in
            for (path, parameters) in try Self.parameters() {
                let query = parameters.map { "\($0)=%00" }.joined(separator: "&")
                let answer = try await server.get(path + "?" + query)
                #expect(!answer.text("detail").contains("Unknown query parameter"), "\(path): \(answer.text("detail"))")
            }
            let export = try await server.get("/api/v1/spaces/\(Self.id)/export?format=glb&simplify=1000")
            let detail = "Unknown query parameter “simplify”; this address takes format, withLocation."
            #expect(export.isProblem(400) && export.text("detail") == detail)
        }
    }

    @Test(arguments: [
        ("PATCH", "/api/v1/spaces/ID", #"{"name":"Office","colour":1}"#, "colour"),
        ("POST", "/api/v1/spaces/ID/memories", #"{"title":"A","anchor":{"point":[0,0,0]},"moood":"joy"}"#, "moood"),
        ("POST", "/api/v1/spaces/ID/memories", #"{"title":"A","anchor":{"point":[0,0,0],"heigth":1}}"#, "anchor.heigth"),
        ("POST", "/api/v1/spaces/ID/measure", #"{"kind":"snap","points":[{"at":[0,0,0],"snapp":"auto"}]}"#, "points[0].snapp"),
        ("POST", "/api/v1/spaces/ID/measurements", #"{"kind":"area","colour":1}"#, "colour"),
        ("POST", "/api/v1/spaces/ID/plan/edits", #"{"kind":"rename-room","room":"r1","name":"A","colour":1}"#, "colour"),
        ("PUT", "/api/v1/spaces/ID/grants", #"{"grants":[],"all":true}"#, "all"),
        ("POST", "/api/v1/spaces/ID/links", #"{"name":"A","part":{"min":[0,0,0],"max":[1,1,1],"mid":[0,0,0]}}"#, "part.mid"),
        ("POST", "/api/v1/exhibits/artemis/links", #"{"name":"A","space":"x"}"#, "space"),
        ("POST", "/api/v1/spaces/ID/reanchor", #"{"from":"x","dryrun":true}"#, "dryrun"),
        ("POST", "/api/v1/visits", #"{"token":"x","pasword":"y"}"#, "pasword"),
        ("POST", "/api/v1/session", #"{"invitation":"x","nam":"y"}"#, "nam"),
        ("POST", "/api/v1/accounts", #"{"name":"Ada","e-mail":"a@b.c"}"#, "e-mail"),
    ])
    func `unknown fields of bodies are refused by their path`(
        method: String, path: String, body: String, field: String
    ) async throws {
        try await withServer { server in
            let space = try await server.addSpace("Office").id
            let answer = try await server.request(
                try #require(HTTPRequest.Method(method)), path.replacingOccurrences(of: "ID", with: "\(space)"), headers: Self.json,
                body: Array(body.utf8))
            #expect(
                answer.isProblem(400) && answer.text("detail").hasPrefix("Unknown field “\(field)”"),
                "\(path): \(answer.status) \(answer.text("detail"))")
        }
    }

    private static let id = "2xQ4bG6QhV8mYk3sZpA1cR7tWdE"

    /// The path with ids that name nothing.
    private static func path(_ template: String) -> String {
        template.replacingOccurrences(of: "{id}", with: id).replacingOccurrences(of: "{media}", with: id)
            .replacingOccurrences(of: "{number}", with: "1").replacingOccurrences(of: "{code}", with: "K7M2QX")
            .replacingOccurrences(of: "{file}", with: "0.glb").replacingOccurrences(of: "{folder}", with: "images")
            .replacingOccurrences(of: "{name}", with: "a.jpg").replacingOccurrences(of: "{step}", with: "front")
            .replacingOccurrences(of: "{operation}", with: "a")
            .replacingOccurrences(of: "{sha256}", with: String(repeating: "0", count: 64))
    }

    /// The query parameters of each GET of the document. (Its parameters stand at the fourth indentation.)
    private static func parameters() throws -> [(path: String, names: [String])] {
        let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/openapi.yaml").standardizedFileURL
        var found: [(path: String, names: [String])] = []
        var path = ""
        var method = ""
        var name = ""
        for line in try String(contentsOf: document, encoding: .utf8).split(separator: "\n") {
            if line == "components:" { break }
            if line.hasPrefix("  /"), line.hasSuffix(":") { path = String(line.dropFirst(2).dropLast()) }
            if line.hasPrefix("    "), !line.hasPrefix("     "), line.hasSuffix(":") {
                method = String(line.dropFirst(4).dropLast())
            }
            if line.hasPrefix("        - name: ") { name = String(line.dropFirst(16)) }
            guard line == "          in: query", method == "get" else { continue }
            if found.last?.path == Self.path(path) {
                found[found.count - 1].names.append(name)
            } else {
                found.append((Self.path(path), [name]))
            }
        }
        #expect(found.count > 5)
        return found
    }
}
