/// A participant of a session: a number that the room assigns once and never reuses.
public struct ParticipantID: Hashable, Comparable, Sendable {
    /// 1 and up; 0 is the room itself.
    public var number: UInt32

    /// The participant with this number.
    public init(_ number: UInt32) { self.number = number }

    /// The room, as the author of its own operations.
    public static let room = ParticipantID(0)

    /// The order of the numbers, which is the order of admission.
    public static func < (a: ParticipantID, b: ParticipantID) -> Bool { a.number < b.number }
}

/// A companion: its creator, and the number of the operation that created it. Unique without coordination between participants.
public struct CompanionID: Hashable, Comparable, Sendable {
    /// Who created it; the owner may differ.
    public var creator: ParticipantID
    /// The number of the creator's operation.
    public var number: UInt32

    /// The companion that the operation `number` of `creator` creates.
    public init(creator: ParticipantID, number: UInt32) {
        self.creator = creator
        self.number = number
    }

    /// By creator, then by number.
    public static func < (a: CompanionID, b: CompanionID) -> Bool {
        a.creator == b.creator ? a.number < b.number : a.creator < b.creator
    }
}

/// One playback of an effect: its author, and the number of the operation that started it.
public struct EffectID: Hashable, Comparable, Sendable {
    /// Who started it.
    public var creator: ParticipantID
    /// The number of the author's operation.
    public var number: UInt32

    /// The effect that the operation `number` of `creator` starts.
    public init(creator: ParticipantID, number: UInt32) {
        self.creator = creator
        self.number = number
    }

    /// By author, then by number.
    public static func < (a: EffectID, b: EffectID) -> Bool {
        a.creator == b.creator ? a.number < b.number : a.creator < b.creator
    }
}

/// A shared measurement: its author, and the number of the operation that shared it.
public struct MeasurementID: Hashable, Comparable, Sendable {
    /// Who measured.
    public var creator: ParticipantID
    /// The number of the author's operation.
    public var number: UInt32

    /// The measurement that the operation `number` of `creator` shares.
    public init(creator: ParticipantID, number: UInt32) {
        self.creator = creator
        self.number = number
    }

    /// By author, then by number.
    public static func < (a: MeasurementID, b: MeasurementID) -> Bool {
        a.creator == b.creator ? a.number < b.number : a.creator < b.creator
    }
}

/// A participant's secret: 128 random bits that its client generates once per session and sends with each hello. The same key is
/// the same participant after a reconnect. The room never sends it to anyone.
public struct ParticipantKey: Hashable, Comparable, Sendable {
    /// The first eight bytes, little-endian.
    public var low: UInt64
    /// The last eight bytes, little-endian.
    public var high: UInt64

    /// The key of two random numbers.
    public init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// By the high half, then by the low half.
    public static func < (a: ParticipantKey, b: ParticipantKey) -> Bool { a.high == b.high ? a.low < b.low : a.high < b.high }
}

/// A Lamport timestamp with its author, in the total order that decides which of two writes wins.
///
/// Source: L. Lamport, Time, Clocks, and the Ordering of Events in a Distributed System, CACM 21 (1978).
public struct Stamp: Hashable, Comparable, Sendable {
    /// The author's Lamport clock when it wrote; larger than that of everything the author knew.
    public var clock: UInt64
    /// The author.
    public var participant: ParticipantID

    /// The stamp of a write of `participant` at `clock`.
    public init(clock: UInt64, participant: ParticipantID) {
        self.clock = clock
        self.participant = participant
    }

    /// By clock, then by participant.
    public static func < (a: Stamp, b: Stamp) -> Bool {
        a.clock == b.clock ? a.participant < b.participant : a.clock < b.clock
    }
}
