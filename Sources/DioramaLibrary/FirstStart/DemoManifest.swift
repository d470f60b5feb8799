import Foundation
import GRDB
import Support

/// What a published library consists of: `demo.json` in its folder, beside `library.sqlite` and `assets/ab/<hash>`.
struct DemoManifest: Codable {
    struct File: Codable {
        var hash: AssetHash
        var byteCount: Int64
    }

    /// 1.
    var format: Int
    var database: File
    var assets: [File]

    static let name = "demo.json"
    /// The most bytes that a manifest has: some 80,000 files.
    static let byteLimit: Int64 = 8 << 20

    var byteCount: Int64 { assets.reduce(database.byteCount) { $0.addingReportingOverflow($1.byteCount).partialValue } }

    /// Reads a manifest and looks whether it can be one.
    init(_ bytes: Data, from address: URL) throws {
        guard let manifest = try? JSONDecoder().decode(DemoManifest.self, from: bytes), manifest.format == 1,
            manifest.database.byteCount > 0, manifest.assets.allSatisfy({ (0...(1 << 40)).contains($0.byteCount) })
        else { throw LibraryError(.damaged, "\(address) is not a demo library manifest that this version can read") }
        self = manifest
    }

    init(database: File, assets: [File]) { (format, self.database, self.assets) = (1, database, assets) }
}

extension Library {
    /// Writes the whole library into `folder`, which must not be there yet, as a demo library that others can begin from: put it on
    /// the web, and give its address and the returned hash as `DemoAddress`.
    /// - Returns: SHA-256 of its `demo.json`.
    public func publish(to folder: URL) async throws(LibraryError) -> AssetHash {
        let layout = layout
        do {
            return try await Blocking.run {
                if FileManager.default.fileExists(atPath: folder.path) {
                    throw LibraryError(.invalidValue, "\(folder.path) already exists; choose another folder")
                }
                try LibraryOpening.makeFolder(folder)
                let target = LibraryFolder(folder)
                let reader = try DatabaseQueue(path: layout.database.path, configuration: LibraryOpening.configuration)
                defer { try? reader.close() }
                try reader.vacuum(into: target.database.path)
                try BackupFiles(from: layout, to: target, steps: .process).bring(namedBy: target.database)
                let database = try FileHash.of(target.database, to: "publish the library") { _ in }
                let manifest = DemoManifest(
                    database: DemoManifest.File(hash: database.hash, byteCount: database.byteCount),
                    assets: try BackupFiles.named(by: target.database).map {
                        DemoManifest.File(hash: $0.hash, byteCount: $0.byteCount)
                    })
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                let file = folder.appendingPathComponent(DemoManifest.name)
                try AtomicFile.write([UInt8](try encoder.encode(manifest)), to: file)
                return try FileHash.of(file, to: "publish the library") { _ in }.hash
            }
        } catch {
            throw LibraryError(error, could: "publish the library", in: folder)
        }
    }
}
