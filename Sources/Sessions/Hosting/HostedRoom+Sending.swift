import Dispatch
import Live

extension HostedRoom {
    /// Sends what may be sent now and arranges for the rest.
    func sendWhatIsReady(at time: UInt64, _ state: inout RoomState) {
        countParticipants(&state)
        sendStored(at: time, &state)
        sendTransient(at: time, &state)
    }

    func countParticipants(_ state: inout RoomState) {
        load.changed(from: state.countedPeers, to: state.peers.count)
        state.countedPeers = state.peers.count
    }

    // MARK: Events

    /// Sends events whose room is stored, or begins to store it.
    private func sendStored(at time: UInt64, _ state: inout RoomState) {
        if state.isStoring || state.waiting.isEmpty && !state.isChanged { return }
        guard let store, state.isChanged else {
            state.isChanged = false
            return release(state.takeWaiting(), at: time, &state)
        }
        state.isStoring = true
        state.isChanged = false
        let outgoing = state.takeWaiting()
        let bytes = state.room.saved()
        queue.async { [self] in
            do {
                try store(bytes)
                stored(outgoing)
            } catch {
                // Of a session that has ended nothing is kept.
                if self.state.withLock({ $0.isEnded }) { return }
                report("a live session can't be stored, its events wait: \(error)")
                notStored(outgoing)
            }
        }
    }

    private func stored(_ outgoing: Outgoing) {
        let time = time
        state.withLock { state in
            state.isStoring = false
            release(outgoing, at: time, &state)
            sendWhatIsReady(at: time, &state)
        }
    }

    /// Keeps the events and tries again later.
    private func notStored(_ outgoing: Outgoing) {
        state.withLock { state in
            var outgoing = outgoing
            outgoing.append(state.waiting)
            outgoing.lastEvent = state.waiting.lastEvent
            state.waiting = outgoing
            state.isChanged = true
        }
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(timing.storageRetry))) { [self] in
            let time = time
            state.withLock { state in
                state.isStoring = false
                if !state.isEnded { sendWhatIsReady(at: time, &state) }
            }
        }
    }

    private func release(_ outgoing: Outgoing, at time: UInt64, _ state: inout RoomState) {
        for run in outgoing.runs { send(run, at: time, &state) }
        for id in outgoing.closed { state.drop(id, reason: .policy) }
        if !outgoing.events.isEmpty { state.recorder?.append(outgoing.events, at: time) }
    }

    private func send(_ run: Outgoing.Run, at time: UInt64, _ state: inout RoomState) {
        var packets: [ProtocolVersion: [SharedPacket]] = [:]
        for id in run.recipients {
            guard var peer = state.peers[id] else { continue }
            // A connection that has just replaced an earlier one resumes after its welcome.
            if run.isWelcome { peer.isWelcomed = true }
            guard peer.isWelcomed else { continue }
            let version = peer.codec.version
            let encoded = packets[version] ?? Outgoing.packets(of: run.frames, codec: peer.codec)
            packets[version] = encoded
            for packet in encoded { peer.send(packet, at: time) }
            state.peers[id] = peer
        }
    }

    // MARK: Presence and reactions

    /// Sends presence and reactions, if enough time has passed since the last time; else later.
    private func sendTransient(at time: UInt64, _ state: inout RoomState) {
        if state.moved.isEmpty && state.reactions.isEmpty || state.isSendScheduled { return }
        let interval = timing.interval(participants: state.peers.count, everywhere: load.participants)
        let passed = time - min(time, state.lastSent)
        if passed >= interval { return sendTransientNow(at: time, &state) }
        state.isSendScheduled = true
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(interval - passed))) { [self] in
            let time = self.time
            self.state.withLock { state in
                state.isSendScheduled = false
                sendTransientNow(at: time, &state)
            }
        }
    }

    /// What a packet with presence depends on beside its content.
    private struct Audience: Hashable {
        let version: ProtocolVersion
        let capabilities: UInt32
    }

    private func sendTransientNow(at time: UInt64, _ state: inout RoomState) {
        // Everybody gets the same packet; participants ignore their own presence. Who alone moved needs none.
        let alone = state.moved.count == 1 && state.reactions.isEmpty ? state.moved.first : nil
        let presence = state.moved.sorted().compactMap { state.presence[$0] }.map { Frame(.presence($0)) }
        let reactions = state.reactions.map { Frame(.reaction($0)) }
        state.moved = []
        state.reactions = []
        state.lastSent = time
        if presence.isEmpty && reactions.isEmpty { return }
        var packets: [Audience: [SharedPacket]] = [:]
        for (id, peer) in state.peers where peer.isWelcomed && id != alone {
            guard peer.backlog.isEmpty && peer.transport.isWritable else {
                state.peers[id]?.lacksPresence = true
                if peer.blocked == nil { state.peers[id]?.blocked = time }
                continue
            }
            let audience = Audience(version: peer.codec.version, capabilities: peer.capabilities.rawValue)
            let encoded: [SharedPacket]
            if let known = packets[audience] {
                encoded = known
            } else {
                let frames =
                    (peer.capabilities.contains(.presence) ? presence : [])
                    + (peer.capabilities.contains(.reactions) ? reactions : [])
                encoded = Outgoing.packets(of: frames, codec: peer.codec)
                packets[audience] = encoded
            }
            for packet in encoded { peer.transport.send(packet) }
        }
        state.recorder?.append(presence + reactions, at: time)
    }
}

extension RoomState {
    /// Removes and returns what waits.
    mutating func takeWaiting() -> Outgoing {
        let taken = waiting
        waiting = Outgoing()
        waiting.lastEvent = taken.lastEvent
        return taken
    }
}
