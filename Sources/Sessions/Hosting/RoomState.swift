import Live

/// What a hosted room knows, guarded by its lock.
struct RoomState {
    /// A connection before its hello.
    struct Unadmitted {
        let transport: any LiveTransport
        let role: Role
        let since: UInt64
    }

    var room: Room
    var recorder: SessionRecorder?
    var isRecordingFailureReported = false
    /// Connections before their hello, by number.
    var unadmitted: [UInt64: Unadmitted] = [:]
    /// The participant of each connection.
    var participants: [UInt64: ParticipantID] = [:]
    var peers: [ParticipantID: Peer] = [:]
    /// How many of them the server's load contains.
    var countedPeers = 0
    var nextConnection: UInt64 = 0
    var isEnded = false

    // MARK: What is to be sent

    /// Waits until the room is stored.
    var waiting = Outgoing()
    /// Whether the room has changed since it was last passed to the storage.
    var isChanged = false
    var isStoring = false
    /// The newest presence of everyone.
    var presence: [ParticipantID: Presence] = [:]
    /// Whose presence was not sent yet.
    var moved: Set<ParticipantID> = []
    /// Reactions that were not sent yet.
    var reactions: [Reaction] = []
    /// When presence and reactions were last sent.
    var lastSent: UInt64 = 0
    var isSendScheduled = false

    init(room: Room, recorder: SessionRecorder?) {
        self.room = room
        self.recorder = recorder
        waiting.lastEvent = room.newest
    }

    /// Passes a frame to the room and keeps what it wants to be sent.
    mutating func receive(_ frame: Frame, from id: ParticipantID, at time: UInt64) {
        switch frame.message {
        case .operation, .empty: isChanged = true
        default: break
        }
        for delivery in room.receive(frame, from: id, at: time) {
            guard case .send(let sent) = delivery.content else {
                waiting.append(delivery)
                continue
            }
            switch sent.message {
            // A presence that answers a resume goes with the events, to one participant.
            case .presence(let presence) where presence.participant == id:
                self.presence[id] = presence
                moved.insert(id)
            case .reaction(let reaction): reactions.append(reaction)
            default: waiting.append(delivery)
            }
        }
    }

    /// Ends the connection of a participant, if it has one.
    mutating func drop(_ id: ParticipantID, reason: LiveCloseReason) {
        guard let peer = peers.removeValue(forKey: id) else { return }
        participants[peer.connection] = nil
        presence[id] = nil
        moved.remove(id)
        peer.transport.close(reason)
    }
}
