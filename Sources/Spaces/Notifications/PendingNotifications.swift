import DioramaLibrary
import Foundation

/// Something that people want to hear of while no page is open.
public struct LibraryNotification: Sendable, Equatable {
    /// What happened.
    public enum Kind: Sendable, Equatable {
        /// A contact offers something.
        case offer
        /// A contact asks for a recording.
        case request
        /// A contact has answered a request.
        case answered
        /// Something is due within a day.
        case due(ThingReminder.Kind)
        /// The owner tries out whether notifications arrive.
        case test
    }

    /// What happened.
    public let kind: Kind
    /// The title of the offer or request, or the name of the thing.
    public let subject: String
    /// The contact, the borrower, or the title of maintenance; may be empty.
    public let detail: String
    /// The path of the page that shows it.
    public let path: String
    /// The same for the same event: a browser shows it once.
    public let tag: String

    /// What the owner tries out.
    public static let test = LibraryNotification(kind: .test, subject: "", detail: "", path: "/settings", tag: "test")
}

/// Finds what happened since the last notifications.
public struct PendingNotifications: Sendable {
    private let library: Library

    /// What is due is notified a day before.
    static let lead: TimeInterval = 86_400

    /// What happens in `library`.
    public init(library: Library) { self.library = library }

    /// What happened from `start` until before `end`: new offers and requests of contacts, answers to requests, and what is due a
    /// day later; at most 100.
    public func find(from start: Date, to end: Date) async throws -> [LibraryNotification] {
        var found: [LibraryNotification] = []
        let times = start..<end
        for offer in try await library.shares.list([.isIncoming(true), .state(.offered), .added(times)], limit: 100).entries {
            found.append(
                LibraryNotification(
                    kind: .offer, subject: offer.title, detail: offer.peerName, path: "/inbox", tag: "offer-\(offer.id)"))
        }
        for request in try await library.requests.list([.isIncoming(true), .state(.open), .added(times)], limit: 100).entries {
            found.append(
                LibraryNotification(
                    kind: .request, subject: request.title, detail: request.peerName, path: "/requests/\(request.id)",
                    tag: "request-\(request.id)"))
        }
        for request in try await library.requests.list([.isIncoming(false), .state(.answered)], limit: 1000).entries {
            guard let answered = request.answered, times.contains(answered) else { continue }
            found.append(
                LibraryNotification(
                    kind: .answered, subject: request.title, detail: request.peerName, path: "/requests/\(request.id)",
                    tag: "answered-\(request.id)"))
        }
        let lead = Self.lead
        for reminder in try await library.reminders(from: start + lead, before: end + lead)
        where reminder.due >= start + lead {
            found.append(
                LibraryNotification(
                    kind: .due(reminder.kind), subject: reminder.name, detail: reminder.detail, path: reminder.path,
                    tag: "\(reminder.kind.rawValue)-\(reminder.id)"))
        }
        return Array(found.prefix(100))
    }
}
