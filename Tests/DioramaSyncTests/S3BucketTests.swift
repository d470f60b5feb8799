import Crypto
import Foundation
import DioramaSync
import Synchronization
import TestSupport
import Testing
import Support

#if canImport(Glibc)
    import Glibc
#endif

/// What the S3 bucket does when a server does what servers do.
@Suite struct S3BucketTests {
    private func key(_ text: String) -> BucketKey { BucketKey(text)! }

    /// Waits that were asked for, instead of waiting.
    private final class Waits: Sendable {
        let all = Mutex<[Double]>([])
    }

    private func bucket(_ server: ScriptedServer, _ waits: Waits = Waits(), secret: String = "hush") throws -> S3Bucket {
        guard case .s3(let address) = try BucketAddress("s3://photos/home?endpoint=\(server.address)", environment: [:]) else {
            throw SyncError(.failed, "no S3")
        }
        var retry = RetryPolicy()
        retry.sleep = { seconds in waits.all.withLock { $0.append(seconds) } }
        return S3Bucket(address, credentials: S3Credentials(accessKeyID: "AKID", secretAccessKey: secret), retry: retry)
    }

    @Test func `tries again when the server is busy, not before it said`() async throws {
        let later = "Sun, 06 Nov 2394 08:49:37 GMT"
        let server = try ScriptedServer { number, _ in
            switch number {
            case 0: .error(503, "SlowDown", headers: ["retry-after": "7"])
            case 1: .error(500, "InternalError")
            case 2: .error(429, "TooManyRequests", headers: ["retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"])
            default: .init(body: Data("here".utf8))
            }
        }
        let waits = Waits()
        #expect(try await bucket(server, waits).get(key("a"), limit: 10) == Data("here".utf8))
        let all = waits.all.withLock { $0 }
        #expect(all.count == 3 && all[0] >= 7 && all[1] <= 0.5 && all[2] <= 1, "\(all)")

        // Longer than the maximum: reported, not waited for.
        let patient = try ScriptedServer { _, _ in .error(503, "SlowDown", headers: ["retry-after": later]) }
        let error = await #expect(throws: SyncError.self) { try await bucket(patient).get(key("a"), limit: 10) }
        #expect(error?.kind == .unavailable && patient.requests.count == 1)
    }

