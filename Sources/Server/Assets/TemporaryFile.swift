import Foundation
import Support

/// Files that are made for one response.
enum TemporaryFile {
    /// Writes a file into a folder of its own, opens it and removes the folder: an open file stays readable without it.
    /// - Parameter write: writes to the URL that it gets; other files beside it are removed as well.
    static func open(_ name: String, write: (URL) async throws -> Void) async throws -> OpenFile {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("diorama-export-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try await write(file)
        return try await Blocking.run { try OpenFile(file) }
    }
}
