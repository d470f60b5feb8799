import CatalogueFormats
import DioramaLibrary
import Foundation
import Testing

@Suite struct CalendarTests {
    private static let stamp = Date(timeIntervalSince1970: 1_790_000_000)

    @Test func `a calendar is exactly this`() throws {
        let event = CalendarEvent(
            uid: "warranty-1@diorama", start: Samples.day("2026-12-31"), summary: "Warranty ends: Drill, big; red",
            notes: "one\r\ntwo\\",
            url: "https://example.org/t/1", category: "Warranty", alarms: [86_400, 5400], modified: Self.stamp)
        let text = String(decoding: try CalendarFile.write([event], name: "Diorama", stamp: Self.stamp), as: UTF8.self)
        let expected = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Diorama//Catalogue//EN
            CALSCALE:GREGORIAN
            METHOD:PUBLISH
            X-WR-CALNAME:Diorama
            REFRESH-INTERVAL;VALUE=DURATION:PT12H
            BEGIN:VEVENT
            UID:warranty-1@diorama
            DTSTAMP:20260921T141320Z
            LAST-MODIFIED:20260921T141320Z
            DTSTART;VALUE=DATE:20261231
            DTEND;VALUE=DATE:20270101
            TRANSP:TRANSPARENT
            SUMMARY:Warranty ends: Drill\\, big\\; red
            DESCRIPTION:one\\ntwo\\\\
            URL:https://example.org/t/1
            CATEGORIES:Warranty
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:Warranty ends: Drill\\, big\\; red
            TRIGGER:-P1D
            END:VALARM
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:Warranty ends: Drill\\, big\\; red
            TRIGGER:-PT90M
            END:VALARM
            END:VEVENT
            END:VCALENDAR

            """.replacingOccurrences(of: "\n", with: "\r\n")
        #expect(text == expected)
    }

    @Test func `lines are folded at 75 octets within no character`() throws {
        let summary = String(repeating: "Bohrmaschine für Löcher 🔩 ", count: 12)
        let event = CalendarEvent(uid: "a", start: Samples.day("2026-12-31"), summary: summary)
        let bytes = try CalendarFile.write([event], name: "D", stamp: Self.stamp)
        let text = try #require(String(validating: bytes, as: UTF8.self))
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 })
        #expect(lines.contains { $0.utf8.count > 70 })
        #expect(text.replacingOccurrences(of: "\r\n ", with: "").contains("SUMMARY:\(summary)\r\n"))
        #expect(!text.replacingOccurrences(of: "\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
    }

    @Test func `events have stable identifiers`() throws {
        let thing = ThingID()
        let loan = LoanID()
        let service = MaintenanceID()
        #expect(CalendarEvent.warranty(of: thing, ends: Self.stamp, summary: "x").uid == "warranty-\(thing)@diorama")
        #expect(CalendarEvent.loan(loan, due: Self.stamp, summary: "x").uid == "loan-\(loan)@diorama")
        #expect(CalendarEvent.maintenance(service, due: Self.stamp, summary: "x").uid == "maintenance-\(service)@diorama")
        let broken = CalendarEvent(uid: "a\r\nb", start: Self.stamp, summary: "x")
        #expect(throws: CatalogueFormatError.self) { try CalendarFile.write([broken], name: "D", stamp: Self.stamp) }
        let hostile = CalendarEvent(uid: "a", start: Self.stamp, summary: "x\r\nEND:VCALENDAR", url: "http://x\r\nBEGIN:VEVENT")
        let text = String(decoding: try CalendarFile.write([hostile], name: "D", stamp: Self.stamp), as: UTF8.self)
        #expect(text.components(separatedBy: "\r\nEND:VCALENDAR").count == 2)
        #expect(text.components(separatedBy: "\r\nBEGIN:VEVENT").count == 2)
    }
}
