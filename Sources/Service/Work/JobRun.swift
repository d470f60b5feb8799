import Crypto
import DioramaSync
import Foundation
import Postgres
import Support
import Synchronization
import Tracing

/// One attempt of one job on this worker: the input comes from the bucket, a process of its own works, the results go back to the
/// bucket.
struct JobRun: Sendable {
    let lease: ScanQueue.Lease
    let worker: ServiceWorker.Configuration
    let database: ServiceDatabase
    let storage: ServiceStorage
    let queue: ScanQueue
    /// Ends the attempt at once; set by a notification of the job's cancellation, or where the lease is lost.
    let cancellation: JobCancellation

    /// How an attempt ends where it doesn't succeed.
    private enum Failure: Error {
        /// The input can't be processed.
        case input(String, log: String)
        /// The process crashed, or met its limits.
        case crash(String, log: String)
        /// Something else is broken: the attempt doesn't count.
        case environment(String)
    }

    /// Runs the attempt and reports its end, in a span of its own. Never throws: what can't be reported is found when the lease
    /// ends.
    func run(report: @escaping @Sendable (String) -> Void) async {
        await withSpan("process job", ofKind: .consumer) { span in
            span.attributes["diorama.job.id"] = lease.job
            span.attributes["diorama.account.id"] = lease.account.description
            span.attributes["diorama.job.attempt"] = lease.attempt
            await run(in: span, report: report)
        }
    }

