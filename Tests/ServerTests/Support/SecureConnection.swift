import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization
import X509

/// A TLS connection on which a test sends whatever bytes it likes, and sees those that come.
final class SecureConnection: Sendable {
    private let channel: any Channel
    private let received: Received

    private final class Received: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        let bytes = Mutex<[UInt8]>([])
        let agreed = Mutex<String?>(nil)

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            bytes.withLock { $0 += unwrapInboundIn(data).readableBytesView }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .handshakeCompleted(let name)? = event as? TLSUserEvent { agreed.withLock { $0 = name ?? "none" } }
        }
    }

    /// - Parameter protocols: what the client offers (ALPN).
    init(port: Int, protocols: [String] = ["h2"]) async throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: configuration)
        let received = Received()
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        try NIOSSLClientHandler(context: context, serverHostname: "localhost"), received,
                    ])
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        self.received = received
    }

    /// What client and server agreed on.
    var agreed: String? { received.agreed.withLock { $0 } }

    var text: String { String(decoding: received.bytes.withLock { $0 }, as: UTF8.self) }

    func send(_ bytes: [UInt8]) async { try? await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    func send(_ text: String) async { await send(Array(text.utf8)) }

    func close() async { try? await channel.close() }

    /// Whether the server ends the connection in time.
    func isClosed(within time: Duration = .seconds(30)) async -> Bool {
        await holds(within: time) { [channel] in !channel.isActive }
    }

    /// Whether a condition comes to hold in time.
    func holds(within time: Duration = .seconds(30), _ condition: @Sendable () -> Bool) async -> Bool {
        let end = ContinuousClock.now + time
        while !condition() {
            if ContinuousClock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }

    /// The frames of HTTP/2 that came so far.
    var frames: [Frame] {
        var rest = received.bytes.withLock { $0 }[...]
        var frames: [Frame] = []
        while rest.count >= 9 {
            let head = Array(rest.prefix(9))
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard rest.count >= 9 + length else { break }
            let stream = UInt32(head[5]) << 24 | UInt32(head[6]) << 16 | UInt32(head[7]) << 8 | UInt32(head[8])
            frames.append(Frame(head[3], flags: head[4], stream: stream, Array(rest.dropFirst(9).prefix(length))))
            rest = rest.dropFirst(9 + length)
        }
        return frames
    }

    /// Whether an answer to a stream has begun.
    func isAnswered(_ stream: UInt32) async -> Bool {
        await holds { self.frames.contains { $0.type == Frame.headers && $0.stream == stream } }
    }
}

/// A frame of HTTP/2 (RFC 9113, section 4.1).
struct Frame {
    static let headers: UInt8 = 1
    static let reset: UInt8 = 3
    static let settings: UInt8 = 4
    static let ping: UInt8 = 6
    static let goAway: UInt8 = 7
    static let continuation: UInt8 = 9

    let type: UInt8
    let flags: UInt8
    let stream: UInt32
    let payload: [UInt8]

    init(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) {
        self.type = type
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    var bytes: [UInt8] {
        let length = [16, 8, 0].map { UInt8(truncatingIfNeeded: payload.count >> $0) }
        return length + [type, flags] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: stream >> $0) } + payload
    }

    /// What a client sends first.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + Frame(settings).bytes

    /// The header of a GET, in HPACK without Huffman coding (RFC 7541): `:method`, `:scheme`, `:authority`, `:path`.
    static func fields(_ path: String, authority: String = "localhost") -> [UInt8] {
        [0x82, 0x87, 0x01, UInt8(authority.utf8.count)] + Array(authority.utf8) + [0x04, UInt8(path.utf8.count)] + Array(path.utf8)
    }

    /// A whole GET: END_STREAM and END_HEADERS.
    static func get(_ path: String, stream: UInt32) -> Frame { Frame(headers, flags: 5, stream: stream, fields(path)) }
}

/// An ordinary HTTPS client, with connections of its own.
func withClient<R: Sendable>(
    trusting certificate: Certificate, version: HTTPClient.Configuration.HTTPVersion = .automatic,
    _ body: (HTTPClient) async throws -> R
) async throws -> R {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates([try certificate.trusted])
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
    configuration.httpVersion = version
    let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let result: Result<R, any Error>
    do { result = .success(try await body(client)) } catch { result = .failure(error) }
    try await client.shutdown()
    return try result.get()
}

/// An answer with its body.
struct SecureAnswer: Sendable {
    let version: HTTPVersion
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
}

extension HTTPClient {
    /// One request.
    func ask(_ url: String, _ method: NIOHTTP1.HTTPMethod = .GET, _ headers: HTTPHeaders = [:], body: [UInt8]? = nil) async throws
        -> SecureAnswer
    {
        var request = HTTPClientRequest(url: url)
        request.method = method
        request.headers = headers
        request.body = body.map { .bytes($0) }
        let response = try await execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 24)
        return SecureAnswer(
            version: response.version, status: Int(response.status.code), headers: response.headers,
            body: Array(body.readableBytesView))
    }
}
