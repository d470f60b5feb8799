import Dispatch
import Live
import Synchronization

/// A room with its connections: passes packets of participants to ``Room`` and sends what it returns.
///
/// Events are sent once the room that contains them is stored. Presence and reactions aren't stored; the newest presence of
/// everyone is sent at the intervals of ``RoomTiming``. A participant that reads slowly gets less presence, then is disconnected;
/// the others don't notice.
public final class HostedRoom: Sendable {
    let state: Mutex<RoomState>
    /// Stores the room; nil for a room that need not survive its process.
    let store: (@Sendable ([UInt8]) throws -> Void)?
    /// Reports failures, a line each.
    let report: @Sendable (String) -> Void
    let timing: RoomTiming
    let load: ServerLoad
    private let clock: SessionTime
    /// Runs what waits for time or for the disk.
    let queue = DispatchQueue(label: "diorama.live.room")

    /// Hosts a room.
    /// - Parameters:
    ///   - room: the room, new or restored.
    ///   - clock: its session clock.
    ///   - timing: how often it sends.
    ///   - load: that of the server, which all of its rooms share.
    ///   - recorder: gets everything that participants see.
    ///   - store: stores the room's bytes durably; called off the caller's thread, one call at a time.
    ///   - report: gets failures, a line each.
    public init(
        _ room: Room, clock: SessionTime, timing: RoomTiming = RoomTiming(), load: ServerLoad = ServerLoad(),
        recorder: SessionRecorder? = nil, store: (@Sendable ([UInt8]) throws -> Void)? = nil,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.clock = clock
        self.timing = timing
        self.load = load
        self.store = store
        self.report = report
        state = Mutex(RoomState(room: room, recorder: recorder))
    }

    /// Milliseconds of the session clock.
    public var time: UInt64 { clock.now }

    /// The participants that are connected now.
    public var participantCount: Int { state.withLock { $0.peers.count } }

    /// The replicated state.
    public var sessionState: SessionState { state.withLock { $0.room.state } }

    /// Why the recording ended early; nil while it goes on, and without one.
    public var recordingFailure: SessionsError? { state.withLock { $0.recorder }?.failure }

    /// The failure of the recording, the first time that it is asked for.
    func takeRecordingFailure() -> SessionsError? {
        guard let failure = recordingFailure else { return nil }
        return state.withLock { state in
            defer { state.isRecordingFailureReported = true }
            return state.isRecordingFailureReported ? nil : failure
        }
    }

    /// Starts or ends the recording.
    /// - Returns: the earlier recorder, whose file is complete.
    @discardableResult func record(with recorder: SessionRecorder?) -> SessionRecorder? {
        let time = time
        let earlier = state.withLock { state in
            defer { state.recorder = recorder }
            state.isRecordingFailureReported = false
            recorder?.begin(state.room, at: time)
            return state.recorder
        }
        earlier?.finish()
        return earlier
    }

    // MARK: Rules

    /// Replaces names that aren't in `ListedNames`, or permits all names.
    func useListedNames(_ isOn: Bool) {
        let time = time
        state.withLock { state in
            if state.room.usesListedNames == isOn { return }
            for delivery in state.room.useListedNames(isOn, at: time) {
                state.isChanged = true
                state.waiting.append(delivery)
            }
            sendWhatIsReady(at: time, &state)
        }
    }

    /// Disconnects everybody but hosts, so that they connect again with the role that is permitted now.
    func reconnectGuests() {
        let time = time
        state.withLock { state in
            for id in Array(state.peers.keys) where state.room.role(of: id) != .host {
                state.drop(id, reason: .goingAway)
                state.room.disconnect(id, at: time)
            }
            for (number, new) in state.unadmitted where new.role != .host {
                state.unadmitted[number] = nil
                new.transport.close(.goingAway)
            }
        }
    }

    // MARK: Connections

    /// Takes a connection. Its first packet has to be a hello.
    /// - Parameters:
    ///   - transport: the room's end of it.
    ///   - role: what the participant may do; one that was here before keeps its role.
    public func connect(_ transport: any LiveTransport, role: Role) {
        let number = state.withLock { state -> UInt64? in
            if state.isEnded { return nil }
            state.nextConnection += 1
            state.unadmitted[state.nextConnection] = RoomState.Unadmitted(transport: transport, role: role, since: time)
            return state.nextConnection
        }
        guard let number else { return transport.close(.ended) }
        transport.start { [self] event in handle(event, of: number) }
    }

    private func handle(_ event: LiveTransportEvent, of number: UInt64) {
        let time = time
        state.withLock { state in
            switch event {
            case .packet(let bytes): receive(bytes, from: number, at: time, &state)
            case .writable: resumeSending(to: number, &state)
            case .closed: closed(number, at: time, &state)
            }
            sendWhatIsReady(at: time, &state)
        }
    }

