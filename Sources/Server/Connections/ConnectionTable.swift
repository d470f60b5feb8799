import Synchronization

/// The open connections: how many each network may have, and which make room for others.
///
/// A connection that waits (for a request, or between two) gives way to a new one: the oldest of its network where that has all
/// that it may have, else the oldest of the network that has most. A connection that is signed in never does, and some places are
/// for these alone. Participants of live sessions have places of their own: whoever joins leaves room for requests, and many who
/// are in one building are no flood.
package final class ConnectionTable: Sendable {
    /// How many connections there may be.
    package struct Limits: Sendable {
        /// All together.
        package var total: Int
        /// Of these, those that are only for visitors who are signed in.
        package var reserve: Int
        /// Those of one network, without those of trusted proxies.
        package var perNetwork: Int
        /// Participants of live sessions, beside `total`.
        package var live: Int
        /// Those of one network.
        package var livePerNetwork: Int

        package init(total: Int, reserve: Int, perNetwork: Int, live: Int = 2_000, livePerNetwork: Int = 1_000) {
            self.total = total
            self.reserve = reserve
            self.perNetwork = perNetwork
            self.live = live
            self.livePerNetwork = livePerNetwork
        }

        var anonymous: Int { total - reserve }
    }

    /// Identifies a connection.
    package typealias ID = ObjectIdentifier

    private struct Entry {
        let number: UInt64
        /// Nil where connections are not counted by network.
        let network: [UInt8]?
        let close: @Sendable () -> Void
        /// Whether no request is under way.
        var isWaiting = true
        var isSignedIn = false
        /// Requests under way, where there can be several (HTTP/2).
        var requests = 0

        /// With HTTP/1.1 there is at most one.
        var requestCount: Int { max(requests, isWaiting ? 0 : 1) }
    }

    private struct State {
        var entries: [ID: Entry] = [:]
        /// The networks of participants of live sessions.
        var live: [ID: [UInt8]?] = [:]
        var next: UInt64 = 0
    }

    private let limits: Limits
    private let state = Mutex(State())

    package init(_ limits: Limits) { self.limits = limits }

    /// How many there are, without participants of live sessions.
    package var count: Int { state.withLock { $0.entries.count } }

    /// Registers a connection; another may be closed for it.
    /// - Parameters:
    ///   - id: the connection.
    ///   - network: what `NetworkAddress.network` says; nil for a proxy, behind which there are many.
    ///   - close: closes the connection; called at most once.
    /// - Returns: false where there is no room: then it has to be closed.
    package func opened(_ id: ID, network: [UInt8]?, close: @escaping @Sendable () -> Void) -> Bool {
        let (isAccepted, evicted) = state.withLock { state -> (Bool, Entry?) in
            var evicted: Entry?
            let own = network.map { network in state.entries.values.count { $0.network == network } } ?? 0
            let anonymous = state.entries.values.count { !$0.isSignedIn }
            if own >= limits.perNetwork {
                guard let id = Self.oldestWaiting(state, of: network) else { return (false, nil) }
                evicted = state.entries.removeValue(forKey: id)
            } else if anonymous >= limits.anonymous {
                if let id = Self.oldestWaiting(state, of: Self.largest(state)) ?? Self.oldestWaiting(state) {
                    evicted = state.entries.removeValue(forKey: id)
                } else if state.entries.count >= limits.total {
                    return (false, nil)
                }
            }
            state.entries[id] = Entry(number: state.next, network: network, close: close)
            state.next += 1
            return (true, evicted)
        }
        evicted?.close()
        return isAccepted
    }

    package func closed(_ id: ID) {
        state.withLock { state in
            state.entries[id] = nil
            state.live[id] = nil
        }
    }

    /// The connection becomes that of a participant of a live session, until it is closed.
    /// - Returns: false where as many take part as may: then it remains what it was.
    package func joined(_ id: ID) -> Bool {
        state.withLock { state in
            guard let entry = state.entries[id], state.live.count < limits.live else { return false }
            let own = entry.network.map { network in state.live.values.count { $0 == network } }
            if own ?? 0 >= limits.livePerNetwork { return false }
            state.entries[id] = nil
            state.live.updateValue(entry.network, forKey: id)
            return true
        }
    }

    /// A request began or ended.
    package func set(_ id: ID, isWaiting: Bool) { state.withLock { $0.entries[id]?.isWaiting = isWaiting } }

    /// A request began on a connection that may have several at one time.
    /// - Returns: false where its network, or all clients together, have as many under way as they may have connections.
    func requestBegan(_ id: ID) -> Bool {
        state.withLock { state in
            guard let entry = state.entries[id] else { return false }
            let isFull = state.entries.values.sum(\.requestCount) >= limits.total
            let own = entry.network.map { network in
                state.entries.values.filter { $0.network == network }.sum(\.requestCount)
            }
            if isFull || own ?? 0 >= limits.perNetwork { return false }
            state.entries[id]?.requests += 1
            state.entries[id]?.isWaiting = false
            return true
        }
    }

    /// A request that `requestBegan` counted has ended.
    func requestEnded(_ id: ID) {
        state.withLock { state in
            guard let entry = state.entries[id] else { return }
            state.entries[id]?.requests = entry.requests - 1
            state.entries[id]?.isWaiting = entry.requests == 1
        }
    }

    /// Notes who sends the request under way. A connection that is signed in stays so.
    /// - Returns: false where visitors who aren't signed in have all places that they may have: then the request is to be refused.
    package func admit(_ id: ID, isSignedIn: Bool) -> Bool {
        state.withLock { state in
            if isSignedIn { state.entries[id]?.isSignedIn = true }
            return state.entries[id]?.isSignedIn == true || state.entries.values.count { !$0.isSignedIn } <= limits.anonymous
        }
    }

    private static func oldestWaiting(_ state: State, of network: [UInt8]?) -> ID? {
        guard let network else { return nil }
        return oldest(state.entries.filter { $0.value.network == network })
    }

    private static func oldestWaiting(_ state: State) -> ID? { oldest(state.entries) }

    private static func oldest(_ entries: [ID: Entry]) -> ID? {
        entries.filter { $0.value.isWaiting && !$0.value.isSignedIn }.min { $0.value.number < $1.value.number }?.key
    }

    /// The network with most connections.
    private static func largest(_ state: State) -> [UInt8]? {
        var counts: [[UInt8]: Int] = [:]
        for entry in state.entries.values where !entry.isSignedIn { entry.network.map { counts[$0, default: 0] += 1 } }
        return counts.max { $0.value < $1.value }?.key
    }
}

extension Sequence {
    fileprivate func sum(_ count: (Element) -> Int) -> Int { reduce(0) { $0 + count($1) } }
}
