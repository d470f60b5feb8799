import DioramaLibrary
import Foundation
import Postgres
import Splats
import Synchronization

/// Works on the queue's jobs, several at a time, until it is drained.
public final class ServiceWorker: Sendable {
    /// What a worker has and grants.
    public struct Configuration: Sendable {
        /// The program that is started for each job: `diorama` itself.
        public var program: URL
        /// The folder for the files of running jobs.
        public var folder: URL
        /// Jobs at one time.
        public var concurrency = 1
        /// Resource classes that this worker has.
        public var classes = ["cpu"]
        /// How long a silent worker keeps a job, in seconds.
        public var leaseSeconds = 30.0
        /// How long one attempt may take, in seconds.
        public var maxSeconds = 4 * 3600.0
        /// Bytes that a job's input may have and unpack to.
        public var diskBytes: Int64 = 64 << 30
        /// Where splats are trained.
        public var splatDevice = SplatTrainingOptions.usual.device
        /// What the process of a job may use.
        public var limits = ProcessLimits(memoryBytes: 16 << 30, cpuSeconds: 8 * 3600, fileBytes: 64 << 30)

        /// The defaults.
        public init(program: URL, folder: URL) {
            self.program = program
            self.folder = folder
        }
    }

    private struct State {
        var running: [String: JobCancellation] = [:]
        var isDraining = false
        var sleepers: [CheckedContinuation<Void, Never>] = []
    }

    /// The worker's id.
    public let id = KSUID().description
    private let configuration: Configuration
    private let database: ServiceDatabase
    private let storage: ServiceStorage
    private let queue: ScanQueue
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// A worker; `run` begins.
    /// - Parameter report: receives what happens, a line each.
    public init(
        _ configuration: Configuration, database: ServiceDatabase, storage: ServiceStorage,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.configuration = configuration
        self.database = database
        self.storage = storage
        self.report = report
        queue = ScanQueue(database)
    }

    /// Works until `drain` was called and the running jobs have ended, or until the task is cancelled: then running jobs are given
    /// back.
    public func run() async throws {
        try await register()
        let maintenance = ServiceMaintenance(database: database, storage: storage, report: report)
        await withTaskGroup(of: Void.self) { group in
            let listener = Task { await listen() }
            let upkeep = Task { await maintenance.run() }
            let beats = Task { await heartbeats() }
            for _ in 0..<configuration.concurrency { group.addTask { await self.work() } }
            await withTaskCancellationHandler {
                await group.waitForAll()
            } onCancel: {
                self.endNow()
            }
            listener.cancel()
            upkeep.cancel()
            beats.cancel()
        }
        let id = id
        do {
            _ = try await database.operatorTransaction { try $0.execute("DELETE FROM workers WHERE id = $1", [id]) }
        } catch {
            // It counts as silent for an hour.
            report("couldn't sign off: \(error)")
        }
    }

    /// Takes no more jobs; `run` returns when the running ones have ended.
    public func drain() {
        let sleepers = state.withLock { state in
            state.isDraining = true
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    /// How many jobs run now.
    public var runningCount: Int { state.withLock { $0.running.count } }

    /// Ends the running jobs: their leases end by themselves soon, and other workers begin them again.
    public func endNow() {
        drain()
        for job in state.withLock({ Array($0.running.values) }) { job.set() }
    }

    private func work() async {
        while !state.withLock({ $0.isDraining }) {
            do {
                guard
                    let lease = try await queue.claim(
                        worker: id, classes: configuration.classes, leaseSeconds: configuration.leaseSeconds)
                else {
                    await sleep()
                    continue
                }
                let cancellation = JobCancellation()
                state.withLock { $0.running[lease.job] = cancellation }
                let run = JobRun(
                    lease: lease, worker: configuration, database: database, storage: storage, queue: queue,
                    cancellation: cancellation)
                await run.run(report: report)
                state.withLock { $0.running[lease.job] = nil }
            } catch {
                if Task.isCancelled { return }
                report("couldn't get a job: \(error)")
                await sleep()
            }
        }
    }

    /// Until a job is ready, or about a second.
    private func sleep() async {
        let timer = Task {
            try? await Task.sleep(for: .milliseconds(Int.random(in: 800...1200)))
            self.wake()
        }
        await withCheckedContinuation { continuation in
            let isDraining = state.withLock { state in
                if !state.isDraining { state.sleepers.append(continuation) }
                return state.isDraining
            }
            if isDraining { continuation.resume() }
        }
        timer.cancel()
    }

    private func wake() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }

    private func listen() async {
        let listener = PostgresListener(database.url, channels: [ScanQueue.readyChannel, ScanQueue.cancelChannel])
        let report = report
        await listener.run(report: report) { event in
            guard case .notification(let notification) = event else { return self.wake() }
            if notification.channel == ScanQueue.cancelChannel {
                self.state.withLock { $0.running[notification.payload] }?.set()
            } else if self.configuration.classes.contains(notification.payload) {
                self.wake()
            }
        }
    }

    private func register() async throws {
        let id = id
        let configuration = configuration
        let host = ProcessInfo.processInfo.hostName
        let isDraining = state.withLock { $0.isDraining }
        _ = try await database.operatorTransaction { connection in
            try connection.execute(
                """
                INSERT INTO workers (id, host, concurrency, classes, is_draining) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (id) DO UPDATE SET seen_at = now(), is_draining = excluded.is_draining
                """, [id, host, configuration.concurrency, configuration.classes, isDraining])
        }
    }

    /// Heartbeats in the table of workers, every ten seconds. A worker that was cut off for long is entered again.
    private func heartbeats() async {
        var outage = OutageReport("the worker's heartbeat to the database", report: report)
        while !Task.isCancelled {
            do {
                try await register()
                _ = try await database.operatorTransaction { connection in
                    try connection.execute("DELETE FROM workers WHERE seen_at < now() - interval '1 hour'")
                }
                outage.succeeded()
            } catch {
                if Task.isCancelled { return }
                outage.failed(error)
            }
            try? await Task.sleep(for: .seconds(outage.isOngoing ? 2 : 10))
        }
    }
}
