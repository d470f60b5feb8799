import Foundation

/// A value that a statement takes as `$1`, `$2` …: it is sent as text, which the server reads as the type that it expects.
public protocol PostgresParameter: Sendable {
    /// PostgreSQL's text of the value; nil for NULL.
    var postgresText: String? { get }
}

extension String: PostgresParameter {
    /// The text without NUL characters, which PostgreSQL can't store.
    public var postgresText: String? { contains("\0") ? replacingOccurrences(of: "\0", with: "\u{FFFD}") : self }
}

extension Int: PostgresParameter {
    public var postgresText: String? { description }
}

extension Int64: PostgresParameter {
    public var postgresText: String? { description }
}

extension Double: PostgresParameter {
    public var postgresText: String? { isNaN ? "NaN" : isInfinite ? (self < 0 ? "-Infinity" : "Infinity") : description }
}

extension Bool: PostgresParameter {
    public var postgresText: String? { self ? "true" : "false" }
}

extension Data: PostgresParameter {
    /// The text of a `bytea`: `\x` and hexadecimal digits.
    public var postgresText: String? {
        let digits = Array("0123456789abcdef".utf8)
        return "\\x" + String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

extension Date: PostgresParameter {
    /// The text of a `timestamptz`, in UTC with microseconds.
    public var postgresText: String? { PostgresTimestamp.text(self) }
}

extension Optional: PostgresParameter where Wrapped: PostgresParameter {
    public var postgresText: String? { flatMap(\.postgresText) }
}

extension Array: PostgresParameter where Element == String {
    /// The text of a `text[]`.
    public var postgresText: String? {
        let items = map { item in
            "\"" + item.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
        }
        return "{" + items.joined(separator: ",") + "}"
    }
}

/// Times as PostgreSQL writes them with `datestyle` ISO and time zone UTC: `2026-11-27 12:00:00.123456+00`.
enum PostgresTimestamp {
    static func text(_ date: Date) -> String {
        let microseconds = Int64((date.timeIntervalSince1970 * 1_000_000).rounded())
        let seconds = Int64((Double(microseconds) / 1_000_000).rounded(.down))
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        return String(
            format: "%04d-%02d-%02d %02d:%02d:%02d.%06d+00", Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday),
            Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec), Int(microseconds - seconds * 1_000_000))
    }

    /// Nil for anything else than a time in UTC after year 0.
    static func date(_ text: String) -> Date? {
        guard text.hasSuffix("+00") else { return nil }
        let fields = text.dropLast(3).split { "- :.".contains($0) }.map(String.init)
        guard fields.count == 6 || fields.count == 7, let year = Int32(fields[0]), let month = Int32(fields[1]),
            let day = Int32(fields[2]), let hour = Int32(fields[3]), let minute = Int32(fields[4]), let second = Int32(fields[5])
        else { return nil }
        var parts = tm()
        parts.tm_year = year - 1900
        parts.tm_mon = month - 1
        parts.tm_mday = day
        parts.tm_hour = hour
        parts.tm_min = minute
        parts.tm_sec = second
        var value = Double(timegm(&parts))
        if fields.count == 7 {
            guard let fraction = Double("0." + fields[6]) else { return nil }
            value += fraction
        }
        return Date(timeIntervalSince1970: value)
    }
}
