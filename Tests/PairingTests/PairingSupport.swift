import Pairing
import Foundation
import DioramaLibrary
import DioramaSync
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A device in a test: who it is, whom it knows, and a folder of its own.
struct TestDevice: Sendable {
    let identity: DeviceIdentity
    let peers: PeerFile
    let folder: URL

    init(_ name: String, device: KSUID = KSUID(), key: NoiseKeyPair = NoiseKeyPair()) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("pairing-\(KSUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        identity = DeviceIdentity(device: device, name: name, key: key)
        peers = PeerFile(folder.appendingPathComponent("peers.json"))
    }

    var known: KnownPeer {
        KnownPeer(
            device: identity.device, name: identity.name, publicKey: identity.key.publicKey, paired: Date(timeIntervalSince1970: 0))
    }

    func bucket() throws -> FolderBucket { try FolderBucket(at: folder.appendingPathComponent("relay")) }

    func server(_ limits: PeerLimits = PeerLimits(), _ timeouts: PeerTimeouts = .patient) throws -> PeerServer {
        PeerServer(
            as: identity, knowing: peers, serving: try bucket(), staging: folder.appendingPathComponent("uploads"), limits: limits,
            timeouts: timeouts)
    }

    /// The other device as a bucket.
    func bucket(of other: KnownPeer, at port: Int) throws -> PeerBucket {
        let address = try #require(PeerAddress(host: "127.0.0.1", port: port))
        return PeerBucket(other, as: identity) { () throws(SyncError) in address }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

/// Two devices that know each other, one of them serving its bucket.
struct PairedDevices: Sendable {
    let phone: TestDevice
    let desk: TestDevice
    let server: PeerServer
    let bucket: PeerBucket
    let port: Int

    init(_ limits: PeerLimits = PeerLimits(), _ timeouts: PeerTimeouts = .patient) async throws {
        phone = try TestDevice("phone")
        desk = try TestDevice("desk")
        try await desk.peers.remember(phone.known)
        server = try desk.server(limits, timeouts)
        port = try await server.start(host: "127.0.0.1")
        bucket = try phone.bucket(of: desk.known, at: port)
    }

    func end() async {
        await bucket.disconnect()
        await server.stop()
        phone.remove()
        desk.remove()
    }
}

/// Runs what waits for the network, off the threads that tasks share.
func blocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result(catching: body)) }.start()
    }
}

/// A plain TCP socket, for saying what no device would.
final class RawSocket: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    convenience init(port: Int) throws {
        let descriptor = socket(AF_INET, Self.stream, 0)
        var address = Self.loopback(port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        self.init(descriptor)
    }

    deinit { shut() }

    #if canImport(Glibc)
        static let stream = Int32(SOCK_STREAM.rawValue)
        /// Without a signal where the other has closed.
        static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer, count: Int) -> Int {
            Glibc.send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
        }
    #else
        static let stream = SOCK_STREAM
        static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer, count: Int) -> Int {
            Darwin.write(descriptor, bytes, count)
        }
    #endif

    static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }

    func shut() { close(descriptor) }

    func send(_ bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        var done = 0
        while done < bytes.count {
            let n = bytes.withUnsafeBytes { Self.write(descriptor, $0.baseAddress! + done, count: $0.count - done) }
            if n <= 0 { return }
            done += n
        }
    }

    func sendRecord(_ bytes: some Collection<UInt8>) { send([UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes) }

    /// Exactly `count` bytes; nil where the connection ended before.
    func receive(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let n = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + done, $0.count - done) }
            if n <= 0 { return nil }
            done += n
        }
        return bytes
    }

    func receiveRecord() -> [UInt8]? { receive(2).flatMap { receive(Int($0[0]) << 8 | Int($0[1])) } }
}

/// A device that keeps to the handshake and to nothing else.
final class RawPeer {
    private let socket: RawSocket
    private var transport: NoiseTransport

    /// Blocks; see `blocking`.
    init(port: Int, as device: TestDevice, purpose: UInt8 = 2) throws {
        socket = try RawSocket(port: port)
        let preamble = Array("DIOP".utf8) + [1, purpose]
        var noise = NoiseHandshake(isInitiator: true, longTerm: device.identity.key, prologue: Data(preamble))
        socket.sendRecord(preamble + Array(try noise.write()))
        _ = try noise.read(Data(try #require(socket.receiveRecord())))
        var hello: [UInt8] = []
        for text in [device.identity.device.description, device.identity.name] {
            hello += [0, 0, 0, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        socket.sendRecord(Array(try noise.write(Data(hello))))
        transport = try noise.transport()
    }

    /// Sends a record's plaintext.
    func send(_ plaintext: [UInt8]) throws { socket.sendRecord(Array(try transport.seal(plaintext))) }

    /// The next record's plaintext, less signs of life; nil at the end.
    func receive() throws -> [UInt8]? {
        while let record = socket.receiveRecord() {
            let plaintext = Array(try transport.open(record))
            if plaintext.first != 2 { return plaintext }
        }
        return nil
    }

    /// What the other gives as its reason to end the connection.
    func goodbye() throws -> String? {
        while let record = try receive() {
            if record[0] == 3 { return String(decoding: record.dropFirst(6), as: UTF8.self) }
        }
        return nil
    }

    func sendRaw(_ bytes: [UInt8]) { socket.send(bytes) }
    func waitForEnd() -> Bool { socket.receive(1) == nil }
}

extension PeerTimeouts {
    /// For machines that are busy with other tests; those of a test about time are set by it.
    static var patient: PeerTimeouts {
        var timeouts = PeerTimeouts()
        timeouts.connect = .seconds(60)
        timeouts.handshake = .seconds(120)
        timeouts.answer = .seconds(300)
        timeouts.idle = .seconds(120)
        timeouts.sending = .seconds(120)
        return timeouts
    }
}
