import ArgumentParser
import Foundation
import Service

struct WorkerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Process the scans of the multi-user service.",
        discussion: """
            Takes jobs from the database until SIGTERM, then waits for the running ones; a second SIGTERM ends them, and other
            workers begin them again. Each job runs in a process of its own. docs/service.md

            EXAMPLES
              diorama worker --database postgres://db/diorama --bucket s3://scans --concurrency 2
            """)

    @Option(
        help: ArgumentHelp(
            "The bucket of the servers: s3://bucket/prefix?endpoint=https://host or file:///folder.", valueName: "bucket"))
    var bucket: String

    @Option(parsing: .number, help: ArgumentHelp("Jobs at one time: 1 to 64.", valueName: "jobs"))
    var concurrency = 1

    @Option(parsing: .number, help: ArgumentHelp("Memory that one job may use.", valueName: "gigabytes"))
    var memory = 16

    @Option(parsing: .number, help: ArgumentHelp("Disk that one job's input may take, packed or unpacked.", valueName: "gigabytes"))
    var disk = 64

    @Option(parsing: .number, help: ArgumentHelp("How long one job may take.", valueName: "minutes"))
    var maxMinutes = 240

    @Option(parsing: .number, help: ArgumentHelp("Seconds after which a silent worker's jobs go to others.", valueName: "seconds"))
    var lease = 30

    @Option(help: ArgumentHelp("The folder for the files of running jobs. Default: a temporary one.", valueName: "folder"))
    var work: String?

    @OptionGroup var splatDevice: SplatDeviceOptions
    @OptionGroup var database: ServiceDatabaseOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if !(1...64).contains(concurrency) { throw ValidationError("--concurrency must be between 1 and 64.") }
        if !(1...4096).contains(memory) { throw ValidationError("--memory must be between 1 and 4096 gigabytes.") }
        if !(1...65536).contains(disk) { throw ValidationError("--disk must be between 1 and 65536 gigabytes.") }
        if !(1...10080).contains(maxMinutes) { throw ValidationError("--max-minutes must be between 1 and 10080.") }
        if !(2...3600).contains(lease) { throw ValidationError("--lease must be between 2 and 3600 seconds.") }
    }

    func run() async throws {
        guard let program = Bundle.main.executableURL else { throw CommandFailure("this program's own file can't be found") }
        let device = try splatDevice.training().device
        let database = try await database.open(connections: concurrency + 4)
        let storage = try ServiceStorage(bucket)
        let base = work.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
        let folder = try WorkerFolder(in: base)
        var configuration = ServiceWorker.Configuration(program: program, folder: folder.url)
        configuration.concurrency = concurrency
        configuration.leaseSeconds = Double(lease)
        configuration.maxSeconds = Double(maxMinutes) * 60
        configuration.diskBytes = Int64(disk) << 30
        configuration.splatDevice = device
        configuration.limits = ProcessLimits(
            memoryBytes: Int64(memory) << 30,
            cpuSeconds: Int64(maxMinutes) * 60 * Int64(ProcessInfo.processInfo.activeProcessorCount),
            fileBytes: Int64(disk) << 30)
        let worker = ServiceWorker(configuration, database: database, storage: storage) { Terminal.line($0) }
        WorkerSignals.install(worker)
        try out.print(["worker": worker.id], "worker \(worker.id) takes jobs   (Ctrl-C ends it)")
        try await worker.run()
        withExtendedLifetime(folder) {}
    }
}

/// SIGTERM and SIGINT of a worker: the first drains it, the second ends its jobs, the third the program.
private enum WorkerSignals {
    static func install(_ worker: ServiceWorker) {
        let count = Counter()
        Interruption.handleEach {
            switch count.next() {
            case 1:
                Terminal.line("draining: \(worker.runningCount) jobs are running")
                worker.drain()
            case 2: worker.endNow()
            default: exit(130)
            }
        }
    }

    private final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var value = 0

        func next() -> Int {
            lock.withLock {
                value += 1
                return value
            }
        }
    }
}
