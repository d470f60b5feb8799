import Foundation
import Live

/// A participant of a session in a program: keeps the connection, and passes commands and events between its user and a
/// ``Live/LiveClient``.
public actor SessionParticipant {
    /// What happens.
    public enum Event: Sendable {
        /// Something in the session.
        case session(LiveEvent)
        /// The connection was lost; it is opened again.
        case interrupted
        /// The participant left.
        case left
        /// The participation was ended by the room.
        case ended(LiveCloseReason)
    }

    private var client: LiveClient
    private let start: ContinuousClock.Instant = .now
    private let connect: @Sendable () async throws -> any LiveTransport
    private var transport: (any LiveTransport)?
    private var isEnded = false
    /// Why the last connection ended.
    private var ending: LiveCloseReason?
    private let output: AsyncStream<Event>.Continuation
    /// What happens, until the participation has ended.
    public nonisolated let events: AsyncStream<Event>
    private var packets: (@Sendable ([UInt8]) -> Void)?

    private static let pumpInterval = Duration.milliseconds(25)
    private static let reconnectDelays = [0.1, 0.3, 0.6, 1, 2, 5]
    /// How long a lost connection is tried again.
    private static let patience = Duration.seconds(120)

    /// A participant that has not connected yet.
    /// - Parameters:
    ///   - name: how others see it.
    ///   - color: the colour of its avatar.
    ///   - connect: opens a connection; called again after an interruption.
    public init(name: DisplayName, color: AvatarColor, connect: @escaping @Sendable () async throws -> any LiveTransport) {
        client = LiveClient(key: ParticipantKey(low: .random(in: 1 ... .max), high: .random(in: 1 ... .max)))
        client.join(name: name, color: color, at: 0)
        self.connect = connect
        (events, output) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(10_000))
    }

    /// Milliseconds since this participant was made: the local time of its client.
    public var time: UInt64 {
        let passed = (ContinuousClock.now - start).components
        return UInt64(passed.seconds) * 1_000 + UInt64(passed.attoseconds / 1_000_000_000_000_000)
    }

    /// The participant's copy of the session.
    public var snapshot: LiveClient { client }

    /// Gets each packet that arrives, before it is processed.
    public func observePackets(_ body: @escaping @Sendable ([UInt8]) -> Void) { packets = body }

    /// Makes a change.
    /// - Throws: `Refusal` where the room would refuse it.
    public func change<R: Sendable>(
        _ body: @Sendable (inout LiveClient, UInt64) throws(Refusal) -> R
    ) throws(Refusal) -> R {
        let result = try body(&client, time)
        flush()
        return result
    }

    /// Stays in the session until it ends, `leave` is called or the task is cancelled.
    /// - Throws: `SessionsError` where it can't be joined, the connection is lost for good, or somebody removed the participant;
    ///   `Refusal` where the room refuses.
    public func run() async throws {
        defer { output.finish() }
        var attempt = 0
        var lost = ContinuousClock.now
        while !isEnded && !Task.isCancelled {
            do {
                let transport = try await connect()
                attempt = 0
                try await take(part: transport)
                lost = .now
            } catch let error as SessionsError where error.kind == .failed && client.replica.id != nil {
                // It was there before: the server may be restarting.
                if ContinuousClock.now - lost > Self.patience { throw error }
            }
            if isEnded || Task.isCancelled { break }
            let delay = Self.reconnectDelays[min(attempt, Self.reconnectDelays.count - 1)]
            attempt += 1
            try? await Task.sleep(for: .seconds(delay))
        }
    }

    /// Leaves the session.
    public func leave() {
        if isEnded { return }
        try? client.leave(at: time)
        flush()
        isEnded = true
        transport?.close(.ended)
    }

    // MARK: One connection

    private func take(part transport: any LiveTransport) async throws {
        let (incoming, input) = AsyncStream<LiveTransportEvent>.makeStream()
        transport.start { event in
            input.yield(event)
            if case .closed = event { input.finish() }
        }
        self.transport = transport
        ending = nil
        client.connect(at: time)
        flush()
        let pump = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: Self.pumpInterval)
                await self?.flush()
            }
        }
        defer { pump.cancel() }
        for await event in incoming {
            switch event {
            case .packet(let bytes): receive(bytes, transport)
            case .writable: break
            case .closed(let reason): closed(reason)
            }
        }
        self.transport = nil
        if let refusal = client.connectionRefusal { throw refusal }
        switch ending {
        case nil, .ended, .goingAway, .lost, .tooSlow: break
        case .policy: throw SessionsError(.refused, "the room ended the connection: you were removed, or joined again elsewhere")
        case .protocolError, .tooLarge:
            throw SessionsError(.failed, "the room ended the connection because of an invalid packet; update the program")
        }
    }

    private func receive(_ bytes: [UInt8], _ transport: any LiveTransport) {
        packets?(bytes)
        do throws(LiveError) {
            try client.receive(bytes, at: time)
        } catch {
            transport.close(.protocolError)
        }
        flush()
    }

    private func closed(_ reason: LiveCloseReason) {
        client.disconnect()
        // The end of the session, a removal, or what another attempt would only repeat.
        ending = reason
        if isEnded {
            output.yield(.left)
            return
        }
        if [.ended, .policy, .protocolError, .tooLarge].contains(reason) { isEnded = true }
        output.yield(isEnded ? .ended(reason) : .interrupted)
    }

    private func flush() {
        let time = time
        if let transport {
            while true {
                let packet = client.takeOutgoing(at: time)
                if packet.isEmpty { break }
                transport.send(SharedPacket(packet))
            }
            if client.isUnresponsive(at: time) { transport.close(.lost) }
        }
        for event in client.takeEvents() { output.yield(.session(event)) }
    }
}
