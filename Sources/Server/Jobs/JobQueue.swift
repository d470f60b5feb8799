import Foundation
import Spaces
import DioramaLibrary
import Logging
import Support

/// Runs jobs, a few at a time, in the order of their submission, and reports their progress. Ended jobs are only in the library.
actor JobQueue {
    /// What a job does: it returns the space that it made or worked on.
    typealias Work = @Sendable (JobID, ProgressReporter) async throws -> SpaceID

    /// A job that waits or runs.
    struct Live {
        var status: JobStatus
        let work: Work
        let place: JobPlaces.Place
        var task: Task<Void, Never>?
        var isCancelled = false
        /// Changes so far, the number of the latest event.
        var changes = 0
        var lastWrite = ContinuousClock.now
        var watchers: [UUID: AsyncStream<JobEvent>.Continuation] = [:]
    }

    let library: Library
    let logger: Logger
    let heartbeat: Duration
    private let concurrent: Int
    nonisolated private let places: JobPlaces
    var live: [JobID: Live] = [:]
    private var waiting: [JobID] = []
    /// Final states that couldn't be stored, as on a full disk; they are reported as long as the server runs.
    private var unwritten: [JobID: JobStatus] = [:]
    private var isStopped = false

    /// How long ended jobs stay in the list.
    static let listed: TimeInterval = 3600
    static let writeInterval: Duration = .seconds(1)
    static let publishInterval: Duration = .milliseconds(100)

    init(library: Library, concurrent: Int, waiting: Int, heartbeat: Duration, logger: Logger) {
        self.library = library
        self.logger = logger
        self.heartbeat = heartbeat
        self.concurrent = max(concurrent, 1)
        places = JobPlaces(count: max(concurrent, 1) + max(waiting, 0))
    }

    /// Takes a place in the queue before the job's input has come.
    /// - Throws: `Problem` 429 where all are taken.
    nonisolated func reserve() throws -> JobPlaces.Place {
        if let place = places.take() { return place }
        throw Problem(
            .tooManyRequests, "Too many imports are waiting; try again in a minute.", code: .tooManyImports,
            headers: [.retryAfter: "60"])
    }

    /// Writes the job down and puts it at the end of the queue.
    /// - Parameter space: the one that it works on, so that the space's page finds the job.
    func submit(
        kind: String, title: String, space: SpaceID? = nil, place: JobPlaces.Place, work: @escaping Work
    ) async throws -> JobStatus {
        if isStopped { throw Problem.stopping }
        let status = JobStatus(try await library.createJob(kind: kind, title: title, space: space))
        live[status.id] = Live(status: status, work: work, place: place)
        if isStopped {
            await end(status.id, .cancelled, error: Self.stopped)
            throw Problem.stopping
        }
        waiting.append(status.id)
        startNext()
        return live[status.id]?.status ?? status
    }

    /// Unfinished jobs and those that ended within the last hour, newest first.
    func list() async throws -> [JobStatus] {
        let records = try await library.jobs(endedAfter: Date(timeIntervalSinceNow: -Self.listed))
        return records.map { live[$0.id]?.status ?? unwritten[$0.id] ?? JobStatus($0) }
    }

    /// How the job stands, or nil where there is none.
    func status(of id: JobID) async throws -> JobStatus? {
        if let status = live[id]?.status ?? unwritten[id] { return status }
        return try await library.job(id).map(JobStatus.init)
    }

    /// Cancels the job: at once where it waits, at its next report where it runs. An ended job stays as it is.
    /// A job of another program on the same library is marked as cancelled, which that program finds when it wants to add the
    /// space.
    func cancel(_ id: JobID) async throws -> JobStatus? {
        guard let job = live[id] else {
            if let status = unwritten[id] { return status }
            return try await library.updateJob(id, state: .cancelled).map(JobStatus.init)
        }
        if job.status.state.isFinal { return job.status }
        if let task = job.task {
            task.cancel()
            live[id]?.isCancelled = true
            publish(id) { $0.progress = WorkProgress(fraction: $0.progress.fraction, what: "Cancelling") }
            return live[id]?.status
        }
        waiting.removeAll { $0 == id }
        return await end(id, .cancelled)
    }

    /// Cancels everything, takes nothing more, and returns when all jobs have ended or the time is over. Jobs that still run then
    /// are marked as cancelled: the program is about to end.
    func shutDown(within time: Duration) async {
        isStopped = true
        waiting.removeAll()
        let deadline = ContinuousClock.now + time
        for (id, job) in live {
            if let task = job.task {
                task.cancel()
                live[id]?.isCancelled = true
            } else {
                await end(id, .cancelled, error: Self.stopped)
            }
        }
        while !live.isEmpty, ContinuousClock.now < deadline { try? await Task.sleep(for: .milliseconds(20)) }
        for id in live.keys { await end(id, .cancelled, error: Self.stopped) }
    }

    private static let stopped = "the server was stopped before it was finished"

    private func startNext() {
        while live.values.filter({ $0.task != nil }).count < concurrent, !waiting.isEmpty {
            let id = waiting.removeFirst()
            publish(id) { $0.state = .running }
            live[id]?.task = Task.detached(executorPreference: JobExecutor()) { await self.run(id) }
        }
    }

    /// Does the job's work outside of the actor.
    private nonisolated func run(_ id: JobID) async {
        guard let work = await begin(id) else { return }
        // The work may report thousands of times a second: only the newest report waits, and it is taken ten times a second.
        let (reports, report) = AsyncStream.makeStream(of: WorkProgress.self, bufferingPolicy: .bufferingNewest(1))
        let listener = Task.detached {
            for await progress in reports {
                await self.note(progress, of: id)
                try? await Task.sleep(for: Self.publishInterval)
            }
        }
        let result: Result<SpaceID, any Error>
        do {
            result = .success(try await work(id, ProgressReporter { report.yield($0) }))
        } catch {
            result = .failure(error)
        }
        report.finish()
        listener.cancel()
        await listener.value
        await finish(id, result)
    }

    private func begin(_ id: JobID) async -> Work? {
        guard let job = live[id] else { return nil }
        await write(id)
        return job.work
    }

    private func note(_ progress: WorkProgress, of id: JobID) async {
        guard let job = live[id], !job.isCancelled else { return }
        publish(id) { $0.progress = progress }
        if ContinuousClock.now - job.lastWrite > Self.writeInterval { await write(id) }
    }

    private func finish(_ id: JobID, _ result: Result<SpaceID, any Error>) async {
        switch result {
        case .success(let space): await end(id, .done, space: space)
        case .failure(let error):
            let wasCancelled =
                error is CancellationError || (error as? LibraryError)?.kind == .cancelled || live[id]?.isCancelled == true
            if wasCancelled {
                await end(id, .cancelled, error: isStopped ? Self.stopped : nil)
            } else {
                logger.warning("job \(id) failed: \(error)")
                await end(id, .failed, error: ErrorLine.text(error))
            }
        }
        startNext()
    }

    /// Stores the final state, reports it to the watchers, and removes the job.
    @discardableResult
    private func end(_ id: JobID, _ state: JobState, error: String? = nil, space: SpaceID? = nil) async -> JobStatus? {
        if let status = live[id]?.status, status.state.isFinal { return status }
        publish(id, isLast: true) {
            $0.state = state
            $0.error = error
            $0.space = space ?? $0.space
            $0.progress = WorkProgress(fraction: state == .done ? 1 : $0.progress.fraction, what: $0.progress.what)
        }
        let isWritten = await write(id)
        tell(id)
        guard let job = live.removeValue(forKey: id) else { return nil }
        if !isWritten { unwritten[id] = job.status }
        job.watchers.values.forEach { $0.finish() }
        return job.status
    }

    /// Writes the job as it stands. A disk that fails must not stop the work; the state in memory is reported to the watchers.
    /// - Returns: whether it could be written.
    @discardableResult
    private func write(_ id: JobID) async -> Bool {
        guard let job = live[id] else { return true }
        live[id]?.lastWrite = .now
        do {
            _ = try await library.updateJob(
                id, state: job.status.state == .queued ? nil : job.status.state, progress: job.status.progress,
                error: job.status.error)
            return true
        } catch {
            logger.error("couldn't write down job \(id): \(error)")
            return false
        }
    }
}
