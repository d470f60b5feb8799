import Codecs
import DioramaSync
import Foundation
import NIOCore

/// An encrypted connection to another device: messages of up to 4 MB in records, keep-alive records, and a reason at the end.
///
/// A record's plaintext begins with its type: 0 the last part of a message, 1 a part that others follow, 2 keep-alive, 3 the end
/// with the reason.
actor SecureChannel {
    /// Maximum size of a message, in bytes.
    static let messageLimit = 4 << 20

    private enum Record: UInt8 { case last, more, alive, goodbye }
    private static let partLength = NoiseTransport.plaintextLimit - 1

    nonisolated let peer: PeerHello
    nonisolated let peerKey: Data
    nonisolated let handshakeHash: Data
    /// Where the other device listens for paired devices, by its own account and the address of this connection.
    nonisolated let peerAddress: PeerAddress?
    private let connection: RecordConnection
    private var sender: NoiseTransport
    private var receiver: NoiseTransport
    private var parts: [UInt8] = []

    init(_ connection: RecordConnection, transport: NoiseTransport, peer: PeerHello) {
        self.connection = connection
        self.peer = peer
        peerKey = transport.remoteKey
        handshakeHash = transport.handshakeHash
        peerAddress = connection.remoteHost.flatMap { host in peer.port.flatMap { PeerAddress(host: host, port: $0) } }
        // Two copies, each used in one direction only.
        sender = transport
        receiver = transport
        connection.onWriteIdle.withLockedValue { [weak self] callback in
            callback = { [weak self] in
                guard let self else { return }
                Task { try? await self.transmit([(.alive, [])]) }
            }
        }
    }

    /// Sends a message; returns when it was sent.
    func send(_ message: [UInt8]) async throws(SyncError) {
        guard message.count <= Self.messageLimit else {
            throw SyncError(.invalidValue, "a message to a device has at most 4 MB, not \(message.count) bytes")
        }
        var records: [(Record, ArraySlice<UInt8>)] = []
        var start = 0
        repeat {
            let end = min(start + Self.partLength, message.count)
            records.append((end == message.count ? .last : .more, message[start..<end]))
            start = end
        } while start < message.count
        try await transmit(records)
    }

    /// The next message; one caller at a time.
    func receive() async throws(SyncError) -> [UInt8] {
        while true {
            let record = try await connection.read()
            let plaintext: Data
            do throws(SyncError) {
                plaintext = try receiver.open(record)
            } catch {
                connection.close(error)
                throw error
            }
            guard let kind = plaintext.first.flatMap(Record.init(rawValue:)) else {
                throw await refuse("\(peer.name) sent a record of an unknown type; update this device")
            }
            let body = plaintext.dropFirst()
            switch kind {
            case .alive: continue
            case .goodbye:
                let error = Self.goodbye(Array(body), from: peer.name)
                connection.close(error)
                throw error
            case .more, .last:
                guard parts.count + body.count <= Self.messageLimit else {
                    throw await refuse("\(peer.name) sent a message of more than 4 MB")
                }
                parts += body
                if kind == .last {
                    defer { parts = [] }
                    return parts
                }
            }
        }
    }

    /// Sends the reason and ends the connection.
    func close(_ reason: SyncError) async {
        var writer = ByteWriter()
        writer.put(UInt8(reason.kind == .refused ? 1 : reason.kind == .newerVersion ? 2 : reason.kind == .notIncluded ? 3 : 0))
        writer.put(reason.message.oneLine(400))
        try? await transmit([(.goodbye, writer.bytes[...])])
        connection.closeGently(reason)
    }

    /// Ends the connection with a reason of kind `refused`, for the caller to throw.
    func refuse(_ message: String) async -> SyncError {
        let error = SyncError(.refused, message)
        await close(error)
        return error
    }

    nonisolated func deadline(_ time: Duration, _ message: String) -> Scheduled<Void> { connection.deadline(time, message) }

    private func transmit(_ records: [(Record, ArraySlice<UInt8>)]) async throws(SyncError) {
        var sealed: [[UInt8]] = []
        for (kind, body) in records { sealed.append(Array(try sender.seal([kind.rawValue] + body))) }
        // No suspension between encryption and queueing: records are sent in the order of their nonces.
        let done = connection.enqueue(sealed)
        do {
            try await done.get()
        } catch {
            throw error as? SyncError ?? SyncError(.unavailable, "the connection to \(peer.name) ended while sending")
        }
    }

    private static func goodbye(_ bytes: [UInt8], from name: String) -> SyncError {
        var reader = ByteReader(bytes)
        let kind: SyncError.Kind =
            switch reader.integer(UInt8.self) {
            case 1: .refused
            case 2: .newerVersion
            case 3: .notIncluded
            default: .unavailable
            }
        return SyncError(kind, "\(name) ended the connection: \((reader.text(limit: 4096) ?? "").oneLine(400))")
    }
}
