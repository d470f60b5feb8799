import ArgumentParser
import DioramaServiceClient
import Foundation
import Support

struct RemoteProcessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "process",
        abstract: "Have an uploaded scan processed.",
        discussion: """
            Prints the job and the estimated time. With --watch it waits for the job's end.

            EXAMPLES
              diorama remote process SCAN --quality high --format glb --format usdz
            """)

    @Argument(help: ArgumentHelp("The scan's id.", valueName: "id"))
    var scan: String

    @Option(help: ArgumentHelp("preview, standard, high or ultra.", valueName: "words"))
    var quality: String?

    @Option(help: ArgumentHelp("photogrammetry or gaussianSplatting; repeatable.", valueName: "words"))
    var technology: [String] = []

    @Option(help: ArgumentHelp("The file extension of a result; repeatable. Default: glb.", valueName: "format"))
    var format: [String] = []

    @Flag(help: "Fill holes of the surface.")
    var fillHoles = false

    @Flag(help: "Enhance the textures.")
    var enhanceTextures = false

    @Option(
        help: ArgumentHelp("A setting of 'diorama reconstruct --show-settings'; repeatable.", valueName: "setting=value"))
    var setting: [String] = []

    @Flag(help: "Wait for the job's end; the exit code is 1 where it fails.")
    var watch = false

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var out: OutputOptions

    func validate() throws { _ = try settings() }

    private func settings() throws -> [String: String] {
        var settings: [String: String] = [:]
        for text in setting {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { throw ValidationError("--setting must be NAME=VALUE, not '\(text)'.") }
            settings[String(parts[0])] = String(parts[1])
        }
        return settings
    }

    func run() async throws {
        let client = try remote.client()
        var processing = RemoteProcessing()
        processing.quality = quality
        processing.technologies = technology.isEmpty ? nil : technology
        processing.outputFormats = format.isEmpty ? nil : format
        processing.enableHoleFilling = fillHoles ? true : nil
        processing.enableTextureEnhancement = enhanceTextures ? true : nil
        let settings = try settings()
        processing.settings = settings.isEmpty ? nil : settings
        let accepted = try await client.process(scan, processing)
        if watch {
            if !out.json { Terminal.line("job \(accepted.jobId)") }
            return try await RemoteWatching.run(accepted.jobId, client, out)
        }
        let estimate = accepted.estimatedTime.map { "   (about \(Terminal.duration($0)))" } ?? ""
        try out.print(accepted, "job \(accepted.jobId)\(estimate)")
    }
}

struct RemoteWatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the progress of a job until it ends.",
        discussion: """
            The exit code is 0 where the job succeeded, else 1. Ctrl-C ends the watching; the job goes on.

            EXAMPLES
              diorama remote watch JOB
            """)

    @Argument(help: ArgumentHelp("The job's id.", valueName: "id"))
    var job: String

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var out: OutputOptions

    func run() async throws { try await RemoteWatching.run(job, try remote.client(), out) }
}

/// Watches a job from the command line.
enum RemoteWatching {
    static func run(_ id: String, _ client: ServiceClient, _ out: OutputOptions) async throws {
        let progress = Terminal.progress()
        let last = try await cancellable { () async throws -> RemoteJob? in
            var last: RemoteJob?
            for try await job in client.events(of: id) {
                try progress.report(job.progress, job.stage ?? job.status)
                last = job
            }
            try Task.checkCancellation()
            return last
        }
        guard let last else { throw CommandFailure("the service told nothing about the job \(id)") }
        let formats = last.files.map { "\($0.format) (\(Terminal.bytes($0.byteCount)))" }.joined(separator: ", ")
        try out.print(last, "job \(id): \(last.status)\(formats.isEmpty ? "" : ", \(formats)")")
        guard last.status == "succeeded" else {
            throw CommandFailure("the job \(id) ended as \(last.status)\(last.error.map { ": \($0)" } ?? "")")
        }
    }
}

struct RemoteDownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Download a file of a job's result, and verify its checksum.",
        discussion: """
            The file appears once it is complete and has the SHA-256 of the result. An interrupted download continues.

            EXAMPLES
              diorama remote download JOB --output office.glb
            """)

    @Argument(help: ArgumentHelp("The job's id.", valueName: "id"))
    var job: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
    var output: String

    @Option(help: ArgumentHelp("Which file, by its extension. Default: that of --output.", valueName: "format"))
    var format: String?

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var out: OutputOptions

    private struct Report: Encodable {
        let path: String
        let format: String
        let bytes: Int64
        let sha256: String
    }

    func run() async throws {
        let client = try remote.client()
        let job = job
        let target = URL(fileURLWithPath: output)
        let wanted = format ?? (target.pathExtension.isEmpty ? nil : target.pathExtension.lowercased())
        let file = try await cancellable {
            try await client.download(job, format: wanted, to: target, progress: Terminal.progress())
        }
        try out.print(
            Report(path: target.path, format: file.format, bytes: file.byteCount, sha256: file.sha256),
            "wrote \(target.path)   (\(Terminal.bytes(file.byteCount)))")
    }
}
