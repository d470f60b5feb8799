import DioramaLibrary
import Foundation

/// An entry of a calendar: a day on which a warranty ends, maintenance is due, a loan is to be returned or a request
/// to be answered.
public struct CalendarEvent: Sendable, Equatable {
    /// Identifies the event in calendars, the same each time it is written: "warranty-ID@diorama".
    public var uid: String
    /// The day (UTC's), or the instant where `isAllDay` is false.
    public var start: Date
    /// Whether the event is a day without a time.
    public var isAllDay: Bool
    /// One line.
    public var summary: String
    /// Several lines; empty for none.
    public var notes: String
    /// The page of the thing or request; nil for none.
    public var url: String?
    /// "Warranty": calendars filter by it.
    public var category: String?
    /// Alarms, in seconds before the start of the event's day.
    public var alarms: [Int]
    /// When the thing was last changed; calendars show the newest version.
    public var modified: Date?

    /// An event; by default a whole day with an alarm a day before.
    public init(
        uid: String, start: Date, isAllDay: Bool = true, summary: String, notes: String = "", url: String? = nil,
        category: String? = nil, alarms: [Int] = [86_400], modified: Date? = nil
    ) {
        self.uid = uid
        self.start = start
        self.isAllDay = isAllDay
        self.summary = summary
        self.notes = notes
        self.url = url
        self.category = category
        self.alarms = alarms
        self.modified = modified
    }

    /// The end of a thing's warranty.
    public static func warranty(of thing: ThingID, ends: Date, summary: String, url: String? = nil) -> CalendarEvent {
        CalendarEvent(
            uid: "warranty-\(thing)@diorama", start: ends, summary: summary, url: url, category: "Warranty",
            alarms: [14 * 86_400, 86_400])
    }

    /// The day when maintenance is due.
    public static func maintenance(_ id: MaintenanceID, due: Date, summary: String, url: String? = nil) -> CalendarEvent {
        CalendarEvent(uid: "maintenance-\(id)@diorama", start: due, summary: summary, url: url, category: "Maintenance")
    }

    /// The day when a loan is to be returned.
    public static func loan(_ id: LoanID, due: Date, summary: String, url: String? = nil) -> CalendarEvent {
        CalendarEvent(uid: "loan-\(id)@diorama", start: due, summary: summary, url: url, category: "Loan")
    }

    /// The day by which a request is to be answered.
    public static func request(_ id: RequestID, due: Date, summary: String, url: String? = nil) -> CalendarEvent {
        CalendarEvent(uid: "request-\(id)@diorama", start: due, summary: summary, url: url, category: "Request")
    }
}
