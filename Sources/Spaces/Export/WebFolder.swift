import Codecs
import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes a static website as a folder or, where the name of the target ends in `.zip`, as an archive of it; whole or not at all.
enum WebFolder {
    /// - Parameters:
    ///   - target: a folder that is not there yet, or empty; an archive that is there is replaced.
    ///   - note: the first line of README.txt.
    ///   - progress: receives the progress.
    ///   - fill: writes the website into a folder; returns the number of memories in it.
    /// - Throws: `SpacesError` of kind `unwritable` where the target can't be written; what `fill` throws.
    static func write(
        to target: URL, note: String, progress: ProgressReporter, fill: (URL) async throws -> Int
    ) async throws -> WebExport.Report {
        try await write(to: target, progress: progress) { work in
            let count = try await fill(work)
            let text = """
                \(note)

                Put this folder onto any web host and open index.html there. It needs no program on the server. Opened from a disk,
                browsers don't run it: on your own machine, "python3 -m http.server" in this folder serves it at
                http://localhost:8000.

                """
            try AtomicFile.write(Array(text.utf8), to: work.appendingPathComponent("README.txt"))
            return count
        }
    }

    /// The same without a note, for folders that are no websites.
    static func write(
        to target: URL, progress: ProgressReporter, fill: (URL) async throws -> Int
    ) async throws -> WebExport.Report {
        let target = target.standardizedFileURL
        let isArchive = target.pathExtension.lowercased() == "zip"
        try check(target, isArchive: isArchive)
        // Beside the target, so that it can be moved to its place at once.
        let work = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString.prefix(8)).partial")
        defer { try? FileManager.default.removeItem(at: work) }
        do {
            try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        } catch {
            throw SpacesError(.unwritable, "couldn't write it: \(error.localizedDescription)", input: target.path)
        }
        let count = try await fill(work)
        let (files, bytes) = measure(work)
        if isArchive {
            try await Blocking.run { try ZipFolder.write(work, to: target, progress: progress.part(0.8...1)) }
            let size = try? FileManager.default.attributesOfItem(atPath: target.path)[.size] as? Int64
            return WebExport.Report(target: target, fileCount: files, byteCount: size ?? bytes, memoryCount: count)
        }
        // An empty folder gives way.
        _ = rmdir(target.path)
        if rename(work.path, target.path) != 0 {
            throw SpacesError(.unwritable, "couldn't write it: \(String(cString: strerror(errno)))", input: target.path)
        }
        try progress.report(1, "Done")
        return WebExport.Report(target: target, fileCount: files, byteCount: bytes, memoryCount: count)
    }

    private static func check(_ target: URL, isArchive: Bool) throws {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: target.path, isDirectory: &isFolder)
        if isArchive {
            if isThere && isFolder.boolValue {
                throw SpacesError(.unwritable, "it is a folder", input: target.path, remedy: "choose another name")
            }
        } else if isThere {
            let isEmpty = isFolder.boolValue && (try? FileManager.default.contentsOfDirectory(atPath: target.path))?.isEmpty == true
            if !isEmpty { throw SpacesError(.unwritable, "it exists already", input: target.path, remedy: "choose a new folder") }
        }
        let parent = target.deletingLastPathComponent().path
        guard FileManager.default.isWritableFile(atPath: parent) else {
            throw SpacesError(
                .unwritable, "its folder \(parent) doesn't exist or can't be written", input: target.path,
                remedy: "create the folder first")
        }
    }

    private static func measure(_ folder: URL) -> (files: Int, bytes: Int64) {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let attributes = paths.compactMap {
            try? FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent($0).path)
        }
        let files = attributes.filter { $0[.type] as? FileAttributeType == .typeRegular }
        return (files.count, files.reduce(0) { $0 + ($1[.size] as? Int64 ?? 0) })
    }
}
