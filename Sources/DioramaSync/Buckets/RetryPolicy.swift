import Foundation

/// How often and after which delays a request is repeated: exponential backoff with full jitter
/// (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015), but never before a server's `Retry-After`.
public struct RetryPolicy: Sendable {
    /// Maximum number of attempts.
    public var maxAttempts = 6
    /// Maximum delay after the first failure, in seconds; it doubles after each further one.
    public var baseDelay = 0.25
    /// Maximum delay, in seconds.
    public var maxDelay = 20.0
    /// Maximum `Retry-After` of a server, in seconds: beyond it the request fails.
    public var maxRetryAfter = 120.0
    /// Waits for a number of seconds; tests replace it.
    public var sleep: @Sendable (_ seconds: Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }

    /// The default policy.
    public init() {}

    /// A random delay after the `attempt`-th failure (from 1), in seconds.
    func delay(after attempt: Int) -> Double {
        Double.random(in: 0...min(maxDelay, baseDelay * pow(2, Double(min(attempt, 30) - 1))))
    }
}

/// Dates of HTTP headers and S3, in UTC.
enum HTTPDate {
    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        return calendar
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7, the preferred form); nil for anything else.
    static func parse(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
            let year = Int(parts[3]), (1970...9999).contains(year), (1...31).contains(day)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else {
            return nil
        }
        return calendar.date(
            from: DateComponents(year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2]))
    }

    /// `20130524T000000Z`.
    static func stamp(_ date: Date) -> String {
        let c = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        func digits(_ value: Int?, _ count: Int) -> String {
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return digits(c.year, 4) + digits(c.month, 2) + digits(c.day, 2) + "T" + digits(c.hour, 2) + digits(c.minute, 2)
            + digits(c.second, 2) + "Z"
    }

    /// The seconds that a `Retry-After` asks for: a number, or a date.
    static func retryAfter(_ text: String?, now: Date) -> Double? {
        guard let text = text?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Int(text) { return seconds >= 0 ? Double(seconds) : nil }
        return parse(text).map { max(0, $0.timeIntervalSince(now)) }
    }
}
