import Foundation
import Recognition

extension LabelProposal.Day {
    /// The day at noon UTC, so that it is the same day in most time zones; without a day, the last of the month.
    public var date: Date? {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        guard let first = calendar.date(from: DateComponents(year: year, month: month, day: day ?? 1, hour: 12)) else { return nil }
        if day != nil { return first }
        return calendar.range(of: .day, in: .month, for: first).flatMap { days in
            calendar.date(byAdding: .day, value: days.count - 1, to: first)
        }
    }
}
