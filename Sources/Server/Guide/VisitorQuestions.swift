import DioramaLibrary
import HTTPTypes
import Synchronization

/// How many questions the visitors of each link may ask: answering takes the processor that the owner's own work needs.
///
/// A bucket of tokens for each link: a school class can ask at the same time, and then one question a second is answered.
final class VisitorQuestions: Sendable {
    /// Questions at once.
    static let burst = 60.0
    /// Questions a second that are possible on and on.
    static let rate = 1.0
    /// Links that are remembered; those that asked nothing for a minute are forgotten first.
    private static let maxLinks = 1000

    private struct Bucket {
        var tokens: Double
        var time: ContinuousClock.Instant
    }

    private let buckets = Mutex<[KSUID: Bucket]>([:])

    /// Counts a question of a visitor; members are not counted.
    /// - Throws: `Problem` 429 where the visitors of the link have asked too many.
    func count(_ visitor: Visitor, now: ContinuousClock.Instant = .now) throws(Problem) {
        guard let link = visitor.visit?.link else { return }
        let isAllowed = buckets.withLock { buckets in
            if buckets.count >= Self.maxLinks, buckets[link] == nil {
                buckets = buckets.filter { Self.tokens($0.value, now) < Self.burst }
                if buckets.count >= Self.maxLinks { return false }
            }
            let tokens = buckets[link].map { Self.tokens($0, now) } ?? Self.burst
            guard tokens >= 1 else { return false }
            buckets[link] = Bucket(tokens: tokens - 1, time: now)
            return true
        }
        guard isAllowed else {
            throw Problem(
                .tooManyRequests, "Many questions were asked by this link; ask again in a moment.", headers: [.retryAfter: "5"])
        }
    }

    private static func tokens(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Double {
        let seconds = (now - bucket.time) / .seconds(1)
        return min(burst, bucket.tokens + rate * seconds)
    }
}
