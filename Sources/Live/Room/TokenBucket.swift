/// Limits a rate and permits bursts: a token bucket, fed by times.
public struct TokenBucket: Equatable, Sendable {
    /// Tokens that are added per second.
    public let rate: UInt64
    /// The largest number of tokens.
    public let capacity: UInt64
    /// In thousandths.
    private var tokens: UInt64
    private var time: UInt64

    /// A full bucket.
    /// - Parameters:
    ///   - rate: tokens per second.
    ///   - capacity: the largest number of tokens, which is the largest burst.
    ///   - time: milliseconds.
    public init(rate: UInt64, capacity: UInt64, at time: UInt64) {
        self.rate = rate
        self.capacity = capacity
        self.time = time
        tokens = capacity * 1000
    }

    /// Takes a token.
    /// - Parameter time: milliseconds; times before the last one count as the last one.
    /// - Returns: false where there is none.
    public mutating func take(at time: UInt64) -> Bool {
        if time > self.time {
            // A full bucket needs no more than this time, however long the pause was.
            let elapsed = min(time - self.time, capacity * 1000)
            tokens = min(tokens + elapsed * rate, capacity * 1000)
            self.time = time
        }
        guard tokens >= 1000 else { return false }
        tokens -= 1000
        return true
    }
}
