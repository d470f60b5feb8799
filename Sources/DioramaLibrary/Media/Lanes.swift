/// Lets a number of tasks through at the same time; the others wait in their order.
actor Lanes {
    private var free: Int
    private var queue: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = max(count, 1) }

    /// Runs `body` as soon as fewer than the given number of others run.
    func run<R: Sendable>(_ body: @Sendable () async throws -> R) async rethrows -> R {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { queue.append($0) }
        }
    }

    private func leave() {
        if queue.isEmpty { free += 1 } else { queue.removeFirst().resume() }
    }
}
