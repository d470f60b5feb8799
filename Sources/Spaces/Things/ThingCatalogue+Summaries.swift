import CatalogueFormats
import DioramaLibrary
import Foundation

extension ThingCatalogue {
    /// Sums of a group, with its name for people.
    public struct NamedTotal: Sendable, Equatable {
        /// The sums.
        public let total: ThingTotal
        /// Of a place, its path; else the key.
        public let name: String?
    }

    /// Sums of all things by group, the group with the most things first.
    public func totals(by group: ThingTotal.Group) async throws -> [NamedTotal] {
        let totals = try await library.totals(by: group)
        guard group == .place else { return totals.map { NamedTotal(total: $0, name: $0.key) } }
        let paths = try await PlaceCatalogue(library: library).paths()
        return totals.map { total in
            let path = total.key.flatMap { PlaceID($0) }.flatMap { paths[$0] }
            return NamedTotal(total: total, name: path?.joined(separator: " / "))
        }
    }

    /// Things of a space that have a position, by name; at most 1000.
    public func located(in space: SpaceID) async throws -> [Item] {
        try await items(
            try await library.things.list([.space(space)], by: .name, limit: 1000).entries.filter { $0.position != nil })
    }

    /// What is due in the next ten years, as a calendar (RFC 5545).
    /// - Parameter address: the address of the server, for links to the things; nil for no links.
    public func calendar(address: String?) async throws -> [UInt8] {
        let now = Date()
        let due = try await library.reminders(from: now, before: now.addingTimeInterval(3653 * 86_400))
        let events = due.map { reminder -> CalendarEvent in
            let url = address.map { $0 + reminder.path }
            switch reminder.kind {
            case .warranty:
                return .warranty(
                    of: ThingID(reminder.id), ends: reminder.due, summary: "Warranty ends: \(reminder.name)", url: url)
            case .maintenance:
                return .maintenance(
                    MaintenanceID(reminder.id), due: reminder.due, summary: "\(reminder.detail): \(reminder.name)", url: url)
            case .loan:
                return .loan(
                    LoanID(reminder.id), due: reminder.due, summary: "\(reminder.detail) returns \(reminder.name)", url: url)
            case .request, .answer:
                let who = reminder.detail.isEmpty ? "a contact" : reminder.detail
                let what = reminder.kind == .request ? "Request of \(who)" : "Asked of \(who)"
                return .request(
                    RequestID(reminder.id), due: reminder.due, summary: "\(what): \(reminder.name)", url: url)
            }
        }
        return try CalendarFile.write(events, name: "Diorama", stamp: now)
    }
}

extension ThingReminder {
    /// The address of its page on a server: the thing's or the request's.
    public var path: String {
        switch kind {
        case .request, .answer: "/requests/\(id)"
        case .warranty, .maintenance, .loan: "/things/\(thing?.description ?? "")"
        }
    }
}
