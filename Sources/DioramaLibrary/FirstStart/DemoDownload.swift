import Foundation
import Support

/// Fetches a published library file by file, each checked against the hash that its manifest names. What has been fetched once is
/// not fetched again.
struct DemoDownload {
    let address: DemoAddress
    let fetcher: any FileFetcher
    let target: LibraryFolder

    init(_ address: DemoAddress, fetcher: any FileFetcher, to target: LibraryFolder) {
        self.address = address
        self.fetcher = fetcher
        self.target = target
    }

    func run(_ progress: ProgressReporter) async throws {
        try progress.report(0, "Fetching the demo library")
        let manifest = try await manifest()
        guard manifest.byteCount <= address.byteLimit else {
            throw LibraryError(
                .invalidValue,
                "the demo library at \(address.folder) has \(manifest.byteCount) bytes; at most \(address.byteLimit) are allowed")
        }
        var done: Int64 = 0
        let total = Double(max(manifest.byteCount, 1))
        for file in [manifest.database] + manifest.assets {
            let isDatabase = done == 0
            let path = isDatabase ? "library.sqlite" : "assets/\(file.hash.description.prefix(2))/\(file.hash)"
            let local = isDatabase ? target.root.appendingPathComponent("fetched.sqlite") : target.asset(file.hash)
            let end = min((Double(done) + Double(file.byteCount)) / total, 1)
            try await bring(path, to: local, expecting: file, progress: progress.part(Double(done) / total...end))
            done += max(file.byteCount, 1)
        }
        // Under its name only now: a database here is one whose files are there, too.
        try? FileManager.default.removeItem(at: target.database)
        try FileManager.default.moveItem(at: target.root.appendingPathComponent("fetched.sqlite"), to: target.database)
    }

    private func manifest() async throws -> DemoManifest {
        let file = target.root.appendingPathComponent(DemoManifest.name)
        let remote = address.folder.appendingPathComponent(DemoManifest.name)
        try? FileManager.default.removeItem(at: file)
        try await fetcher.fetch(remote, to: file, byteLimit: DemoManifest.byteLimit, progress: .silent)
        defer { try? FileManager.default.removeItem(at: file) }
        let read = try FileHash.of(file, to: "read the demo library's manifest") { _ in }
        guard read.byteCount <= DemoManifest.byteLimit, address.hash == nil || read.hash == address.hash else {
            throw LibraryError(.damaged, "\(remote) is not the manifest that it should be (\(read.hash))")
        }
        return try DemoManifest(try Data(contentsOf: file), from: remote)
    }

    private func bring(_ path: String, to file: URL, expecting expected: DemoManifest.File, progress: ProgressReporter) async throws
    {
        let remote = address.folder.appendingPathComponent(path)
        if let there = try? FileHash.of(file, to: "look for a file", { _ in }), there.hash == expected.hash { return }
        try LibraryOpening.makeFolder(file.deletingLastPathComponent())
        let arriving = target.root.appendingPathComponent("arriving")
        try? FileManager.default.removeItem(at: arriving)
        defer { try? FileManager.default.removeItem(at: arriving) }
        try await fetcher.fetch(remote, to: arriving, byteLimit: expected.byteCount, progress: progress)
        let read = try FileHash.of(arriving, to: "read \(remote)") { _ in try Task.checkCancellation() }
        guard read.hash == expected.hash, read.byteCount == expected.byteCount else {
            throw LibraryError(.damaged, "\(remote) has other bytes than its manifest says; it was not kept")
        }
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: arriving, to: file)
    }
}
