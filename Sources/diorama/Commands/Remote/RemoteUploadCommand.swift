import ArgumentParser
import DioramaServiceClient
import Foundation

struct RemoteUploadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upload",
        abstract: "Upload a capture to a service, as a new scan.",
        discussion: """
            FILE is a capture as zip, tar, tar.gz or tar.zst, or a video as mp4. After Ctrl-C, or where the network fails for
            long, the same command continues the same upload.

            EXAMPLES
              diorama remote upload office.tar --name Office
            """)

    @Argument(help: "The file.")
    var file: String

    @Option(help: ArgumentHelp("What the scan is called. Default: the file's name.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("interior, object or exterior.", valueName: "mode"))
    var mode: String = "interior"

    @Option(help: ArgumentHelp("A scan that is there, whose raw file this becomes.", valueName: "id"))
    var scan: String?

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var out: OutputOptions

    func validate() throws {
        if scan != nil, name != nil { throw ValidationError("--name is for a new scan; leave it out with --scan.") }
    }

    private struct Report: Encodable, Sendable {
        let scan: String
        let bytes: Int64
        let sha256: String
    }

    func run() async throws {
        let client = try remote.client()
        let command = self
        let file = URL(fileURLWithPath: file).standardizedFileURL
        let report: Report
        do {
            report = try await cancellable { try await command.upload(file, client) }
        } catch is CancellationError {
            Terminal.line("the upload isn't complete; run the same command again to continue it")
            throw CancellationError()
        }
        try out.print(report, "scan \(report.scan)   (\(Terminal.bytes(report.bytes)))")
    }

    private func upload(_ file: URL, _ client: ServiceClient) async throws -> Report {
        let address = await client.credentials.address
        let store = RemoteOptions.uploads
        guard FileManager.default.fileExists(atPath: file.path) else { throw CommandFailure("there is no file \(file.path)") }
        var earlier = store.load(address, file)
        if let scan, earlier?.scan != scan { earlier = nil }
        if let begun = earlier {
            do { _ = try await client.scan(begun.scan) } catch let error as ServiceClientError where error.status == 404 {
                // It was deleted meanwhile.
                earlier = nil
            }
        }
        let id: String
        if let scan = scan ?? earlier?.scan {
            id = scan
        } else {
            id = try await client.createScan(name: name ?? file.lastPathComponent, mode: mode).id
            try store.save(UploadState(address: address, scan: id), of: file)
        }
        let state = try await client.upload(
            file, to: id, resuming: earlier, save: { try store.save($0, of: file) }, progress: Terminal.progress())
        store.remove(address, file)
        return Report(scan: id, bytes: state.byteCount, sha256: state.sha256)
    }
}
