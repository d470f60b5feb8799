/// A room as the server runs it: takes messages of participants and returns what to send to whom.
///
/// A value without clocks, threads and connections: the caller passes times, in milliseconds of the session clock, and carries out
/// the deliveries in their order. Times before the last one count as the last one.
///
/// A server that must survive a restart stores ``saved()`` before it carries out deliveries; then nobody has seen what the stored
/// room doesn't know.
public struct Room: Sendable {
    /// The settings.
    public let settings: RoomSettings
    /// The replicated state.
    public internal(set) var state = SessionState()
    /// The session clock, in milliseconds: the last time that was passed in.
    public internal(set) var time: UInt64
    /// Whether names that aren't in ``ListedNames`` are replaced.
    public internal(set) var usesListedNames = false
    var members = SortedTable<ParticipantID, Member>()
    var log: EventLog
    /// The connected participants, by id.
    public internal(set) var connected: [ParticipantID] = []

    /// An empty room.
    /// - Parameters:
    ///   - settings: limits.
    ///   - time: milliseconds of the session clock.
    public init(settings: RoomSettings = RoomSettings(), at time: UInt64 = 0) {
        self.settings = settings
        self.time = time
        log = EventLog(capacity: settings.logCapacity)
    }

    /// The sequence number of the newest event; 0 before the first.
    public var newest: UInt32 { log.newest }

    // MARK: Connections

    /// Connects a participant. A known key is the same participant again; the server closes its earlier connection.
    /// - Parameters:
    ///   - hello: the client's first message.
    ///   - role: the role of the link or code that the client used. A known host remains one, and a known guest or viewer doesn't
    ///     become one.
    ///   - time: milliseconds of the session clock.
    public mutating func admit(_ hello: Hello, role: Role, at time: UInt64) -> Admission {
        advanceClock(to: time)
        let version: ProtocolVersion
        do throws(Refusal) { version = try ProtocolVersion.negotiate(hello) } catch { return .refused(error) }
        let known = id(of: hello.key)
        if let known, state.participant(known)?.kick != nil { return .refused(Refusal(.kicked)) }
        guard known != nil || members.count < LiveLimits.maxParticipants else { return .refused(Refusal(.roomFull)) }

        let id = known ?? ParticipantID(UInt32(members.count) + 1)
        var member = members[id] ?? Member(key: hello.key, role: role, settings: settings, at: self.time)
        if member.role != .host && role != .host { member.role = role }
        member.capabilities = hello.capabilities.intersection(.all)
        member.isConnected = true
        member.disconnected = nil
        member.presence = nil
        members[id] = member
        updateConnected()

        let welcome = Welcome(
            version: version, participant: id, role: member.role, time: self.time, clock: state.clock, received: member.received,
            capabilities: member.capabilities)
        var deliveries = [Delivery(.send(Frame(.welcome(welcome))), to: [id])]
        // Back after it was noted as absent.
        if let participant = state.participant(id), let profile = participant.profile,
            !participant.isActive || profile.value.role != member.role
        {
            var now = named(profile.value)
            now.role = member.role
            deliveries.append(append(.join(now)))
            if !participant.isActive { deliveries += adoptOrphans(returning: id) }
        }
        return .welcomed(id, deliveries)
    }

    /// Notes that a participant's connection ended. After the grace period ``advance(to:)`` notes it as absent.
    public mutating func disconnect(_ id: ParticipantID, at time: UInt64) {
        advanceClock(to: time)
        guard var member = members[id], member.isConnected else { return }
        member.isConnected = false
        member.disconnected = self.time
        member.presence = nil
        members[id] = member
        updateConnected()
    }

    /// Notes participants as absent whose grace period is over. To be called about once per second.
    public mutating func advance(to time: UInt64) -> [Delivery] {
        advanceClock(to: time)
        state.forgetEffects(before: self.time)
        var deliveries: [Delivery] = []
        for id in members.keys {
            guard let since = members[id]?.disconnected, self.time - since >= settings.gracePeriod else { continue }
            members[id]?.disconnected = nil
            guard state.participant(id)?.isActive == true else { continue }
            deliveries.append(append(.leave(id)))
            deliveries += passOnCompanions(of: id) + removeMeasurements(of: id)
        }
        return deliveries
    }

    /// What a participant may do; nil for one that was never connected.
    public func role(of id: ParticipantID) -> Role? { members[id]?.role }

    // MARK: Names

    /// Replaces names that aren't in ``ListedNames``, from now on and of those who are here; or permits all names again.
    public mutating func useListedNames(_ isOn: Bool, at time: UInt64) -> [Delivery] {
        advanceClock(to: time)
        usesListedNames = isOn
        var deliveries: [Delivery] = []
        for id in state.participantIDs {
            guard let participant = state.participant(id), participant.isActive, let profile = participant.profile?.value else {
                continue
            }
            let listed = named(profile)
            if listed != profile { deliveries.append(append(.join(listed))) }
        }
        return deliveries
    }

    /// The profile with a name that is permitted.
    func named(_ profile: Profile) -> Profile {
        guard usesListedNames, !ListedNames.contains(profile.name) else { return profile }
        let others = state.participantIDs.filter { $0 != profile.participant }.compactMap {
            state.participant($0)?.profile?.value.name
        }
        var listed = profile
        listed.name = ListedNames.name(for: profile.participant, unlike: others) ?? profile.name
        return listed
    }

    // MARK: Parts

    mutating func advanceClock(to time: UInt64) { self.time = max(self.time, time) }

    func id(of key: ParticipantKey) -> ParticipantID? {
        for (i, member) in members.values.enumerated() where member.key == key { return members.keys[i] }
        return nil
    }

    mutating func updateConnected() { connected = members.keys.filter { members[$0]?.isConnected == true } }

    /// Applies an operation, gives it the next sequence number and sends it to everyone.
    mutating func append(_ operation: SessionOperation) -> Delivery {
        state.apply(operation)
        return Delivery(.send(log.append(operation)), to: connected)
    }

    /// Applies a change of the room itself.
    mutating func append(_ change: Change) -> Delivery {
        append(SessionOperation(change, stamp: Stamp(clock: state.clock + 1, participant: .room)))
    }

    // MARK: What participants leave behind

    /// Measurements are shown as long as their author is here.
    mutating func removeMeasurements(of id: ParticipantID) -> [Delivery] {
        state.measurements.filter { $0.id.creator == id }.map { append(.removeMeasurement($0.id)) }
    }

    /// Companions of a participant that isn't here any more pass to the first host. Without a host they remain as they are until
    /// one joins.
    mutating func passOnCompanions(of id: ParticipantID) -> [Delivery] {
        guard let host = state.firstHost, host != id else { return [] }
        return passOnCompanions(to: host) { $0 == id }
    }

    /// A host that joins gets what belongs to nobody who is here.
    mutating func adoptOrphans(returning id: ParticipantID) -> [Delivery] {
        guard state.firstHost == id else { return [] }
        let state = state
        return passOnCompanions(to: id) { state.participant($0)?.isActive != true }
    }

    private mutating func passOnCompanions(to host: ParticipantID, where isOrphaned: (ParticipantID) -> Bool) -> [Delivery] {
        var deliveries: [Delivery] = []
        for id in state.companionIDs {
            guard let owner = state.companion(id)?.owner?.value, isOrphaned(owner) else { continue }
            deliveries.append(append(.handOver(Handover(companion: id, owner: host))))
        }
        return deliveries
    }
}
