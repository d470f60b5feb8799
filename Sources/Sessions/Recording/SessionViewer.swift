import Live

/// Watches a session and records what it receives.
public actor SessionViewer {
    private var client: LiveClient
    private let recorder: SessionRecorder
    private let connect: @Sendable () async throws -> any LiveTransport
    private let clock = SessionTime()

    /// A viewer that has not connected yet. It is in no list of participants: it never joins.
    public init(recorder: SessionRecorder, connect: @escaping @Sendable () async throws -> any LiveTransport) {
        client = LiveClient(key: ParticipantKey(low: .random(in: 1 ... .max), high: .random(in: 1 ... .max)))
        self.recorder = recorder
        self.connect = connect
    }

    /// Records until the session ends or the task is cancelled.
    /// - Throws: `SessionsError` where it can't be watched; `Refusal` where the room refuses.
    public func run() async throws {
        let transport = try await connect()
        let (incoming, input) = AsyncStream<LiveTransportEvent>.makeStream()
        transport.start { event in
            input.yield(event)
            if case .closed = event { input.finish() }
        }
        client.connect(at: clock.now)
        flush(transport)
        let pump = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(200))
                await self?.flush(transport)
            }
        }
        defer { pump.cancel() }
        try await withTaskCancellationHandler {
            for await event in incoming {
                switch event {
                case .packet(let bytes): try receive(bytes, transport)
                case .writable: break
                case .closed(let reason):
                    if let refusal = client.connectionRefusal { throw refusal }
                    if reason != .ended && !Task.isCancelled {
                        throw SessionsError(.failed, "the connection was lost; the recording ends there")
                    }
                }
            }
        } onCancel: {
            transport.close(.ended)
        }
    }

    private func receive(_ bytes: [UInt8], _ transport: any LiveTransport) throws {
        try client.receive(bytes, at: clock.now)
        let frames = try (client.codec ?? PacketCodec()).decode(bytes)
        let time = client.replica.clock.sessionTime(at: clock.now)
        recorder.append(received: frames, at: time)
        flush(transport)
    }

    private func flush(_ transport: any LiveTransport) {
        while true {
            let packet = client.takeOutgoing(at: clock.now)
            if packet.isEmpty { break }
            transport.send(SharedPacket(packet))
        }
    }
}
