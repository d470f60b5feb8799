import DioramaLibrary
import Foundation
import Service
import Spaces

/// How browsers are notified by Web Push; without it, none are.
public struct PushConfiguration: Sendable {
    /// Whom the operator of a push service can write to about this server: `mailto:` or `https:`.
    public var contact: String
    /// Whether push services may have private addresses and plain HTTP: for tests, and services in the operator's own network.
    public var allowsPrivate: Bool
    /// Time between two looks for what happened.
    public var interval: Duration

    /// - Throws: `ServerError` where `contact` is neither an address of electronic mail nor one that begins with https://.
    public init(contact: String, allowsPrivate: Bool = false, interval: Duration = .seconds(60)) throws(ServerError) {
        let isMail = contact.hasPrefix("mailto:") && contact.dropFirst(7).contains("@")
        let isPage = contact.hasPrefix("https://") && URL(string: contact)?.host != nil
        guard contact.utf8.count <= 500, isMail || isPage else {
            throw ServerError("the contact for push services must be like mailto:ada@example.org or https://example.org/contact")
        }
        self.contact = contact
        self.allowsPrivate = allowsPrivate
        self.interval = interval
    }
}

/// Sends notifications to the browsers that subscribed: encrypted for each, signed, and only to addresses of the public internet.
struct PushSender: Sendable {
    let library: Library
    let configuration: PushConfiguration

    /// How long a push service keeps a message for a browser that is not there, in seconds.
    private static let timeToLive = 86_400

    /// What is sent to a browser; the service worker shows it.
    private struct Message: Encodable {
        let title: String
        let body: String
        let path: String
        let tag: String
    }

    /// Sends notifications to every browser; why one couldn't be reached is noted with it. Browsers that no longer want any are
    /// removed.
    func send(_ notifications: [LibraryNotification]) async throws {
        let records = try await library.pushRecords()
        if records.subscriptions.isEmpty || notifications.isEmpty { return }
        let authorization = try PushAuthorization(
            key: try await PushAuthorization.key(of: library), contact: configuration.contact)
        for subscription in records.subscriptions {
            var problem: String?
            var isGone = false
            for notification in notifications {
                do {
                    let status = try await send(notification, to: subscription, authorization)
                    isGone = [404, 410].contains(status)
                    if !(200..<300).contains(status) { problem = "the push service answered with status \(status)" }
                } catch {
                    problem = String(ErrorLine.text(error).prefix(300))
                }
                if problem != nil { break }
            }
            if isGone {
                _ = try await library.removePushSubscription(subscription.id)
            } else {
                try await note(problem, subscription.id)
            }
        }
    }

    private func note(_ problem: String?, _ id: String) async throws {
        try await library.updatePushRecords { records in
            guard let i = records.subscriptions.firstIndex(where: { $0.id == id }) else { return }
            records.subscriptions[i].problem = problem
        }
    }

    /// - Returns: the status of the push service's answer.
    private func send(
        _ notification: LibraryNotification, to subscription: PushSubscription, _ authorization: PushAuthorization
    ) async throws -> Int {
        let address = try OutboundAddress(
            subscription.endpoint, allowsPrivate: configuration.allowsPrivate, what: "the endpoint")
        let text = NotificationText.text(notification, in: InterfaceLanguage(rawValue: subscription.language) ?? .english)
        let message = Message(
            title: text.title, body: String(text.body.prefix(300)), path: notification.path, tag: notification.tag)
        let body = try PushEncryption.body(JSONBody.encode(message), for: subscription.publicKey, secret: subscription.secret)
        return try await address.post(
            body,
            headers: [
                "content-type": "application/octet-stream", "content-encoding": "aes128gcm", "ttl": "\(Self.timeToLive)",
                "user-agent": "Diorama", "authorization": try authorization.header(for: address.url),
            ], allowsPrivate: configuration.allowsPrivate)
    }

    /// Looks for what happened, again and again until the task is cancelled.
    /// - Parameter report: receives failures, a line each.
    func watch(report: @Sendable (String) -> Void) async {
        while !Task.isCancelled {
            do { try await notify() } catch { if !Task.isCancelled { report("notifications weren't sent: \(error)") } }
            try? await Task.sleep(for: configuration.interval)
        }
    }

    /// Sends what happened since the last time.
    func notify(now: Date = Date()) async throws {
        let records = try await library.pushRecords()
        // Without a browser nothing is written; what happened before the first one subscribed is not sent.
        if records.subscriptions.isEmpty {
            if records.notified != nil { try await library.updatePushRecords { $0.notified = nil } }
            return
        }
        guard let start = records.notified else { return try await note(upTo: now) }
        // A clock that was set back must not hold up notifications.
        if start >= now { return start > now + 86_400 ? try await note(upTo: now) : () }
        let found = try await PendingNotifications(library: library).find(from: start, to: now)
        try await send(found)
        try await note(upTo: now)
    }

    private func note(upTo time: Date) async throws { try await library.updatePushRecords { $0.notified = time } }
}