    @Test func `gives up after some attempts, with the server's code in one line`() async throws {
        let server = try ScriptedServer { _, _ in .error(503, "SlowDown") }
        let error = await #expect(throws: SyncError.self) {
            try await bucket(server).put(key("a"), Data("x".utf8), ifAbsent: false)
        }
        #expect(error?.kind == .unavailable && error?.message.contains("SlowDown") == true, "\(String(describing: error))")
        #expect(server.requests.count == 6)
    }

    @Test func `an incomplete response is requested again`() async throws {
        let server = try ScriptedServer { number, _ in
            .init(body: Data("a whole answer".utf8), cut: number < 2 ? 5 * number - 1 : nil)
        }
        #expect(try await bucket(server).get(key("a"), limit: 100) == Data("a whole answer".utf8))
        #expect(server.requests.count == 3)
    }

    @Test(arguments: [true, false]) func `knows its own object again when the first answer was lost`(isOurs: Bool) async throws {
        let server = try ScriptedServer { number, request in
            if request.method == "GET" { return .init(body: Data((isOurs ? "mine" : "else").utf8)) }
            return number == 0 ? .init(cut: -1) : .error(412, "PreconditionFailed")
        }
        #expect(try await bucket(server).put(key("a"), Data("mine".utf8), ifAbsent: true) == isOurs)
        #expect(server.requests.allSatisfy { $0.method == "GET" || $0.headers["if-none-match"] == "*" })
    }

    @Test func `an existing object is not mistaken for the writer's own`() async throws {
        let server = try ScriptedServer { _, _ in .error(412, "PreconditionFailed") }
        #expect(try await !bucket(server).put(key("a"), Data("mine".utf8), ifAbsent: true))
        #expect(server.requests.count == 1)
    }

    @Test func `corrects its clock by the server's`() async throws {
        let server = try ScriptedServer { number, _ in
            number == 0
                ? .error(403, "RequestTimeTooSkewed", headers: ["date": "Wed, 01 Jan 2053 12:00:30 GMT"])
                : .init(body: Data("ok".utf8))
        }
        let bucket = try bucket(server)
        #expect(try await bucket.get(key("a"), limit: 10) == Data("ok".utf8))
        #expect(try await bucket.get(key("a"), limit: 10) == Data("ok".utf8))
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["x-amz-date"]!.hasPrefix("20530101T120") })
        #expect(server.requests.count == 3)
    }

    @Test func `error responses are reported clearly, not retried, and reveal no secret`() async throws {
        let cases: [(ScriptedServer.Answer, SyncError.Kind, String)] = [
            (.error(403, "AccessDenied"), .noPermission, "AccessDenied"),
            (.error(403, "SignatureDoesNotMatch"), .noPermission, "check the credentials"),
            (.error(404, "NoSuchKey"), .notFound, "NoSuchKey"),
            (.error(404, "NoSuchBucket"), .notFound, "photos"),
            (.error(301, "PermanentRedirect", headers: ["location": "http://127.0.0.1:1/"]), .invalidValue, "region"),
            (.error(400, "AuthorizationHeaderMalformed", more: "<Region>eu-west-3</Region>"), .invalidValue, "region=eu-west-3"),
            (.error(507, "QuotaExceeded"), .full, "QuotaExceeded"),
            (.init(status: 418, body: Data("<html>not xml".utf8)), .failed, "418"),
        ]
        for (answer, kind, text) in cases {
            let server = try ScriptedServer { _, _ in answer }
            let error = await #expect(throws: SyncError.self) { try await bucket(server).get(key("a"), limit: 1000) }
            #expect(error?.kind == kind && error?.message.contains(text) == true, "\(String(describing: error))")
            #expect(error?.message.contains("hush") == false && server.requests.count == 1)
        }
    }

    @Test func `a server that isn't there is said so`() async throws {
        let server = try ScriptedServer { _, _ in .init() }
        let bucket = try bucket(server)
        let port = server.port
        _ = consume server
        let error = await #expect(throws: SyncError.self) { try await bucket.get(key("a"), limit: 10) }
        #expect(error?.kind == .unavailable && error?.message.contains("127.0.0.1:\(port)") == true, "\(String(describing: error))")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not there"))
    func `a certificate from nobody known is refused, and nothing is sent`() async throws {
        try await TestData.withTemporaryFolder { folder in
            func openssl(_ arguments: [String]) throws -> RunningProgram {
                try RunningProgram(URL(fileURLWithPath: "/usr/bin/openssl"), arguments, folder: folder)
            }
            try openssl([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key", "-out", "cert", "-days", "9", "-subj",
                "/CN=127.0.0.1",
            ]).waitUntilExit()
            let port = try ScriptedServer { _, _ in .init() }.port
            let server = try openssl(["s_server", "-accept", "127.0.0.1:\(port)", "-key", "key", "-cert", "cert", "-www", "-quiet"])
            defer { server.kill() }
            let text = "s3://photos?endpoint=https://127.0.0.1:\(port)"
            guard case .s3(let address) = try BucketAddress(text, environment: [:]) else { return }
            let bucket = S3Bucket(address, credentials: S3Credentials(accessKeyID: "AKID", secretAccessKey: "hush"))
            var error: SyncError?
            // The server may need a moment; the retries give it one.
            for _ in 0..<20 where error?.kind != .refused {
                error = await #expect(throws: SyncError.self) { try await bucket.get(key("a"), limit: 10) }
            }
            #expect(error?.kind == .refused && error?.message.contains("certificate") == true, "\(String(describing: error))")
        }
    }

    @Test func `responses that are too large or not lists are refused`() async throws {
        let large = try ScriptedServer { _, _ in .init(body: Data(count: 11)) }
        #expect(await #expect(throws: SyncError.self) { try await bucket(large).get(key("a"), limit: 10) }?.kind == .refused)
        for text in [
            "", "<", "<a>", "<ListBucketResult>", "<!DOCTYPE x><ListBucketResult/>", "<Other/>", "<ListBucketResult></Other>",
            "<ListBucketResult>&bomb;</ListBucketResult>", String(repeating: "<a>", count: 100_000),
            "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
            "<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>",
        ] {
            let server = try ScriptedServer { _, _ in .xml(200, text) }
            await #expect(throws: SyncError.self, "\(text.prefix(60))") { try await bucket(server).list(key("a"), after: nil) }
            #expect(server.requests.count <= 2)
        }
    }

    @Test func `reads lists in pages, and ignores what leads elsewhere`() async throws {
        let server = try ScriptedServer { number, _ in
            number == 0
                ? .xml(
                    200,
                    """
                    <?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
                    <EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>
                    <NextContinuationToken>a&amp;b</NextContinuationToken>
                    <Contents><Key>home/a/1%3D2</Key><Size>5</Size></Contents>
                    <Contents><Key>home/a/../x</Key><Size>5</Size></Contents>
                    <Contents><Key>other/a/1</Key><Size>5</Size></Contents><Contents><Key>home/a/</Key><Size>0</Size></Contents>
                    </ListBucketResult>
                    """)
                : .xml(200, "<ListBucketResult><Contents><Key>home/a/&#x30;</Key><Size>7</Size></Contents></ListBucketResult>")
        }
        let objects = try await bucket(server).list(key("a"), after: nil)
        #expect(objects.map(\.key.description) == ["a/0", "a/1=2"] && objects.map(\.byteCount) == [7, 5])
        #expect(server.requests[1].target.contains("continuation-token=a%26b"))
        #expect(server.requests[0].target.contains("prefix=home%2Fa%2F"))
    }

    @Test func `an interrupted upload reuses the uploaded parts`() async throws {
        let size = 8 << 20
        let data = BucketConformance.bytes(2 * size + 100)
        func tag(_ part: Int) -> String {
            Insecure.MD5.hash(data: data[part * size..<min((part + 1) * size, data.count)]).map { String(format: "%02x", $0) }
                .joined()
        }
        let first = tag(0)
        let second = tag(1)
        let server = try ScriptedServer { _, request in
            let target = request.target
            if request.method == "PUT" { return .init(headers: ["etag": "\"new\""]) }
            if request.method == "POST" {
                return .xml(
                    200, target.contains("uploadId=") ? "<CompleteMultipartUploadResult/>" : "<InitiateMultipartUploadResult/>")
            }
            if target.contains("uploads=") {
                return .xml(
                    200,
                    """
                    <ListMultipartUploadsResult><Upload><Key>home/a</Key><UploadId>mine</UploadId></Upload>
                    <Upload><Key>home/ab</Key><UploadId>not mine</UploadId></Upload></ListMultipartUploadsResult>
                    """)
            }
            return .xml(
                200,
                """
                <ListPartsResult><Part><PartNumber>1</PartNumber><ETag>&quot;\(first)&quot;</ETag><Size>\(size)</Size></Part>
                <Part><PartNumber>2</PartNumber><ETag>&quot;\(first)&quot;</ETag><Size>\(size)</Size></Part></ListPartsResult>
                """)
        }
        #expect(first != second)
        try await bucket(server).upload(DataSource(data), to: key("a"), progress: .silent)
        // The second part there has other bytes than ours, the third is missing.
        let sent = server.requests.filter { $0.method == "PUT" }
        #expect(Set(sent.map { $0.target.contains("partNumber=2") }) == [true, false] && sent.count == 2)
        #expect(sent.allSatisfy { $0.target.contains("uploadId=mine") })
        let body = String(decoding: server.requests.last!.body, as: UTF8.self)
        #expect(body.contains(first) && body.contains("<PartNumber>3</PartNumber>") && !body.contains(second))
    }

    @Test func `an error that comes with 200 is an error`() async throws {
        let server = try ScriptedServer { _, request in
            switch request.method {
            case "PUT": .init(headers: ["etag": "\"x\""])
            case "HEAD": .init(status: 404)
            case "GET": .xml(200, "<ListMultipartUploadsResult/>")
            default:
                request.target.contains("uploadId=")
                    ? .error(200, "InternalError")
                    : .xml(200, "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>")
            }
        }
        let source = DataSource(Data(count: 17 << 20))
        let error = await #expect(throws: SyncError.self) {
            try await bucket(server).upload(source, to: key("a"), progress: .silent)
        }
        #expect(error?.kind == .unavailable && error?.message.contains("InternalError") == true)
    }
}
