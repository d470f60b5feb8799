import Foundation

/// How long to wait before a request is repeated.
enum RetryDelay {
    /// Repetitions of a request that got no answer, or one that asks for patience.
    static let maxAttempts = 7
    /// Attempts to reach a service that has not answered yet: its address may be wrong.
    static let maxFirstAttempts = 5
    /// The longest wait that a service can ask for, in seconds.
    static let longest = 60.0

    /// From half a second on, doubling, with jitter.
    /// - Parameter asked: the value of `Retry-After` in seconds.
    static func seconds(attempt: Int, asked: String? = nil) -> Double {
        if let asked = asked.flatMap({ Double($0) }), asked.isFinite, asked >= 0 { return min(asked + 0.1, longest) }
        return min(8, 0.5 * pow(2, Double(attempt - 1))) * Double.random(in: 0.75...1.25)
    }

    static func wait(attempt: Int, asked: String? = nil) async throws {
        try await Task.sleep(for: .seconds(seconds(attempt: attempt, asked: asked)))
    }

    /// Whether a status says that the same request may succeed later.
    static func isTemporary(_ status: Int) -> Bool { [408, 429, 502, 503, 504].contains(status) }
}
