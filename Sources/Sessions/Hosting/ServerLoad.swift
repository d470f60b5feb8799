import Synchronization

/// How many participants all rooms of a server have.
public final class ServerLoad: Sendable {
    private let count = Atomic(0)

    /// Without participants.
    public init() {}

    /// The number now.
    public var participants: Int { count.load(ordering: .relaxed) }

    /// A room has another number of participants than it had.
    func changed(from earlier: Int, to now: Int) {
        if now != earlier { count.add(now - earlier, ordering: .relaxed) }
    }
}
