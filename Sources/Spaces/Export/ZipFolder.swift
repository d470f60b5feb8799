import CArchive
import Foundation
import Support

/// Packs the files of a folder into a zip archive.
package enum ZipFolder {
    private static let pieceBytes = 1 << 20

    /// Writes `target`, whole or not at all. Files stand in it by their paths in `folder`, in the order of those; links and devices are left
    /// out. Images, audio and video, which are compressed already, are stored.
    /// - Throws: `SpacesError` of kind `unwritable` where it can't be written; `CancellationError`.
    package static func write(_ folder: URL, to target: URL, progress: ProgressReporter) throws {
        let temporary = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString.prefix(8)).partial")
        defer { try? FileManager.default.removeItem(at: temporary) }
        guard let archive = archive_write_new() else {
            throw SpacesError(.unwritable, "there is not enough memory to write it", input: target.path)
        }
        defer { archive_write_free(archive) }
        func check(_ status: Int32) throws {
            if status == ARCHIVE_OK || status == ARCHIVE_WARN { return }
            let reason = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
            throw SpacesError(.unwritable, "couldn't write it: \(reason)", input: target.path)
        }
        try check(archive_write_set_format_zip(archive))
        try check(archive_write_set_options(archive, "zip:compression=deflate"))
        try check(archive_write_open_filename(archive, temporary.path))
        let paths = files(folder)
        for (i, path) in paths.enumerated() {
            try progress.report(Double(i) / Double(max(1, paths.count)), "Packing")
            try add(path, in: folder, archive, check)
        }
        try check(archive_write_close(archive))
        if rename(temporary.path, target.path) != 0 {
            throw SpacesError(.unwritable, "couldn't write it: \(String(cString: strerror(errno)))", input: target.path)
        }
        try progress.report(1, "Packing")
    }

    private static func add(_ path: String, in folder: URL, _ archive: OpaquePointer, _ check: (Int32) throws -> Void) throws {
        let file = try FileHandle(forReadingFrom: folder.appendingPathComponent(path))
        defer { try? file.close() }
        let length = try file.seekToEnd()
        try file.seek(toOffset: 0)
        guard let entry = archive_entry_new() else {
            throw SpacesError(.unwritable, "there is not enough memory to pack it", input: path)
        }
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname_utf8(entry, path)
        archive_entry_set_size(entry, Int64(length))
        // AE_IFREG, a cast that Swift does not import.
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        // The same folder gives the same bytes: 1 January 1980, where zip's time begins.
        archive_entry_set_mtime(entry, 315_532_800, 0)
        let isPacked = ["jpg", "jpeg", "png", "webp", "mp4", "webm", "mp3", "m4a", "ogg"].contains(
            (path as NSString).pathExtension.lowercased())
        try check(isPacked ? archive_write_zip_set_compression_store(archive) : archive_write_zip_set_compression_deflate(archive))
        try check(archive_write_header(archive, entry))
        while let piece = try file.read(upToCount: pieceBytes), !piece.isEmpty {
            let written = piece.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
            if written < 0 { try check(ARCHIVE_FATAL) }
        }
    }

    /// Regular files below a folder, by their paths in it.
    private static func files(_ folder: URL) -> [String] {
        let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return found.filter { path in
            var status = stat()
            return lstat(folder.appendingPathComponent(path).path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }.sorted()
    }
}
