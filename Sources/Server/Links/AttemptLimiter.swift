import Foundation

/// Limits password attempts: after some wrong ones, each further attempt has to wait twice as long as the one before.
///
/// Counted for a link and an address together, and for a link alone, so that many addresses don't help either. It keeps so many
/// counts and no more: when there are too many, the oldest are forgotten first.
actor AttemptLimiter {
    /// Wrong tries that cost nothing.
    private let free: Int
    /// The longest wait.
    private let longest: TimeInterval
    private let capacity: Int
    private var counts: [String: Count] = [:]

    private struct Count {
        var failures = 0
        var opens: Date
        var last: Date
    }

    /// How long a count without failures is remembered.
    private static let memory: TimeInterval = 3600

    init(free: Int = 5, longest: TimeInterval = 300, capacity: Int = 10_000) {
        self.free = free
        self.longest = longest
        self.capacity = max(capacity, 2)
    }

    /// How many counts are kept now.
    var count: Int { counts.count }

    /// Counts an attempt for each of `keys`, or returns the seconds left to wait. An attempt counts as wrong until `succeeded` is
    /// called: simultaneous attempts don't avoid the wait.
    func take(_ keys: [String], at time: Date = Date()) -> Int? {
        let wait = keys.compactMap { counts[$0]?.opens.timeIntervalSince(time) }.max() ?? 0
        if wait > 0 { return Int(wait.rounded(.up)) }
        for (i, key) in keys.enumerated() {
            var count = counts[key] ?? Count(opens: time, last: time)
            if time.timeIntervalSince(count.last) > Self.memory { count.failures = 0 }
            count.failures += 1
            count.last = time
            count.opens = max(count.opens, time.addingTimeInterval(pause(after: count.failures, isNarrowest: i == 0)))
            if counts[key] == nil, counts.count >= capacity { forget() }
            counts[key] = count
        }
        return nil
    }

    /// The attempt for these keys was wrong: the wait begins now, however long checking the password took.
    func failed(_ keys: [String], at time: Date = Date()) {
        for (i, key) in keys.enumerated() {
            guard let count = counts[key] else { continue }
            counts[key]?.opens = max(count.opens, time.addingTimeInterval(pause(after: count.failures, isNarrowest: i == 0)))
        }
    }

    /// Seconds to wait after this number of wrong attempts. The first key is the narrowest; wider ones allow more attempts.
    private func pause(after failures: Int, isNarrowest: Bool) -> TimeInterval {
        let over = failures - free * (isNarrowest ? 1 : 10)
        return over < 0 ? 0 : min(longest, 4 * pow(2, Double(min(over, 20))))
    }

    /// The attempt for these keys was right: the narrowest is reset; for the wider ones this attempt no longer counts.
    func succeeded(_ keys: [String]) {
        for (i, key) in keys.enumerated() {
            if i == 0 { counts[key] = nil } else { counts[key]?.failures -= 1 }
        }
    }

    /// Makes room: forgets the quarter that was quiet the longest.
    private func forget() {
        let oldest = counts.sorted { $0.value.last < $1.value.last }.prefix(max(1, counts.count / 4))
        for (key, _) in oldest { counts[key] = nil }
    }
}
