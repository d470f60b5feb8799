import Exhibits
import Foundation
import Spaces
import Support

/// The web client with what the HTTP interface would have answered about an exhibit, and its files, written into a folder.
public struct ExportedExhibit: ExhibitSite {
    private let client: URL?

    /// - Parameter client: the folder of the built web client; without one, the client that was built into the program.
    public init(client: URL? = nil) { self.client = client ?? WebClient.bundled }

    public func write(
        _ exhibit: StoredExhibit, package: ExhibitPackage, to folder: URL, progress: ProgressReporter
    ) async throws {
        try progress.report(0, "Copying the client")
        let page = try ExportedClient(folder: client).copy(to: folder, exhibit: exhibit.id)
        try await Blocking.run {
            let files = folder.appendingPathComponent("files", isDirectory: true)
            for (path, url) in package.files.sorted(by: { $0.key < $1.key }) {
                try progress.report(0.5, "Copying files")
                let target = files.appendingPathComponent(path)
                try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
                try FileManager.default.copyItem(at: url, to: target)
            }
        }
        let answers: [String: Any] = [
            "GET /me": try Self.object(MePayload(kind: "nobody")),
            "GET /exhibits/\(exhibit.id)": try Self.object(ExhibitPayload(exported: exhibit)),
        ]
        let data = try JSONSerialization.data(
            withJSONObject: ["answers": answers], options: [.sortedKeys, .withoutEscapingSlashes])
        try AtomicFile.write(Array(data), to: folder.appendingPathComponent("diorama.json"))
        try AtomicFile.write(Array(page.utf8), to: folder.appendingPathComponent("index.html"))
    }

    private static func object(_ value: some Encodable) throws -> Any {
        try JSONSerialization.jsonObject(with: JSONBody.encode(value))
    }
}
