/// The session clock as a client estimates it from pings: of the last pings the one with the shortest round trip counts.
///
/// Source: D. Mills, RFC 5905 (NTP), clock filter.
public struct SessionClock: Equatable, Sendable {
    private struct Sample: Equatable, Sendable {
        var roundTrip: UInt64
        /// Session time minus local time.
        var offset: Int64
    }

    private static let capacity = 8
    private var samples: [Sample] = []
    private var best = Sample(roundTrip: .max, offset: 0)

    /// A clock that doesn't know the session's yet and shows local time.
    public init() {}

    /// Milliseconds of the session clock at a local time.
    public func sessionTime(at local: UInt64) -> UInt64 { UInt64(max(0, Int64(clamping: local) &+ best.offset)) }

    /// Learns from a time of the room that arrived after a round trip.
    /// - Parameters:
    ///   - time: milliseconds of the session clock, when the room answered.
    ///   - sent: local milliseconds, when the question was sent.
    ///   - received: local milliseconds, when the answer arrived.
    public mutating func learn(_ time: UInt64, sent: UInt64, received: UInt64) {
        guard received >= sent else { return }
        let roundTrip = received - sent
        let offset = Int64(clamping: time) &+ Int64(clamping: roundTrip / 2) &- Int64(clamping: received)
        samples.append(Sample(roundTrip: roundTrip, offset: offset))
        if samples.count > Self.capacity { samples.removeFirst() }
        best = samples[0]
        for sample in samples where sample.roundTrip <= best.roundTrip { best = sample }
    }
}
