import Foundation
import GRDB
import Geometry
import DioramaLibrary
import TestSupport
import Support

/// A file of repeatable bytes for a space to be made of.
func makeFile(_ name: String, byteCount: Int = 1000, seed: UInt64 = 1, in folder: URL) throws -> URL {
    var random = SplitMix64(seed: seed)
    let file = folder.appendingPathComponent(name)
    try Data((0..<byteCount).map { _ in UInt8(truncatingIfNeeded: random.next()) }).write(to: file)
    return file
}

/// A draft with one mesh whose bytes follow from `seed`.
func makeDraft(_ name: String, seed: UInt64 = 1, byteCount: Int = 1000, in folder: URL) throws -> SpaceDraft {
    let file = try makeFile("\(UUID().uuidString).glb", byteCount: byteCount, seed: seed, in: folder)
    return SpaceDraft(
        name: name, triangleCount: 12,
        assets: [AssetDraft(kind: .mesh, contentType: "model/gltf-binary", fileName: "\(name).glb", file: file)])
}

/// Runs `body` with the folder of a library that does not exist yet and another one for the files to add.
func withFolders<R>(_ body: (_ library: URL, _ files: URL) async throws -> R) async throws -> R {
    try await TestData.withTemporaryFolder { folder in
        let files = folder.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        return try await body(folder.appendingPathComponent("library"), files)
    }
}

/// All plain files below `folder`, by their paths in it.
func filesBelow(_ folder: URL) -> [String] {
    var found: [String] = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] {
        let child = folder.appendingPathComponent(name)
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: child.path, isDirectory: &isFolder)
        found += isFolder.boolValue ? filesBelow(child).map { "\(name)/\($0)" } : [name]
    }
    return found
}

/// The library's kind of error, which `body` must throw.
func libraryError(_ body: () async throws -> Void) async -> LibraryError? {
    do {
        try await body()
        return nil
    } catch { return error as? LibraryError }
}

/// Runs a program and waits for it.
/// - Returns: its exit code.
@discardableResult
func runProgram(_ path: String, _ arguments: [String]) throws -> Int32 {
    try RunningProgram(URL(fileURLWithPath: path), arguments).waitUntilExit().code
}

/// Changes the catalogue of a library that is not open, as a killed or foreign program may have left it.
func edit(_ library: URL, _ sql: String, foreignKeys: Bool = false) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = foreignKeys
    let queue = try DatabaseQueue(path: library.appendingPathComponent("library.sqlite").path, configuration: configuration)
    try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try queue.close()
}

/// The first column of what a query of a library's catalogue finds, as text.
func query(_ library: URL, _ sql: String) throws -> [String] {
    let queue = try DatabaseQueue(path: library.appendingPathComponent("library.sqlite").path)
    defer { try? queue.close() }
    return try queue.read { db in try String.fetchAll(db, sql: sql) }
}

extension Library {
    /// An asset with its file on this device; nil where either is missing.
    func assetFile(_ hash: AssetHash) async throws -> (Asset, URL)? {
        guard let asset = try await asset(hash), let file = try await original(hash) else { return nil }
        return (asset, file)
    }
}
