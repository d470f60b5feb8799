import ArgumentParser
import Foundation
import Service
import Support
import Synchronization

/// One job's process, started by 'diorama worker': standard output has a JSON object a line, the last one is the result. Exit
/// codes: 0, 1 where the input is at fault, 3 where the machine is.
struct ProcessScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "process-scan", abstract: "Process one job of the multi-user service.", shouldDisplay: false)

    @Argument var folder: String

    func run() async throws {
        JobParent.watch()
        let processing = try ScanProcessing(folder: URL(fileURLWithPath: folder))
        try processing.limits.apply()
        let sent = Mutex(ContinuousClock.now - .seconds(1))
        let reporter = ProgressReporter { progress in
            let isDue = sent.withLock { sent in
                guard ContinuousClock.now - sent > .milliseconds(250) else { return false }
                sent = .now
                return true
            }
            if isDue { Self.print(ScanProcessing.Message(progress: progress.fraction, stage: progress.what)) }
        }
        do {
            let message = try await cancellable { try processing.run(progress: reporter) }
            Self.print(message)
        } catch let error as FileError where error.code == ENOSPC || error.code == EDQUOT {
            Terminal.line("error: \(Terminal.oneLine(error))")
            Foundation.exit(3)
        }
    }

    private static func print(_ message: ScanProcessing.Message) {
        guard let data = try? JSONEncoder().encode(message) else { return }
        FileHandle.standardOutput.write(data + Data("\n".utf8))
    }
}
