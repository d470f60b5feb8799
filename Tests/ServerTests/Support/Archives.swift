import Foundation
import TestSupport

/// Tar files made by hand, so that they can hold what no tool writes.
struct TarBuilder {
    private(set) var bytes: [UInt8] = []

    /// - Parameter type: `0` file, `1` hard link, `2` symbolic link, `3` character device, `5` folder, `6` pipe.
    mutating func add(_ path: String, _ content: [UInt8] = [], type: Character = "0", link: String = "", size: Int? = nil) {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, _ offset: Int) {
            let utf8 = Array(text.utf8)
            header.replaceSubrange(offset..<offset + utf8.count, with: utf8)
        }
        func octal(_ value: Int, _ digits: Int) -> String {
            let text = String(value, radix: 8)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        put(path, 0)
        put(octal(0o644, 7), 100)
        put(octal(0, 7), 108)
        put(octal(0, 7), 116)
        put(octal(size ?? content.count, 11), 124)
        put(octal(0, 11), 136)
        put("        ", 148)
        put(String(type), 156)
        put(link, 157)
        put("ustar", 257)
        put("00", 263)
        put(octal(header.reduce(0) { $0 + Int($1) }, 6), 148)
        header[154] = 0
        header[155] = 32
        bytes += header + content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    }

    /// The archive with its end.
    var archive: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }

    static func archive(_ files: [(String, String)]) -> [UInt8] {
        var builder = TarBuilder()
        for (path, content) in files { builder.add(path, Array(content.utf8)) }
        return builder.archive
    }
}

/// Zip files with stored entries.
enum ZipBuilder {
    static func archive(_ files: [(String, [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        var directory: [UInt8] = []
        for (path, content) in files {
            let name = Array(path.utf8)
            let sizes = word(crc32(content)) + word(UInt32(content.count)) + word(UInt32(content.count))
            // Version 2.0, names in UTF-8, stored, no time.
            let common = half(20) + half(0x0800) + half(0) + half(0) + half(0x21) + sizes + half(UInt16(name.count)) + half(0)
            directory += word(0x0201_4b50) + half(0x0314) + common + half(0) + half(0) + half(0) + word(0o100644 << 16)
            directory += word(UInt32(body.count)) + name
            body += word(0x0403_4b50) + common + name + content
        }
        let count = half(UInt16(files.count))
        return body + directory + word(0x0605_4b50) + half(0) + half(0) + count + count + word(UInt32(directory.count))
            + word(UInt32(body.count)) + half(0)
    }

    private static func half(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
    private static func word(_ value: UInt32) -> [UInt8] { half(UInt16(truncatingIfNeeded: value)) + half(UInt16(value >> 16)) }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }
}

/// `bytes` through the gzip program.
func gzip(_ bytes: [UInt8], in folder: URL) throws -> [UInt8] {
    let file = folder.appendingPathComponent("\(UUID().uuidString)")
    try Data(bytes).write(to: file)
    try RunningProgram(named: "gzip", [file.path]).waitUntilExit()
    let packed = file.appendingPathExtension("gz")
    defer { try? FileManager.default.removeItem(at: packed) }
    return [UInt8](try Data(contentsOf: packed))
}
