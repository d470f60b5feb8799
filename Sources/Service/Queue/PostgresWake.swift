import Postgres

/// Calls a function whenever a job may be ready.
struct PostgresWake: Sendable {
    private let listener: PostgresListener
    private let wake: @Sendable () -> Void

    init(_ database: ServiceDatabase, _ wake: @escaping @Sendable () -> Void) {
        listener = PostgresListener(database.url, channels: [ScanQueue.readyChannel])
        self.wake = wake
    }

    /// Listens until the task is cancelled.
    func run() async {
        let wake = wake
        await listener.run { _ in wake() }
    }
}
