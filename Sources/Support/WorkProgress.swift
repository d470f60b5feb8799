import Foundation

/// The progress of a long task.
public struct WorkProgress: Sendable, Equatable {
    /// 0…1 of the whole work.
    public var fraction: Double
    /// What is being done, in plain words: "Fusing frames".
    public var what: String
    /// Seconds that remain by the pace so far, or nil before there is a pace.
    public var remaining: Double?

    /// Progress at this fraction (0…1) of the whole work, with the remaining time in seconds where it is known.
    public init(fraction: Double, what: String, remaining: Double? = nil) {
        self.fraction = fraction
        self.what = what
        self.remaining = remaining
    }
}

/// Receives the progress of long work, and cancels it when its task is cancelled.
///
/// Synchronous code calls `report` often (it is cheap) and lets the `CancellationError` through: it is thrown once the surrounding
/// task was cancelled.
public struct ProgressReporter: Sendable {
    private let receive: @Sendable (WorkProgress) -> Void
    private let low: Double
    private let high: Double
    private let started: Date

    /// A reporter for a whole task that starts now; `receive` is called from the threads that do the work.
    public init(_ receive: @escaping @Sendable (WorkProgress) -> Void) {
        self.init(receive, low: 0, high: 1, started: Date())
    }

    private init(_ receive: @escaping @Sendable (WorkProgress) -> Void, low: Double, high: Double, started: Date) {
        self.receive = receive
        self.low = low
        self.high = high
        self.started = started
    }

    /// A reporter without a receiver, for work that is short or not watched. It still throws when the task was cancelled.
    public static let silent = ProgressReporter { _ in }

    /// A reporter for a part of this work: its 0…1 is `range` of this one's.
    public func part(_ range: ClosedRange<Double>) -> ProgressReporter {
        ProgressReporter(
            receive, low: low + (high - low) * range.lowerBound, high: low + (high - low) * range.upperBound, started: started)
    }

    /// Reports the fraction that is done (0…1) and what is being done.
    /// - Throws: `CancellationError` where the surrounding task was cancelled.
    public func report(_ fraction: Double, _ what: String) throws {
        try Task.checkCancellation()
        let whole = low + (high - low) * min(max(fraction, 0), 1)
        let elapsed = Date().timeIntervalSince(started)
        let remaining = whole > 0.02 && elapsed > 0.5 ? elapsed / whole * (1 - whole) : nil
        receive(WorkProgress(fraction: whole, what: what, remaining: remaining))
    }
}
