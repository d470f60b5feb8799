import CArchive
import Foundation

/// One tar (plain, gzip or Zstandard) or zip file, read entry by entry with libarchive.
final class ArchiveReader {
    private let archive: OpaquePointer
    private let name: String
    private static let blockBytes = 64 * 1024

    enum Kind {
        case file, folder
        /// What is not unpacked, for people: "a symbolic link".
        case other(String)
    }

    struct Entry {
        let path: String
        let kind: Kind
        let isEncrypted: Bool
        fileprivate let handle: OpaquePointer
    }

    init(_ file: URL) throws(SpacesError) {
        name = file.lastPathComponent
        guard let archive = archive_read_new() else {
            throw SpacesError(.unavailable, "there is not enough memory to read it", input: name)
        }
        self.archive = archive
        archive_read_support_filter_gzip(archive)
        archive_read_support_filter_zstd(archive)
        archive_read_support_format_tar(archive)
        archive_read_support_format_zip(archive)
        guard archive_read_open_filename(archive, file.path, Self.blockBytes) == ARCHIVE_OK else {
            throw failure("is neither a tar nor a zip file")
        }
    }

    deinit { archive_read_free(archive) }

    /// Bytes of the archive's file that were read so far.
    var packedBytesRead: Int64 { archive_filter_bytes(archive, -1) }

    /// The next entry, or nil at the end.
    func next() throws(SpacesError) -> Entry? {
        var handle: OpaquePointer?
        let result = archive_read_next_header(archive, &handle)
        if result == ARCHIVE_EOF { return nil }
        // A warning is about something that isn't used here, as a name that has no form in the process's locale.
        guard result == ARCHIVE_OK || result == ARCHIVE_WARN, let handle else {
            throw failure("is damaged, or neither tar nor zip")
        }
        guard let path = Self.path(handle) else {
            throw SpacesError(
                .invalidInput, "the name of an entry can't be read", input: name, remedy: "pack it with UTF-8 names")
        }
        return Entry(path: path, kind: Self.kind(handle), isEncrypted: archive_entry_is_encrypted(handle) != 0, handle: handle)
    }

    /// Reads up to `buffer.count` bytes of the entry that `next` returned; 0 at its end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SpacesError) -> Int {
        while true {
            let count = archive_read_data(archive, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if count != Int(ARCHIVE_RETRY) { throw failure("is damaged") }
        }
    }

    private func failure(_ summary: String) -> SpacesError {
        let detail = archive_error_string(archive).map { String(cString: $0) } ?? ""
        let line = detail.split(whereSeparator: \.isNewline).joined(separator: " ")
        return SpacesError(.invalidInput, line.isEmpty ? "it \(summary)" : "it \(summary) (\(line))", input: name)
    }

    /// The entry's name as UTF-8: as libarchive converts it, or its bytes where they are UTF-8 already.
    private static func path(_ handle: OpaquePointer) -> String? {
        if let text = archive_entry_pathname_utf8(handle) { return String(validatingCString: text) }
        return archive_entry_pathname(handle).flatMap { String(validatingCString: $0) }
    }

    private static func kind(_ handle: OpaquePointer) -> Kind {
        if archive_entry_hardlink(handle) != nil || archive_entry_hardlink_utf8(handle) != nil { return .other("a hard link") }
        // The values of `archive_entry_filetype` are those of `stat`; libarchive's names for them are macros that Swift can't see.
        switch archive_entry_filetype(handle) & 0o170000 {
        case 0o100000: return .file
        case 0o040000: return .folder
        case 0o120000: return .other("a symbolic link")
        case 0o020000, 0o060000: return .other("a device")
        case 0o010000: return .other("a pipe")
        case 0o140000: return .other("a socket")
        default: return .other("neither a file nor a folder")
        }
    }
}
