import CArchive
import Foundation
import Support

/// Packs the files of a folder into a zip archive, with libarchive.
package enum ZipFolder {
    private static let pieceBytes = 1 << 20

    /// Extensions of files that are compressed already.
    private static let storedExtensions: Set = ["jpg", "jpeg", "png", "webp", "mp4", "webm", "mp3", "m4a", "ogg"]

    /// Writes `target`, atomically. Files are in it by their paths in `folder`, in the order of those; links and devices are left
    /// out. Images, audio and video, which are compressed already, are stored. The same files give the same bytes.
    /// - Throws: `FormatError` where it can't be written; `CancellationError`.
    package static func write(_ folder: URL, to target: URL, progress: ProgressReporter) throws {
        let temporary = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString.prefix(8)).partial")
        defer { try? FileManager.default.removeItem(at: temporary) }
        let archive = try Archive(temporary, for: target)
        let paths = files(folder)
        for (i, path) in paths.enumerated() {
            try progress.report(Double(i) / Double(max(1, paths.count)), "Packing")
            try archive.add(path, in: folder)
        }
        try archive.close()
        if rename(temporary.path, target.path) != 0 {
            throw FormatError(.unwritable, String(cString: strerror(errno)), path: target.path)
        }
        try progress.report(1, "Packing")
    }

    /// Regular files below a folder, by their paths in it.
    private static func files(_ folder: URL) -> [String] {
        let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return found.filter { path in
            var status = stat()
            return lstat(folder.appendingPathComponent(path).path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }.sorted()
    }

    /// libarchive's writer of one archive.
    private final class Archive {
        private let archive: OpaquePointer
        private let target: URL

        init(_ file: URL, for target: URL) throws(FormatError) {
            guard let archive = archive_write_new() else {
                throw FormatError(.unwritable, "out of memory", path: target.path)
            }
            self.archive = archive
            self.target = target
            try check(archive_write_set_format_zip(archive))
            try check(archive_write_set_options(archive, "zip:compression=deflate"))
            try check(archive_write_open_filename(archive, file.path))
        }

        deinit { archive_write_free(archive) }

        func add(_ path: String, in folder: URL) throws {
            let file = try FileHandle(forReadingFrom: folder.appendingPathComponent(path))
            defer { try? file.close() }
            let length = try file.seekToEnd()
            try file.seek(toOffset: 0)
            guard let entry = archive_entry_new() else { throw FormatError(.unwritable, "out of memory", path: target.path) }
            defer { archive_entry_free(entry) }
            archive_entry_set_pathname_utf8(entry, path)
            archive_entry_set_size(entry, Int64(length))
            // AE_IFREG, a cast that Swift does not import.
            archive_entry_set_filetype(entry, 0o100000)
            archive_entry_set_perm(entry, 0o644)
            // 1 January 1980, where zip's time begins.
            archive_entry_set_mtime(entry, 315_532_800, 0)
            let isStored = storedExtensions.contains((path as NSString).pathExtension.lowercased())
            try check(
                isStored ? archive_write_zip_set_compression_store(archive) : archive_write_zip_set_compression_deflate(archive))
            try check(archive_write_header(archive, entry))
            while let piece = try file.read(upToCount: pieceBytes), !piece.isEmpty {
                let written = piece.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
                if written < 0 { try check(ARCHIVE_FATAL) }
            }
        }

        func close() throws(FormatError) { try check(archive_write_close(archive)) }

        private func check(_ status: Int32) throws(FormatError) {
            if status == ARCHIVE_OK || status == ARCHIVE_WARN { return }
            let reason = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
            throw FormatError(.unwritable, reason, path: target.path)
        }
    }
}
