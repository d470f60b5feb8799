extension Replica {
    /// Processes a frame of the room.
    /// - Parameters:
    ///   - frame: the frame; duplicates and late ones are harmless.
    ///   - time: local milliseconds.
    /// - Returns: what to send.
    public mutating func receive(_ frame: Frame, at time: UInt64) -> [Frame] {
        switch frame.message {
        case .welcome(let welcome): return receive(welcome, at: time)
        case .refusal(let refusal): receive(refusal)
        case .operation(let operation): receiveEvent(operation, sequence: frame.sequence)
        case .empty: receiveEvent(nil, sequence: frame.sequence)
        case .snapshot(let snapshot): receive(snapshot, at: time)
        case .pong(let pong): return receive(pong, at: time)
        case .presence(let presence): receive(presence)
        case .reaction(let reaction): receive(reaction)
        case .hello, .ping, .resume: break
        }
        return []
    }

    // MARK: Connection

    private mutating func receive(_ welcome: Welcome, at time: UInt64) -> [Frame] {
        id = welcome.participant
        role = welcome.role
        isConnected = true
        lamport = max(lamport, welcome.clock)
        // Larger after a reload of the page, which forgot its operations.
        lastNumber = max(lastNumber, welcome.received)
        clock = SessionClock()
        clock.learn(welcome.time, sent: time, received: time)
        events.append(.welcomed)
        return [Frame(.resume(Resume(after: sequence)))] + frames(after: welcome.received, upTo: lastNumber)
    }

    /// The own operations to send again, at most as many as the room accepts at once.
    private func frames(after received: UInt32, upTo last: UInt32) -> [Frame] {
        var frames: [Frame] = []
        for operation in pending where operation.number > received && operation.number <= last && frames.count < 64 {
            frames.append(Frame(.operation(operation.operation), sequence: operation.number))
        }
        return frames
    }

    private mutating func receive(_ pong: Pong, at time: UInt64) -> [Frame] {
        guard isConnected else { return [] }
        clock.learn(pong.time, sent: pong.clientTime, received: time)
        forgetEffects(at: clock.sessionTime(at: time))
        settlement = Settlement(received: pong.received, newest: pong.newest)
        settle()
        // Operations that were sent after the ping are probably on their way.
        let lost = frames(after: pong.received, upTo: numberAtPing)
        return (pong.newest > sequence ? [Frame(.resume(Resume(after: sequence)))] : []) + lost
    }

    // MARK: Events

    private mutating func receiveEvent(_ operation: SessionOperation?, sequence number: UInt32) {
        guard number > sequence, number == sequence &+ 1 || held.count < LiveLimits.maxHeldEvents else { return }
        held[number] = .some(operation)
        applyHeldEvents()
    }

    private mutating func applyHeldEvents() {
        while let operation = held[sequence &+ 1] {
            held[sequence &+ 1] = nil
            sequence += 1
            if let operation { applyConfirmed(operation) }
        }
        settle()
    }

    private mutating func applyConfirmed(_ operation: SessionOperation) {
        lamport = max(lamport, operation.stamp.clock)
        confirmed.apply(operation)
        if state.apply(operation) { events.append(.changed(operation.change)) }
        if operation.stamp.participant == id {
            pending.removeAll { $0.operation.stamp == operation.stamp }
            // In an older version the confirmed operation may be a rounded one; the room may have replaced a name.
            if pending.isEmpty {
                if case .join = operation.change, state != confirmed { events.append(.changed(operation.change)) }
                state = confirmed
            }
        }
        switch operation.change {
        case .effect(let effect): show(effect)
        case .leave(let id), .kick(let id): presences[id] = nil
        default: break
        }
    }

    private mutating func receive(_ snapshot: Snapshot, at time: UInt64) {
        guard snapshot.sequence >= sequence else { return }
        confirmed = SessionState()
        for operation in snapshot.operations { confirmed.apply(operation) }
        confirmed.clock = max(confirmed.clock, snapshot.clock)
        lamport = max(lamport, confirmed.clock)
        sequence = snapshot.sequence
        for number in held.keys where number <= sequence { held[number] = nil }
        pending.removeAll { $0.number <= snapshot.received }
        rebuild()
        events.append(.replaced)
        for effect in confirmed.effects where effect.end > snapshot.time { show(effect) }
        applyHeldEvents()
    }

    // MARK: Own operations

    /// Removes own operations that the room has processed. Those among them that it didn't confirm were refused.
    private mutating func settle() {
        guard let settlement, sequence >= settlement.newest else { return }
        self.settlement = nil
        let count = pending.count
        pending.removeAll { $0.number <= settlement.received }
        if pending.count != count { rebuild() }
    }

    private mutating func receive(_ refusal: Refusal) {
        guard refusal.operation != 0 else {
            isConnected = false
            events.append(.connectionRefused(refusal))
            return
        }
        // Too fast: not processed. The next pong makes the client send it again.
        guard refusal.reason != .tooFast, let i = pending.firstIndex(where: { $0.number == refusal.operation }) else { return }
        let change = pending[i].operation.change
        pending.remove(at: i)
        rebuild()
        events.append(.refused(refusal, change))
    }

    /// Makes the shown state from the confirmed one.
    private mutating func rebuild() {
        state = confirmed
        for operation in pending { state.apply(operation.operation) }
    }

    // MARK: Transient messages

    private mutating func receive(_ presence: Presence) {
        if let earlier = presences[presence.participant], earlier.time >= presence.time { return }
        guard presence.participant != id, state.participant(presence.participant)?.isActive == true else { return }
        presences[presence.participant] = presence
        events.append(.presence(presence))
    }

    private mutating func receive(_ reaction: Reaction) {
        if let earlier = reactionTimes[reaction.participant], earlier >= reaction.time { return }
        guard reaction.participant != id, state.participant(reaction.participant)?.isActive == true else { return }
        reactionTimes[reaction.participant] = reaction.time
        events.append(.reaction(reaction))
    }

    // MARK: Memory

    private mutating func forgetEffects(at time: UInt64) {
        shownEffects.removeAll { $0 &+ LiveLimits.effectRetention < time }
        confirmed.forgetEffects(before: time)
        state.forgetEffects(before: time)
    }
}