    private func receive(_ bytes: [UInt8], from number: UInt64, at time: UInt64, _ state: inout RoomState) {
        guard let id = state.participants[number] else { return admit(number, bytes, at: time, &state) }
        guard let peer = state.peers[id], peer.connection == number else { return }
        state.peers[id]?.lastReceived = time
        do throws(LiveError) {
            let frames = try peer.codec.decode(bytes)
            guard state.peers[id]?.count(frames: frames.count, at: time) ?? 0 <= timing.maxFramesPerSecond else {
                peer.transport.close(.policy)
                return closed(number, at: time, &state)
            }
            for frame in frames { state.receive(frame, from: id, at: time) }
        } catch {
            // Whoever sends such bytes can't be understood any further.
            peer.transport.close(.protocolError)
            closed(number, at: time, &state)
        }
    }

    /// Processes the first packet of a connection.
    private func admit(_ number: UInt64, _ bytes: [UInt8], at time: UInt64, _ state: inout RoomState) {
        guard let new = state.unadmitted.removeValue(forKey: number) else { return }
        guard let frames = try? PacketCodec().decode(bytes), frames.count == 1, case .hello(let hello) = frames[0].message else {
            return new.transport.close(.protocolError)
        }
        switch state.room.admit(hello, role: new.role, at: time) {
        case .refused(let refusal):
            let codec = PacketCodec(version: ProtocolVersion.forRefusal(of: hello))
            new.transport.send(SharedPacket(codec.encode([Frame(.refusal(refusal))])))
            new.transport.close(.policy)
        case .welcomed(let id, let deliveries):
            state.drop(id, reason: .policy)
            let version = (try? ProtocolVersion.negotiate(hello)) ?? .oldest
            let capabilities = version == .v1 ? .presence : hello.capabilities
            state.peers[id] = Peer(
                transport: new.transport, codec: PacketCodec(version: version), connection: number, capabilities: capabilities,
                lastReceived: time)
            state.participants[number] = id
            state.isChanged = true
            for delivery in deliveries { state.waiting.append(delivery) }
        }
    }

    private func closed(_ number: UInt64, at time: UInt64, _ state: inout RoomState) {
        state.unadmitted[number] = nil
        guard let id = state.participants.removeValue(forKey: number), state.peers[id]?.connection == number else { return }
        state.peers[id] = nil
        state.presence[id] = nil
        state.room.disconnect(id, at: time)
    }

    private func resumeSending(to number: UInt64, _ state: inout RoomState) {
        guard let id = state.participants[number], var peer = state.peers[id], peer.connection == number else { return }
        peer.sendBacklog()
        if peer.lacksPresence && peer.backlog.isEmpty && peer.transport.isWritable {
            peer.lacksPresence = false
            let frames = state.presence.filter { $0.key != id }.map { Frame(.presence($0.value)) }
            for packet in Outgoing.packets(of: frames, codec: peer.codec) { peer.transport.send(packet) }
        }
        state.peers[id] = peer
    }

    // MARK: Time

    /// To be called about once per second: notes absent participants, and ends connections that are silent or read too slowly.
    public func tick() {
        let time = time
        state.withLock { state in
            for delivery in state.room.advance(to: time) {
                state.isChanged = true
                state.waiting.append(delivery)
            }
            for (number, new) in state.unadmitted where time - min(time, new.since) > timing.silence {
                state.unadmitted[number] = nil
                new.transport.close(.policy)
            }
            for (id, peer) in state.peers {
                let isSilent = time - min(time, peer.lastReceived) > timing.silence
                let isSlow =
                    peer.blocked.map { time - min(time, $0) > timing.maxBlocked } ?? false
                    || peer.backlogBytes > timing.maxBacklogBytes
                guard isSilent || isSlow else { continue }
                state.drop(id, reason: isSlow ? .tooSlow : .lost)
                state.room.disconnect(id, at: time)
            }
            sendWhatIsReady(at: time, &state)
        }
    }

    /// Closes all connections; nobody can connect any more.
    public func end(_ reason: LiveCloseReason) {
        let recorder = state.withLock { state in
            state.isEnded = true
            for id in state.peers.keys { state.drop(id, reason: reason) }
            for new in state.unadmitted.values { new.transport.close(reason) }
            state.unadmitted = [:]
            countParticipants(&state)
            return state.recorder
        }
        recorder?.finish()
    }
}

/// The session clock of a hosted room: milliseconds since the session was created, also across restarts of the server.
public struct SessionTime: Sendable {
    private let start: ContinuousClock.Instant
    private let offset: UInt64

    /// A clock that is at `offset` now.
    public init(at offset: UInt64 = 0) {
        start = .now
        self.offset = offset
    }

    /// Milliseconds.
    public var now: UInt64 {
        let passed = (ContinuousClock.now - start).components
        return offset + UInt64(passed.seconds) * 1_000 + UInt64(passed.attoseconds / 1_000_000_000_000_000)
    }
}
