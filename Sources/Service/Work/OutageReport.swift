import Foundation

/// Reports an outage once when it begins and once when it is over, however often something fails in between.
package struct OutageReport: Sendable {
    private let subject: String
    private let report: @Sendable (String) -> Void
    private var began: ContinuousClock.Instant?

    /// A report without an outage.
    /// - Parameters:
    ///   - subject: what fails, as the beginning of a sentence: "the heartbeat".
    ///   - report: receives the lines.
    package init(_ subject: String, report: @escaping @Sendable (String) -> Void) {
        self.subject = subject
        self.report = report
    }

    /// Whether the last attempt failed.
    package var isOngoing: Bool { began != nil }

    /// Notes a failed attempt.
    package mutating func failed(_ error: any Error, at now: ContinuousClock.Instant = .now) {
        guard began == nil else { return }
        began = now
        report("\(subject) fails: \(error)")
    }

    /// Notes a successful attempt.
    package mutating func succeeded(at now: ContinuousClock.Instant = .now) {
        guard let began else { return }
        self.began = nil
        report("\(subject) succeeds again after \(Int((now - began) / .seconds(1))) s")
    }
}
