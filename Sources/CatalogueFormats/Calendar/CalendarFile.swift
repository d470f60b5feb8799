import Foundation

/// A calendar as iCalendar (RFC 5545).
public enum CalendarFile {
    /// The largest number of events of one calendar.
    public static let maxEvents = 100_000

    /// Writes events in their order: UTF-8, CR LF, lines folded at 75 octets.
    /// - Parameters:
    ///   - name: what calendars call the feed.
    ///   - stamp: the time of writing (DTSTAMP).
    /// - Throws: `CatalogueFormatError` of kind `tooLarge` for more than `maxEvents` events, `unwritable` for a uid that is
    ///   empty or has characters that are not printable ASCII.
    public static func write(_ events: [CalendarEvent], name: String, stamp: Date) throws(CatalogueFormatError) -> [UInt8] {
        if events.count > maxEvents { throw .tooLarge("\(events.count) events; a calendar can have \(maxEvents)") }
        var text = CalendarText()
        text.line("BEGIN:VCALENDAR")
        text.line("VERSION:2.0")
        text.line("PRODID:-//Diorama//Catalogue//EN")
        text.line("CALSCALE:GREGORIAN")
        text.line("METHOD:PUBLISH")
        text.line("X-WR-CALNAME:" + CalendarText.escaped(name))
        text.line("REFRESH-INTERVAL;VALUE=DURATION:PT12H")
        for event in events {
            if event.uid.isEmpty || !event.uid.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
                throw .unwritable("\(event.uid.quoted) can't identify an event", remedy: "use printable ASCII characters")
            }
            write(event, stamp: stamp, to: &text)
        }
        text.line("END:VCALENDAR")
        return text.bytes
    }

    private static func write(_ event: CalendarEvent, stamp: Date, to text: inout CalendarText) {
        text.line("BEGIN:VEVENT")
        text.line("UID:\(event.uid)")
        text.line("DTSTAMP:\(instant(stamp))")
        if let modified = event.modified { text.line("LAST-MODIFIED:\(instant(modified))") }
        if event.isAllDay {
            // The end is the first day after the event.
            text.line("DTSTART;VALUE=DATE:\(DateText(event.start).compactDay)")
            text.line("DTEND;VALUE=DATE:\(DateText(event.start.addingTimeInterval(86_400)).compactDay)")
            text.line("TRANSP:TRANSPARENT")
        } else {
            text.line("DTSTART:\(instant(event.start))")
        }
        text.line("SUMMARY:" + CalendarText.escaped(event.summary))
        if !event.notes.isEmpty { text.line("DESCRIPTION:" + CalendarText.escaped(event.notes)) }
        if let url = event.url { text.line("URL:" + CalendarText.address(url)) }
        if let category = event.category { text.line("CATEGORIES:" + CalendarText.escaped(category)) }
        for seconds in event.alarms where seconds >= 0 {
            text.line("BEGIN:VALARM")
            text.line("ACTION:DISPLAY")
            text.line("DESCRIPTION:" + CalendarText.escaped(event.summary))
            text.line("TRIGGER:\(CalendarText.durationBefore(seconds))")
            text.line("END:VALARM")
        }
        text.line("END:VEVENT")
    }

    private static func instant(_ date: Date) -> String {
        let parts = DateText(date)
        return "\(parts.compactDay)T\(parts.compactTime)Z"
    }
}

/// Content lines of iCalendar.
struct CalendarText {
    private(set) var bytes: [UInt8] = []

    /// Appends a line, folded where it has more than 75 octets (section 3.1), never within a character.
    mutating func line(_ text: String) {
        var length = 0
        for scalar in text.unicodeScalars {
            let encoded = Array(String(scalar).utf8)
            if length + encoded.count > 75 {
                bytes += [0x0D, 0x0A, 0x20]
                length = 1
            }
            bytes += encoded
            length += encoded.count
        }
        bytes += [0x0D, 0x0A]
    }

    /// A text's value (section 3.3.11): backslash, semicolon, comma and line ends are escaped, other control characters left out.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var follows: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": result.append(contentsOf: ["\\", scalar])
            case "\n" where follows == "\r": break
            case "\n", "\r", "\u{2028}", "\u{2029}", "\u{85}": result.append(contentsOf: ["\\", "n"])
            case "\t": result.append(scalar)
            default: if scalar.properties.generalCategory != .control { result.append(scalar) }
            }
            follows = scalar
        }
        return String(result)
    }

    /// A URL without what could end its line.
    static func address(_ url: String) -> String {
        String(url.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }.map(Character.init))
    }

    /// "-P1D", "-PT90M", "-PT30S".
    static func durationBefore(_ seconds: Int) -> String {
        if seconds == 0 { return "PT0S" }
        if seconds % 86_400 == 0 { return "-P\(seconds / 86_400)D" }
        if seconds % 60 == 0 { return "-PT\(seconds / 60)M" }
        return "-PT\(seconds)S"
    }
}