    private func run(in span: any Span, report: @escaping @Sendable (String) -> Void) async {
        let start = ContinuousClock.now
        func seconds() -> Double { (ContinuousClock.now - start) / .seconds(1) }
        let folder = worker.folder.appendingPathComponent("\(lease.job)-\(lease.token)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let state = Mutex((progress: 0.0, stage: "Downloading"))
        let beat = Task { await heartbeat({ state.withLock { $0 } }, report: report) }
        defer { beat.cancel() }
        do {
            do {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let outcome = try await attempt(in: folder) { progress, stage in state.withLock { $0 = (progress, stage) } }
                try await queue.succeed(
                    lease,
                    ScanQueue.Outcome(
                        files: outcome.files, notes: outcome.message.notes ?? [], area: outcome.message.area, seconds: seconds(),
                        log: outcome.log))
                report("job \(lease.job): succeeded after \(Int(seconds())) s")
            } catch let failure as Failure {
                span.fail(failure)
                guard !cancellation.isSet else { return await discard() }
                try await self.report(failure, seconds: seconds())
                report("job \(lease.job): \(failure)")
            } catch let error as ServiceError where error.kind == .leaseLost {
                span.fail(error)
                report("\(error)")
                await discard()
            } catch {
                span.fail(error)
                guard !cancellation.isSet else { return await discard() }
                try await self.report(.environment("\(error)"), seconds: seconds())
                report("job \(lease.job): \(error)")
            }
        } catch {
            span.fail(error)
            report("job \(lease.job): its end couldn't be recorded: \(error)")
        }
    }

    private func report(_ failure: Failure, seconds: Double) async throws {
        switch failure {
        case .input(let message, let log):
            try await queue.fail(lease, message: message, log: log, seconds: seconds, refusesUpload: message.contains("uploaded"))
        case .crash(let message, let log): try await queue.retry(lease, message: message, log: log)
        case .environment(let message): try await queue.retry(lease, message: message, log: "", counts: false)
        }
    }

    /// What a lost attempt wrote is of no use.
    private func discard() async {
        try? await storage.remove(folder: "\(ServiceStorage.jobFolder(lease.account, lease.job))/\(lease.token)")
    }

    /// Extends the lease three times in its length; where it is lost, or the database is silent until it has ended, the attempt
    /// ends.
    private func heartbeat(
        _ state: @Sendable () -> (progress: Double, stage: String), report: @escaping @Sendable (String) -> Void
    ) async {
        var outage = OutageReport("job \(lease.job): the heartbeat to the database", report: report)
        var valid = ContinuousClock.now + .seconds(worker.leaseSeconds)
        while !Task.isCancelled {
            let (progress, stage) = state()
            let sent = ContinuousClock.now
            do {
                try await queue.extend(lease, seconds: worker.leaseSeconds, progress: progress, stage: stage)
                valid = sent + .seconds(worker.leaseSeconds)
                outage.succeeded()
            } catch let error as ServiceError where error.kind == .leaseLost {
                return cancellation.set()
            } catch is CancellationError {
                return
            } catch {
                if Task.isCancelled { return }
                outage.failed(error)
                if ContinuousClock.now > valid {
                    report("job \(lease.job): the lease ended without a heartbeat, and with it this attempt")
                    return cancellation.set()
                }
            }
            try? await Task.sleep(for: .seconds(min(2, worker.leaseSeconds / 3)))
        }
    }

    private struct Made: Sendable {
        var message: ScanProcessing.Message
        var files: [ScanJob.File]
        var log: String
    }

    private func attempt(in folder: URL, _ progress: @escaping @Sendable (Double, String) -> Void) async throws -> Made {
        let upload = try await self.upload()
        guard let request = try? JSONDecoder().decode(ScanJobRequest.self, from: Data(lease.request.utf8)) else {
            throw Failure.input("the job's request can't be read by this version; update the workers", log: "")
        }
        try checkDisk(upload.bytes, folder)
        let input = folder.appendingPathComponent("input")
        let key = try ServiceStorage.key(upload.key)
        // An address of the bucket may have been used once more since the upload was checked.
        guard let object = try await storage.bucket.head(key), object.byteCount == upload.bytes else {
            throw Failure.input("the uploaded file was replaced or removed; upload it again", log: "")
        }
        try await storage.bucket.download(
            key, to: input,
            progress: ProgressReporter { progress($0.fraction * 0.05, "Downloading") })
        try cancellation.check(lease)
        let task = ScanProcessing.Task(
            request: request, input: "input", sha256: upload.sha256, limits: worker.limits,
            splatDevice: worker.splatDevice, maxUnpackedBytes: worker.diskBytes, maxArea: upload.maxArea)
        try Data(try jsonText(task).utf8).write(to: folder.appendingPathComponent(ScanProcessing.taskFile))
        let (message, log) = try await process(in: folder) { progress(0.05 + 0.85 * $0, $1) }
        var files: [ScanJob.File] = []
        for file in message.files ?? [] {
            try cancellation.check(lease)
            progress(0.9 + 0.1 * Double(files.count) / Double(max(1, message.files?.count ?? 1)), "Uploading \(file.format)")
            files.append(try await store(file, in: folder))
        }
        return Made(message: message, files: files, log: log)
    }

    private struct Input: Sendable {
        var key: String
        var bytes: Int64
        var sha256: String?
        var maxArea: Double?
    }

    private func upload() async throws -> Input {
        let id = lease.upload
        return try await database.operatorTransaction { connection in
            let rows = try connection.execute(
                """
                SELECT u.object_key, u.byte_count, encode(u.sha256, 'hex') AS hash, t.max_area
                FROM uploads u JOIN accounts a ON a.id = u.account_id JOIN tiers t ON t.name = a.tier WHERE u.id = $1
                """, [id])
            guard let row = rows.first else { throw Failure.input("the job has no uploaded file", log: "") }
            return Input(
                key: try row.text("object_key"), bytes: try row.int64("byte_count"), sha256: try row.optional("hash"),
                maxArea: try row.optionalDouble("max_area"))
        }
    }

    /// Not begun where the disk can't hold the input and what it unpacks to.
    private func checkDisk(_ bytes: Int64, _ folder: URL) throws {
        let values = try folder.resourceValues(forKeys: [.volumeAvailableCapacityKey])
        let free = values.volumeAvailableCapacity.map { Int64($0) } ?? .max
        guard bytes <= worker.diskBytes else {
            throw Failure.input("the uploaded file is larger than the \(worker.diskBytes) bytes of disk that a job gets", log: "")
        }
        guard free > 4 * bytes + 64 << 20 else { throw Failure.environment("the worker's disk is full") }
    }

    /// Runs the job's process.
    private func process(
        in folder: URL, _ progress: @escaping @Sendable (Double, String) -> Void
    ) async throws -> (ScanProcessing.Message, String) {
        let errors = folder.appendingPathComponent("log.txt")
        let process = try JobProcess(worker.program, ["process-scan", folder.path], folder: folder, errors: errors)
        cancellation.onSet { process.kill() }
        let isLate = Mutex(false)
        let deadline = Task {
            try await Task.sleep(for: .seconds(worker.maxSeconds))
            isLate.withLock { $0 = true }
            process.kill()
        }
        let last = Mutex<ScanProcessing.Message?>(nil)
        let (end, use) = await process.run { line in
            guard let message = try? JSONDecoder().decode(ScanProcessing.Message.self, from: line) else { return }
            if let fraction = message.progress { progress(fraction, message.stage ?? "") }
            if message.files != nil { last.withLock { $0 = message } }
        }
        deadline.cancel()
        cancellation.onSet {}
        // Figures for the operator: an attempt doesn't fail for want of them.
        try? await queue.record(lease, cpuSeconds: use.cpuSeconds, peakBytes: use.peakBytes)
        try cancellation.check(lease)
        let log = Self.tail(of: errors)
        switch end {
        case .exit(0):
            guard let message = last.withLock({ $0 }) else { throw Failure.crash("the job's process printed no result", log: log) }
            return (message, log)
        case .exit(1):
            let line = log.split(separator: "\n").last { $0.hasPrefix("error: ") }
            throw Failure.input(line.map { String($0.dropFirst(7)) } ?? "the job's process failed", log: log)
        case .exit(let code): throw Failure.crash("the job's process ended with \(code)", log: log)
        case .signal(let number):
            let why = isLate.withLock { $0 } ? ", it took longer than \(Int(worker.maxSeconds)) s" : ""
            throw Failure.crash("the job's process was ended by signal \(number)\(why)", log: log)
        }
    }

    /// The end of the log: at most 16 kB.
    private static func tail(of file: URL) -> String {
        guard let handle = try? FileHandle(forReadingFrom: file), let size = try? handle.seekToEnd() else { return "" }
        try? handle.seek(toOffset: size > 16_384 ? size - 16_384 : 0)
        return String(decoding: (try? handle.read(upToCount: 16_384)) ?? Data(), as: UTF8.self)
    }

    private func store(_ file: ScanProcessing.File, in folder: URL) async throws -> ScanJob.File {
        let source = folder.appendingPathComponent(file.path)
        let name = source.lastPathComponent
        let text = "\(ServiceStorage.jobFolder(lease.account, lease.job))/\(lease.token)/\(name)"
        let (hash, count) = try await Blocking.run { try Self.hash(of: source) }
        try await storage.bucket.upload(source, to: try ServiceStorage.key(text), progress: .silent)
        return ScanJob.File(format: file.format, name: name, objectKey: text, byteCount: count, sha256: hash)
    }

    private static func hash(of file: URL) throws -> (String, Int64) {
        let handle = try FileHandle(forReadingFrom: file)
        var hash = SHA256()
        var count: Int64 = 0
        while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
            hash.update(data: piece)
            count += Int64(piece.count)
        }
        return (hash.finalize().map { String(format: "%02x", $0) }.joined(), count)
    }
}

extension Span {
    /// Marks the span as failed.
    fileprivate func fail(_ error: any Error) {
        recordError(error)
        setStatus(SpanStatus(code: .error, message: "\(error)"))
    }
}

/// Whether an attempt is to end, and what ends it.
final class JobCancellation: Sendable {
    private struct State: Sendable {
        var isSet = false
        var action: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    var isSet: Bool { state.withLock { $0.isSet } }

    /// Ends the attempt.
    func set() {
        let action = state.withLock { state in
            state.isSet = true
            return state.action
        }
        action()
    }

    /// What ends the attempt from now on: called at once where it is to end already.
    func onSet(_ action: @escaping @Sendable () -> Void) {
        let isSet = state.withLock { state in
            state.action = action
            return state.isSet
        }
        if isSet { action() }
    }

    /// - Throws: `ServiceError` of kind `leaseLost` where the attempt is to end.
    func check(_ lease: ScanQueue.Lease) throws(ServiceError) {
        if isSet { throw ServiceError(.leaseLost, "the job \(lease.job) was cancelled or given to another worker") }
    }
}
