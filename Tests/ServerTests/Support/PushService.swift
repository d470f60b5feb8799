import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A push service on a free port of loopback: keeps what it receives, and answers each request with one status.
final class PushService: Sendable {
    struct Message: Sendable {
        let path: String
        /// By name in lower case.
        let headers: [String: String]
        let body: Data
    }

    private struct State {
        var status = 201
        var messages: [Message] = []
    }

    private let state = Mutex(State())
    private let channel = Mutex<(any Channel)?>(nil)

    /// What arrived so far.
    var messages: [Message] { state.withLock(\.messages) }

    /// The status of the answers from now on.
    func answer(_ status: Int) { state.withLock { $0.status = status } }

    /// Begins to listen.
    /// - Returns: the port.
    func start() async throws -> Int {
        let bound = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Connection(self)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        channel.withLock { $0 = bound }
        return bound.localAddress?.port ?? 0
    }

    func stop() async throws { try await channel.withLock { $0 }?.close() }

    private func receive(_ message: Message) -> Int {
        state.withLock { state in
            state.messages.append(message)
            return state.status
        }
    }

    private final class Connection: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let service: PushService
        private var received = Data()

        init(_ service: PushService) { self.service = service }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += Data(unwrapInboundIn(data).readableBytesView)
            guard let end = received.firstRange(of: Data("\r\n\r\n".utf8)) else { return }
            let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            var headers: [String: String] = [:]
            for line in lines.dropFirst() {
                let parts = line.split(separator: ":", maxSplits: 1)
                if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
            }
            let body = received[end.upperBound...]
            guard body.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return }
            let path = lines[0].split(separator: " ").dropFirst().first.map(String.init) ?? ""
            let status = service.receive(Message(path: path, headers: headers, body: Data(body)))
            received = Data()
            let answer = "HTTP/1.1 \(status) Answer\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        }
    }
}
