import DioramaLibrary
import Foundation
import HTTPTypes
import Testing

/// Things over HTTP. `PrivacyCrawlTests` shows that nobody but the owner gets any of it.
@Suite struct ThingRouteTests {
    private let json: HTTPFields = [.contentType: "application/json"]

    private func send(_ server: TestServer, _ method: HTTPRequest.Method, _ path: String, _ body: String) async throws -> Answer {
        try await server.request(method, "/api/v1" + path, headers: json, body: Array(body.utf8))
    }

    @Test func `a thing is added, changed, lent, located, deleted and restored`() async throws {
        try await withServer { server async throws in
            let made = try await send(
                server, .post, "/things",
                #"{"name":"Drill","value":{"minorUnits":12900,"currency":"EUR"},"#
                    + #""fields":[{"name":"Volts","type":"number","value":18}]}"#
            )
            #expect(made.status == 201)
            let path = "/things/\(made.text("id"))"
            let edited = try await send(server, .patch, path, #"{"brand":"Ferrum","value":null,"purchased":"2026-01-31"}"#)
            #expect(edited.status == 200 && edited.text("brand") == "Ferrum" && edited.json["value"] is NSNull)
            #expect(edited.text("purchased") == "2026-01-31T00:00:00.000Z")
            let tag = try #require(edited.headers[.eTag])
            let shown = try await server.request(.get, "/api/v1" + path, headers: [.ifNoneMatch: tag])
            #expect(shown.status == 304)
            let late = try await server.request(
                .patch, "/api/v1" + path, headers: [.contentType: "application/json", .ifMatch: "\"other\""],
                body: Array(#"{"brand":"Late"}"#.utf8))
            #expect(late.isProblem(412))
            let early = try await server.request(
                .patch, "/api/v1" + path, headers: [.contentType: "application/json", .ifMatch: tag],
                body: Array(#"{"notes":"Yellow"}"#.utf8))
            #expect(early.status == 200 && early.headers[.eTag] != tag)
            for body in [
                #"{"name":null}"#, #"{"name":""}"#, #"{"quantity":0}"#, #"{"purchased":"soon"}"#, #"{"colour":1}"#,
                #"{"fields":[{"name":"A","type":"number","value":"x"}]}"#, #"{"value":{"minorUnits":1,"currency":"euro"}}"#,
            ] { #expect(try await send(server, .patch, path, body).isProblem(400), "\(body)") }
            let loan = try await send(server, .post, path + "/loans", #"{"borrower":"Ben"}"#)
            #expect(loan.status == 201)
            #expect(try await send(server, .post, path + "/loans", #"{"borrower":"Eve"}"#).isProblem(409))
            #expect(try await server.get("/api/v1/things?lent=true").json["total"] as? Int == 1)
            let back = #"{"returned":"2027-01-31T12:00:00.000Z"}"#
            #expect(try await send(server, .patch, "/loans/\(loan.text("id"))", back).status == 200)
            #expect(try await server.get("/api/v1/things?lent=true").json["total"] as? Int == 0)
            let entry = try await send(server, .post, path + "/maintenance", #"{"title":"Oil","due":"2026-12-01"}"#)
            #expect(entry.status == 201)
            let space = try await server.addSpace("Cellar").id
            let place = #"{"space":"\#(space)","position":[0.5,0,0.5]}"#
            #expect(try await send(server, .put, path + "/location", place).text("spaceName") == "Cellar")
            let pins = try await server.get("/api/v1/spaces/\(space)/things").json["things"] as? [[String: Any]]
            #expect(pins?.first?["position"] as? [Double] == [0.5, 0, 0.5])
            #expect(try await send(server, .post, "/spaces/\(space)/things", "{}").isProblem(422))
            #expect(try await server.request(.delete, "/api/v1" + path).status == 204)
            #expect(try await server.request(.delete, "/api/v1" + path).isProblem(404))
            #expect(try await server.get("/api/v1/things").json["total"] as? Int == 0)
            #expect(try await server.request(.post, "/api/v1" + path + "/restore").status == 200)
        }
    }

    @Test func `photos and documents are what their bytes say, and are served as such`() async throws {
        try await withServer { server async throws in
            let made = try await send(server, .post, "/things", #"{"name":"Drill"}"#)
            let path = "/api/v1/things/\(made.text("id"))/media"
            let image = try makePicture(width: 40, height: 30)
            let photo = try await server.request(.post, path + "?kind=photo&name=front.png", body: image)
            #expect(photo.status == 201)
            let pdf = Array("%PDF-1.4\n".utf8)
            #expect(try await server.request(.post, path + "?kind=photo", body: pdf).isProblem(400))
            #expect(try await server.request(.post, path + "?kind=model", body: pdf).isProblem(400))
            #expect(try await server.request(.post, path + "?kind=document&role=bill", body: pdf).isProblem(400))
            let receipt = try await server.request(.post, path + "?kind=document&role=receipt&name=a.pdf", body: pdf)
            let files = try #require(receipt.json["media"] as? [[String: Any]])
            #expect(files.map { $0["role"] as? String } == [nil, "receipt"])
            let ids = files.compactMap { $0["id"] as? String }
            #expect(try await server.get(path + "/\(ids[0])?size=small").headers[.contentType] == "image/jpeg")
            let document = try await server.get(path + "/\(ids[1])")
            #expect(document.headers[.contentType] == "application/pdf" && document.body == pdf)
            #expect(document.headers[.contentSecurityPolicy]?.contains("sandbox") == false)
            #expect(try await server.get(path + "/\(ids[1])?size=small").isProblem(404))
            #expect(try await server.request(.delete, path + "/\(ids[1])").status == 200)
            #expect(try await server.get(path + "/\(ids[1])").isProblem(404))
        }
    }

    @Test func `tables are previewed, imported whole or not at all, exported and undone`() async throws {
        try await withServer { server async throws in
            let table = Array("HB.name,HB.location,HB.quantity,HB.purchase_price\nLamp,Attic / Box,2,12.50\n".utf8)
            let preview = try await server.request(.post, "/api/v1/things/import?preview=true", body: table)
            #expect(preview.status == 200 && preview.text("layout") == "homebox" && preview.json["imported"] as? Int == 0)
            #expect(try await server.get("/api/v1/things").json["total"] as? Int == 0)
            let done = try await server.request(.post, "/api/v1/things/import?currency=CHF", body: table)
            #expect(done.json["imported"] as? Int == 1)
            let places = try #require(try await server.get("/api/v1/places").json["places"] as? [[String: Any]])
            #expect(places.compactMap { $0["name"] as? String } == ["Attic", "Box"])
            let bad = Array("Name,Quantity\nA,1\nB,x\n".utf8)
            #expect(try await server.request(.post, "/api/v1/things/import", body: bad).isProblem(422))
            for query in ["?mapping=x", "?mapping=%5B%22nam%22%5D", "?currency=eur", "?dates=iso", "?preview=yes"] {
                #expect(try await server.request(.post, "/api/v1/things/import" + query, body: table).isProblem(400), "\(query)")
            }
            let csv = try await server.get("/api/v1/things/export?format=homebox")
            #expect(String(decoding: csv.body, as: UTF8.self).contains("Lamp"))
            #expect(try await server.get("/api/v1/things/export?format=pdf").body.starts(with: Array("%PDF".utf8)))
            #expect(try await server.get("/api/v1/things/labels.pdf?code=datamatrix").body.starts(with: Array("%PDF".utf8)))
            #expect(try await server.get("/api/v1/things/labels.pdf?sheet=none").isProblem(400))
            #expect(try await server.request(.post, "/api/v1/undo/\(done.text("undo"))").json["restored"] as? Int == 3)
            #expect(try await server.get("/api/v1/things").json["total"] as? Int == 0)
            #expect(try await server.get("/api/v1/things/labels.pdf").isProblem(422))
        }
    }

    @Test func `many are changed at once and searched by pages`() async throws {
        try await withServer { server async throws in
            var ids: [String] = []
            for name in ["Lamp", "Drill", "Saw"] {
                ids.append(try await send(server, .post, "/things", #"{"name":"\#(name)"}"#).text("id"))
            }
            let list = ids.map { "\"\($0)\"" }.joined(separator: ",")
            let bulk = try await send(server, .post, "/things/bulk", #"{"ids":[\#(list)],"category":"Tools","addTags":["a"]}"#)
            #expect(bulk.json["changed"] as? Int == 3)
            #expect(try await send(server, .post, "/things/bulk", #"{"ids":[],"category":"A"}"#).isProblem(400))
            #expect(try await send(server, .post, "/things/bulk", #"{"ids":[\#(list)],"trash":true,"brand":"B"}"#).isProblem(400))
            let first = try await server.get("/api/v1/things?order=name&limit=2&category=tools")
            #expect((first.json["things"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["Drill", "Lamp"])
            let next = first.text("next").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let second = try await server.get("/api/v1/things?order=name&limit=2&category=tools&after=\(next)")
            #expect((second.json["things"] as? [[String: Any]])?.count == 1 && second.json["next"] is NSNull)
            let hits = try await server.get("/api/v1/search?text=dri&kinds=thing,space")
            #expect((hits.json["hits"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == [ids[1]])
            #expect(try await server.get("/api/v1/search?text=a&kinds=chair").isProblem(400))
            #expect(try await server.get("/api/v1/search").isProblem(400))
            let merged = try await send(server, .post, "/things/\(ids[0])/merge", #"{"others":["\#(ids[1])"]}"#)
            #expect(merged.status == 200)
            #expect(try await send(server, .post, "/things/\(ids[0])/merge", #"{"others":["\#(ids[0])"]}"#).isProblem(400))
            #expect(try await server.request(.post, "/api/v1/undo/\(merged.text("undo"))").status == 200)
            let trash = try await send(server, .post, "/things/bulk", #"{"ids":[\#(list)],"trash":true}"#)
            #expect(trash.json["changed"] as? Int == 3)
            #expect(try await server.get("/api/v1/things").json["total"] as? Int == 0)
        }
    }
}
