import Dispatch

/// Threads for jobs. A job computes for minutes without a pause; on Swift's own threads, as few as there are cores, it would leave none for
/// the connections.
final class JobExecutor: TaskExecutor {
    static let shared = JobExecutor()

    private let queue = DispatchQueue(label: "diorama.jobs", qos: .utility, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
