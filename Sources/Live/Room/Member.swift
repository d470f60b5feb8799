/// What a room knows about a participant beyond the replicated state.
struct Member: Sendable {
    let key: ParticipantKey
    var role: Role
    /// The number of its last operation that was processed.
    var received: UInt32 = 0
    /// The largest Lamport clock of its operations.
    var clock: UInt64 = 0
    var capabilities: Capabilities = []
    var isConnected = false
    /// When it was disconnected, in milliseconds; nil while it is connected, and once its absence was noted.
    var disconnected: UInt64?
    /// Its newest presence of this connection.
    var presence: Presence?
    var operationBucket: TokenBucket
    var transientBucket: TokenBucket

    init(key: ParticipantKey, role: Role, settings: RoomSettings, at time: UInt64) {
        self.key = key
        self.role = role
        operationBucket = TokenBucket(rate: settings.maxOperationRate, capacity: 4 * settings.maxOperationRate, at: time)
        transientBucket = TokenBucket(rate: settings.maxTransientRate, capacity: settings.maxTransientRate, at: time)
    }
}
