import Foundation

/// What an uploaded raw file is, by its first bytes: what the command line reads as one file.
enum UploadedFileType: String, Sendable {
    case zip, tar
    case gzip = "tar.gz"
    case zstandard = "tar.zst"
    case video = "mp4"

    /// How many bytes are needed to tell.
    static let headBytes = 512

    /// Nil for anything else.
    init?(head: Data) {
        let bytes = [UInt8](head.prefix(Self.headBytes))
        func has(_ magic: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + magic.count && Array(bytes[offset..<offset + magic.count]) == magic
        }
        if has([0x50, 0x4B, 0x03, 0x04]) {
            self = .zip
        } else if has([0x1F, 0x8B, 0x08]) {
            self = .gzip
        } else if has([0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstandard
        } else if has(Array("ustar".utf8), at: 257) {
            self = .tar
        } else if has(Array("ftyp".utf8), at: 4) {
            self = .video
        } else {
            return nil
        }
    }

    static let list = "zip, tar, tar.gz, tar.zst or mp4"
}
