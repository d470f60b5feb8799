import Foundation
import HTTPTypes
import DioramaLibrary
import Testing

@Suite struct AssetTests {
    private static let bytes = (0..<1000).map { UInt8($0 % 251) }

    private func withAsset(_ body: @escaping @Sendable (TestServer, String, String) async throws -> Void) async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("Office", Self.bytes)
            let hash = space.assets[0].hash.description
            try await body(server, "/api/v1/assets/\(hash)", "\"\(hash)\"")
        }
    }

    @Test func `a file comes whole, strongly tagged and cacheable for ever`() async throws {
        try await withAsset { server, path, tag async throws in
            let answer = try await server.get(path)
            #expect(answer.status == 200)
            #expect(answer.body == Self.bytes)
            #expect(answer.headers[.eTag] == tag)
            #expect(answer.headers[.cacheControl] == "private, max-age=31536000, immutable")
            #expect(answer.headers[.acceptRanges] == "bytes")
            #expect(answer.headers[.contentType] == "model/gltf-binary")
            #expect(answer.headers[.contentLength] == "1000")
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            #expect(answer.header("Content-Security-Policy")?.contains("sandbox") == true)
            #expect(answer.headers[.contentDisposition] == nil)
        }
    }

    @Test func `HEAD has the fields of GET and no body, and knows no ranges`() async throws {
        try await withAsset { server, path, tag async throws in
            let answer = try await server.request(.head, path, headers: [.range: "bytes=0-1"])
            #expect(answer.status == 200)
            #expect(answer.body.isEmpty)
            #expect(answer.headers[.contentLength] == "1000")
            #expect(answer.headers[.eTag] == tag)
        }
    }

    @Test func `a single range is 206 with its place`() async throws {
        try await withAsset { server, path, _ async throws in
            for (field, range) in [
                ("bytes=0-499", 0..<500), ("bytes=-500", 500..<1000), ("bytes=990-", 990..<1000), ("bytes=10-10", 10..<11),
                ("bytes=900-5000", 900..<1000),
            ] {
                let answer = try await server.get(path, headers: [.range: field])
                #expect(answer.status == 206)
                #expect(answer.body == Array(Self.bytes[range]))
                #expect(answer.headers[.contentRange] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/1000")
                #expect(answer.headers[.contentLength] == "\(range.count)")
            }
        }
    }

    @Test func `several ranges are multipart byteranges, exactly as long as they say`() async throws {
        try await withAsset { server, path, _ async throws in
            let answer = try await server.get(path, headers: [.range: "bytes=0-1,500-502,-2"])
            #expect(answer.status == 206)
            #expect(answer.headers[.contentRange] == nil)
            let type = try #require(answer.headers[.contentType])
            let boundary = try #require(type.split(separator: "=").last)
            #expect(type.hasPrefix("multipart/byteranges; boundary="))
            #expect(answer.headers[.contentLength] == "\(answer.body.count)")
            var expected: [UInt8] = []
            for range in [0..<2, 500..<503, 998..<1000] {
                let lead = expected.isEmpty ? "" : "\r\n"
                let place = "bytes \(range.lowerBound)-\(range.upperBound - 1)/1000"
                expected += Array("\(lead)--\(boundary)\r\nContent-Type: model/gltf-binary\r\nContent-Range: \(place)\r\n\r\n".utf8)
                expected += Self.bytes[range]
            }
            expected += Array("\r\n--\(boundary)--\r\n".utf8)
            #expect(answer.body == expected)
        }
    }

    @Test func `a range that has no byte is 416 with the length`() async throws {
        try await withAsset { server, path, _ async throws in
            let answer = try await server.get(path, headers: [.range: "bytes=1000-"])
            #expect(answer.isProblem(416))
            #expect(answer.headers[.contentRange] == "bytes */1000")
        }
    }

    @Test func `a range that is not valid is ignored`() async throws {
        try await withAsset { server, path, _ async throws in
            let answer = try await server.get(path, headers: [.range: "bytes=9-1"])
            #expect(answer.status == 200)
            #expect(answer.body.count == 1000)
        }
    }

    @Test func `a client that has the file hears 304`() async throws {
        try await withAsset { server, path, tag async throws in
            for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let answer = try await server.get(path, headers: [.ifNoneMatch: field, .range: "bytes=0-1"])
                #expect(answer.status == 304)
                #expect(answer.body.isEmpty)
                #expect(answer.headers[.eTag] == tag)
                #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
            }
            #expect(try await server.get(path, headers: [.ifNoneMatch: "\"other\""]).status == 200)
        }
    }

    @Test func `If-Range lets a range count only for this very file`() async throws {
        try await withAsset { server, path, tag async throws in
            #expect(try await server.get(path, headers: [.range: "bytes=0-1", .ifRange: tag]).status == 206)
            for field in ["\"other\"", "W/\(tag)", "Sat, 29 Oct 1994 19:43:31 GMT"] {
                #expect(try await server.get(path, headers: [.range: "bytes=0-1", .ifRange: field]).status == 200)
            }
        }
    }

    @Test func `If-Match of another file is 412`() async throws {
        try await withAsset { server, path, tag async throws in
            #expect(try await server.get(path, headers: [.ifMatch: "\"other\""]).isProblem(412))
            #expect(try await server.get(path, headers: [.ifMatch: tag]).status == 200)
        }
    }

    @Test func `names that are no hashes, and hashes that are not here, are 404`() async throws {
        try await withServer { server async throws in
            let none = String(repeating: "0", count: 64)
            for name in [none, "x", none.dropLast() + "G", none + "0", "..%2f..%2flibrary.sqlite", none.uppercased() + "%00"] {
                #expect(try await server.get("/api/v1/assets/\(name)").isProblem(404))
            }
        }
    }

    @Test func `the uploaded original is offered under its name`() async throws {
        try await withServer { server async throws in
            let space = try await server.addSpace("x", kind: .source, fileName: "Küche \"1\".ply")
            let answer = try await server.get("/api/v1/assets/\(space.assets[0].hash)")
            #expect(
                answer.headers[.contentDisposition]
                    == "attachment; filename=\"K_che _1_.ply\"; filename*=UTF-8''K%C3%BCche%20%221%22.ply")
        }
    }

    @Test func `a large file comes in pieces and unharmed`() async throws {
        try await withServer { server async throws in
            let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
            let space = try await server.addSpace("x", bytes)
            let path = "/api/v1/assets/\(space.assets[0].hash)"
            #expect(try await server.get(path).body == bytes)
            let range = try await server.get(path, headers: [.range: "bytes=262143-1572864"])
            #expect(range.body == Array(bytes[262143...1_572_864]))
        }
    }
}
