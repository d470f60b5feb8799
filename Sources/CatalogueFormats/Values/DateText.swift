import Foundation

/// The order of day, month and year in a column's dates.
public enum DateOrder: String, Sendable, CaseIterable {
    /// 27/11/2026
    case dayMonthYear
    /// 11/27/2026
    case monthDayYear
}

/// A calendar day, and the time of the day where one is written. Days are UTC's.
struct DateText: Equatable {
    var year: Int
    var month: Int
    var day: Int
    var milliseconds = 0

    /// What a text can be.
    enum Reading: Equatable {
        case date(DateText)
        /// Day and month could be exchanged, and no order was given.
        case ambiguous(DateText, DateText)
        case invalid
    }

    /// Reads "2026-11-27", with or without time and offset, "2026/11/27", "20261127", "27.11.2026", "27/11/26" and "11-27-2026".
    static func read(_ text: String, order: DateOrder?) -> Reading {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let datePart = text.prefix { $0.isASCII && ($0.isNumber || "-/.".contains($0)) }
        guard let milliseconds = time(text.dropFirst(datePart.count)) else { return .invalid }
        func valid(_ year: Int, _ month: Int, _ day: Int) -> DateText? {
            let date = DateText(year: year, month: month, day: day, milliseconds: milliseconds)
            return date.isValid ? date : nil
        }
        if datePart.count == 8, let number = Int(datePart) {
            return valid(number / 10_000, number / 100 % 100, number % 100).map(Reading.date) ?? .invalid
        }
        guard let mark = datePart.first(where: { !$0.isNumber }) else { return .invalid }
        let parts = datePart.split(separator: mark, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) && $0.allSatisfy(\.isNumber) }),
            let a = Int(parts[0]), let b = Int(parts[1]), let c = Int(parts[2])
        else { return .invalid }
        if parts[0].count == 4 { return valid(a, b, c).map(Reading.date) ?? .invalid }
        guard parts[2].count == 4 || parts[2].count == 2 else { return .invalid }
        let year = parts[2].count == 4 ? c : c < 70 ? 2000 + c : 1900 + c
        let dayFirst = valid(year, b, a)
        // Dots are used only with the day first.
        let monthFirst = mark == "." ? nil : valid(year, a, b)
        switch order {
        case .dayMonthYear: return dayFirst.map(Reading.date) ?? .invalid
        case .monthDayYear: return (mark == "." ? dayFirst : monthFirst).map(Reading.date) ?? .invalid
        case nil:
            switch (dayFirst, monthFirst) {
            case (let date?, nil), (nil, let date?): return .date(date)
            case (let day?, let month?): return day == month ? .date(day) : .ambiguous(day, month)
            case (nil, nil): return .invalid
            }
        }
    }

    /// What a date tells about the order of a column: a number above 12 decides.
    static func evidence(_ text: String) -> DateOrder? {
        // ISO 8601's dates tell nothing.
        if text.utf8.dropFirst(4).first == 0x2D || text.isEmpty { return nil }
        let dayFirst = read(text, order: .dayMonthYear)
        let monthFirst = read(text, order: .monthDayYear)
        guard dayFirst != monthFirst else { return nil }
        return monthFirst == .invalid ? .dayMonthYear : dayFirst == .invalid ? .monthDayYear : nil
    }

    /// The time after a date in milliseconds, its offset from UTC subtracted: "", "T12:30:00.250Z", " 1:26 PM"; nil for anything
    /// else.
    private static func time(_ text: Substring) -> Int? {
        var rest = text.drop { $0 == "T" || $0 == "t" || $0 == " " || $0 == "," }
        if rest.isEmpty { return 0 }
        var offset = 0
        let lowered = rest.lowercased()
        var isAfternoon: Bool?
        if lowered.hasSuffix("am") || lowered.hasSuffix("pm") {
            isAfternoon = lowered.hasSuffix("pm")
            rest = rest.dropLast(2)
            while rest.last == " " { rest = rest.dropLast() }
        } else if lowered.hasSuffix("z") {
            rest = rest.dropLast()
        } else if let sign = rest.lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let digits = rest[sign...].dropFirst().filter { $0 != ":" }
            guard digits.count == 4 || digits.count == 2, let number = Int(digits) else { return nil }
            let minutes = digits.count == 4 ? number / 100 * 60 + number % 100 : number * 60
            offset = (rest[sign] == "-" ? -1 : 1) * minutes * 60_000
            rest = rest[..<sign]
            while rest.last == " " { rest = rest.dropLast() }
        }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), var hour = Int(parts[0]), let minute = Int(parts[1]) else { return nil }
        if let isAfternoon {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        var milliseconds = 0
        if parts.count == 3 {
            let seconds = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            guard let whole = Int(seconds[0]), (0...59).contains(whole) else { return nil }
            milliseconds = whole * 1000
            if seconds.count == 2 {
                guard !seconds[1].isEmpty, seconds[1].count <= 9, seconds[1].allSatisfy({ $0.isASCII && $0.isNumber }) else {
                    return nil
                }
                milliseconds += Int((seconds[1] + "00").prefix(3)) ?? 0
            }
        }
        guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
        return (hour * 60 + minute) * 60_000 + milliseconds - offset
    }

    private var isValid: Bool {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// The instant, in UTC.
    var date: Date {
        // Days since 1970 in the proleptic Gregorian calendar: years begin in March, so that the leap day is the last.
        let y = month <= 2 ? year - 1 : year
        let era = (y >= 0 ? y : y - 399) / 400
        let yearOfEra = y - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
        return Date(timeIntervalSince1970: Double(days * 86_400_000 + milliseconds) / 1000)
    }

    /// The day and time of an instant, in UTC; exact to the millisecond.
    init(_ date: Date) {
        let total = Int((min(max(date.timeIntervalSince1970, -6e10), 2.5e11) * 1000).rounded())
        let days = Int((Double(total) / 86_400_000).rounded(.down))
        milliseconds = total - days * 86_400_000
        let z = days + 719_468
        let era = (z >= 0 ? z : z - 146_096) / 146_097
        let dayOfEra = z - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    init(year: Int, month: Int, day: Int, milliseconds: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.milliseconds = milliseconds
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// "2026-11-27".
    var dayText: String { "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))" }

    /// "20261127", as in calendars.
    var compactDay: String { Self.padded(year, 4) + Self.padded(month, 2) + Self.padded(day, 2) }

    /// "123000", as in calendars.
    var compactTime: String {
        Self.padded(milliseconds / 3_600_000, 2) + Self.padded(milliseconds / 60_000 % 60, 2)
            + Self.padded(milliseconds / 1000 % 60, 2)
    }

    /// "2026-11-27T12:30:00.250Z".
    var instantText: String {
        let second = milliseconds / 1000 % 60
        let time = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, second].map { Self.padded($0, 2) }.joined(separator: ":")
        return "\(dayText)T\(time).\(Self.padded(milliseconds % 1000, 3))Z"
    }

    /// The day where the instant is midnight in UTC, else the instant.
    var shortText: String { milliseconds == 0 ? dayText : instantText }
}
