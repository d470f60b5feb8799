import DioramaSync
import Foundation
import NIOCore
import NIOPosix

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Multicast DNS on one network interface: 224.0.0.251, port 5353 (RFC 6762 section 3), over IPv4.
final class MulticastLink: Sendable {
    /// This device's address on the link, four bytes.
    let address: [UInt8]
    private let channel: any Channel
    private let handler: Receiver
    private static let group = "224.0.0.251"
    static let port = 5353

    /// The links of this device: one for each interface that is up, can multicast and has an IPv4 address.
    ///
    /// The sockets are made on the calling thread.
    /// - Throws: `SyncError` of kind `unavailable` where there is none, or multicast is not allowed here.
    static func openAll() throws(SyncError) -> [MulticastLink] {
        let devices = (try? System.enumerateDevices()) ?? []
        var links: [MulticastLink] = []
        var reason = "no network here can multicast"
        for device in devices where device.multicastSupported {
            guard case .v4(let ip)? = device.address else { continue }
            do throws(SyncError) {
                links.append(try MulticastLink(ip.address.sin_addr))
            } catch {
                reason = error.message
            }
        }
        if links.isEmpty {
            throw SyncError(.unavailable, "devices can't be found by themselves here (\(reason)); pair with a code instead")
        }
        return links
    }

    private init(_ own: in_addr) throws(SyncError) {
        address = withUnsafeBytes(of: own.s_addr) { Array($0) }
        let descriptor = try Self.socket(own)
        let handler = Receiver()
        self.handler = handler
        do {
            channel = try DatagramBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: DNSMessage.byteLimit))
                .channelInitializer { channel in channel.pipeline.addHandler(handler) }
                .withBoundSocket(descriptor).wait()
        } catch {
            close(descriptor)
            throw SyncError(.unavailable, "multicast: \(error)")
        }
    }

    deinit { channel.close(promise: nil) }

    private static func socket(_ own: in_addr) throws(SyncError) -> CInt {
        #if canImport(Glibc)
            let descriptor = Glibc.socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
        #else
            let descriptor = Darwin.socket(AF_INET, SOCK_DGRAM, 0)
        #endif
        func check(_ result: CInt, _ what: String) throws(SyncError) {
            if result == 0 { return }
            let code = errno
            close(descriptor)
            throw SyncError(.unavailable, "\(what): \(String(cString: strerror(code)))")
        }
        guard descriptor >= 0 else { throw SyncError(.unavailable, "no socket: \(String(cString: strerror(errno)))") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        func set<V>(_ level: CInt, option: CInt, value: V, what: String) throws(SyncError) {
            let result = withUnsafeBytes(of: value) { setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count)) }
            try check(result, what)
        }
        // Other responders of this device have the port as well.
        try set(SOL_SOCKET, option: SO_REUSEADDR, value: CInt(1), what: "sharing the port")
        try set(SOL_SOCKET, option: SO_REUSEPORT, value: CInt(1), what: "sharing the port")
        let ip = CInt(IPPROTO_IP)
        try set(ip, option: IP_MULTICAST_TTL, value: UInt8(255), what: "the reach of multicast")
        try set(ip, option: IP_MULTICAST_LOOP, value: UInt8(1), what: "multicast to this device")
        try set(ip, option: IP_MULTICAST_IF, value: own, what: "the interface of multicast")
        var any = sockaddr_in()
        any.sin_family = sa_family_t(AF_INET)
        any.sin_port = UInt16(port).bigEndian
        let bound = withUnsafeBytes(of: any) { raw in
            bind(descriptor, raw.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
        }
        try check(bound, "port \(port)")
        try set(
            ip, option: IP_ADD_MEMBERSHIP, value: ip_mreq(imr_multiaddr: in_addr(s_addr: inet_addr(group)), imr_interface: own),
            what: "joining the group")
        #if canImport(Glibc)
            // Only what comes over this interface; IP_MULTICAST_ALL of ip(7).
            try set(ip, option: 49, value: CInt(0), what: "the interface of multicast")
        #endif
        return descriptor
    }

    /// From now on, `receive` gets each message that can be read, with who sent it.
    func onMessage(_ receive: @escaping @Sendable (DNSMessage, SocketAddress) -> Void) {
        handler.receive.withLockedValue { $0 = receive }
    }

    /// Sends to everyone on the link, or to one. A message that the network refuses is lost, as any datagram may be.
    func send(_ message: DNSMessage, to one: SocketAddress? = nil) {
        guard let bytes = message.encoded(), let target = one ?? (try? SocketAddress(ipAddress: Self.group, port: Self.port)) else {
            return
        }
        let envelope = AddressedEnvelope(remoteAddress: target, data: channel.allocator.buffer(bytes: bytes))
        channel.writeAndFlush(envelope, promise: nil)
    }

    func schedule(_ delay: Duration, _ work: @escaping @Sendable () -> Void) {
        channel.eventLoop.scheduleTask(in: TimeAmount(delay), work)
    }

    private final class Receiver: ChannelInboundHandler, Sendable {
        typealias InboundIn = AddressedEnvelope<ByteBuffer>
        let receive = Locked<(@Sendable (DNSMessage, SocketAddress) -> Void)?>(nil)

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let envelope = unwrapInboundIn(data)
            if let message = DNSMessage(envelope.data.readableBytesView) {
                receive.withLockedValue { $0 }?(message, envelope.remoteAddress)
            }
        }

        /// A datagram that could not be sent or read is lost, no more.
        func errorCaught(context: ChannelHandlerContext, error: any Error) {}
    }
}
