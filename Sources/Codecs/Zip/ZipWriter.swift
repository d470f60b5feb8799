import CZlib
import Foundation
import Support

/// Writes a zip file of stored entries, with 64-bit sizes where they are needed. It stands in its place when `commit` is called.
package final class ZipWriter {
    /// Nil once it is in its place.
    private var file: AtomicFile?
    private var length = 0
    private var directory: [UInt8] = []
    private var count = 0

    package init(_ url: URL) throws(FileError) { file = try AtomicFile(url) }

    /// Adds an entry of less than 4 GiB.
    package func add(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        let offset = length
        let path = Array(name.utf8)
        let isWide = offset >= 0xFFFF_FFFF
        let version = isWide ? 45 : 20
        // Version, names in UTF-8, stored; 1 January 1980.
        var common: [UInt8] = []
        Self.append(&common, (version, 2), (0x0800, 2), (0, 2), (0, 2), (0x21, 2))
        Self.append(
            &common, (Int(crc32(0, bytes, UInt32(bytes.count))), 4), (bytes.count, 4), (bytes.count, 4), (path.count, 2))
        var local: [UInt8] = [0x50, 0x4B, 3, 4] + common
        Self.append(&local, (0, 2))
        try file?.write(local + path)
        try file?.write(bytes)
        length += local.count + path.count + bytes.count
        directory += [0x50, 0x4B, 1, 2, UInt8(version), 0] + common
        Self.append(&directory, (isWide ? 12 : 0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (isWide ? 0xFFFF_FFFF : offset, 4))
        directory += path
        if isWide { Self.append(&directory, (1, 2), (8, 2), (offset, 8)) }
        count += 1
    }

    /// Writes the list of the entries and puts the file into its place.
    package func commit() throws(FileError) {
        let offset = length
        var end: [UInt8] = []
        if count >= 0xFFFF || offset >= 0xFFFF_FFFF || directory.count >= 0xFFFF_FFFF {
            end += [0x50, 0x4B, 6, 6]
            Self.append(&end, (44, 8), (45, 2), (45, 2), (0, 4), (0, 4), (count, 8), (count, 8), (directory.count, 8), (offset, 8))
            end += [0x50, 0x4B, 6, 7]
            Self.append(&end, (0, 4), (offset + directory.count, 8), (1, 4))
        }
        end += [0x50, 0x4B, 5, 6]
        let shown = min(count, 0xFFFF)
        Self.append(
            &end, (0, 4), (shown, 2), (shown, 2), (min(directory.count, 0xFFFF_FFFF), 4), (min(offset, 0xFFFF_FFFF), 4), (0, 2))
        try file?.write(directory)
        try file?.write(end)
        if let whole = file.take() { try whole.commit() }
    }

    private static func append(_ bytes: inout [UInt8], _ numbers: (value: Int, size: Int)...) {
        for (value, size) in numbers { for i in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) } }
    }
}
