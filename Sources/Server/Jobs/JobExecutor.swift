import Dispatch

/// The thread of one job. A job computes for minutes without a pause; on Swift's own threads, as few as there are cores, it would
/// leave none for the connections.
final class JobExecutor: TaskExecutor {
    // A serial queue has a thread of its own; the threads of concurrent queues are those that Swift's tasks run on.
    private let queue = DispatchQueue(label: "diorama.job", qos: .utility)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
