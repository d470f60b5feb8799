import Foundation
import DioramaLibrary

extension JobQueue {
    /// The job's state now and each change until its end, or nil where there is no such job.
    ///
    /// A watcher that reads slowly misses states between, never the last.
    func events(of id: JobID) async throws -> AsyncStream<JobEvent>? {
        let (stream, continuation) = AsyncStream.makeStream(of: JobEvent.self, bufferingPolicy: .bufferingNewest(8))
        if let job = live[id] {
            watch(job, continuation)
            return stream
        }
        guard let status = try await status(of: id) else { return nil }
        continuation.yield(.progress(number: 0, status))
        continuation.finish()
        return stream
    }

    private func watch(_ job: Live, _ continuation: AsyncStream<JobEvent>.Continuation) {
        let id = job.status.id
        let watcher = UUID()
        live[id]?.watchers[watcher] = continuation
        let interval = heartbeat
        let beat = Task.detached {
            while !Task.isCancelled {
                try? await Task.sleep(for: interval)
                continuation.yield(.heartbeat)
            }
        }
        continuation.onTermination = { _ in
            beat.cancel()
            Task { await self.leave(watcher, id) }
        }
        continuation.yield(.progress(number: job.changes, job.status))
    }

    private func leave(_ watcher: UUID, _ id: JobID) { live[id]?.watchers[watcher] = nil }

    /// Changes the job's state and reports it to all watchers.
    func publish(_ id: JobID, isLast: Bool = false, _ change: (inout JobStatus) -> Void) {
        guard var job = live[id] else { return }
        change(&job.status)
        job.changes += 1
        live[id] = job
        // The final state is reported once it is stored, so that a reported space can be found.
        if !isLast { tell(id) }
    }

    /// Reports the job's state to all watchers.
    func tell(_ id: JobID) {
        guard let job = live[id] else { return }
        for watcher in job.watchers.values { watcher.yield(.progress(number: job.changes, job.status)) }
    }
}
