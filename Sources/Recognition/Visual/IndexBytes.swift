import Foundation
import Support

/// The envelope of the index's files: four letters, a version, the length and a checksum of the content, then the content.
///
/// All numbers are little-endian.
enum IndexEnvelope {
    static let headerLength = 4 + 4 + 8 + 8

    /// The bytes of a file with this content.
    static func seal(_ content: [UInt8], letters: String, version: UInt32) -> [UInt8] {
        var bytes = IndexWriter()
        bytes.bytes.reserveCapacity(headerLength + content.count)
        bytes.bytes += Array(letters.utf8)
        bytes.put(version)
        bytes.put(UInt64(content.count))
        bytes.put(checksum(content[...]))
        bytes.bytes += content
        return bytes.bytes
    }

    /// Whether an earlier version wrote a file of this kind.
    static func isEarlier(_ bytes: [UInt8], letters: String, than version: UInt32) -> Bool {
        guard bytes.count >= headerLength, Array(bytes.prefix(4)) == Array(letters.utf8) else { return false }
        var reader = IndexReader(bytes[4...])
        return (1..<version).contains(reader.number() ?? 0)
    }

    /// The content of a file.
    /// - Throws: `RecognitionError` where it is damaged or of a later version.
    static func open(_ bytes: [UInt8], letters: String, version: UInt32, file: URL) throws(RecognitionError) -> ArraySlice<UInt8> {
        func damaged(_ what: String) -> RecognitionError {
            RecognitionError(.damagedIndex, input: file.path, problem: "is damaged (\(what))", remedy: "rebuild the visual index")
        }
        guard bytes.count >= headerLength, Array(bytes.prefix(4)) == Array(letters.utf8) else { throw damaged("no valid header") }
        var reader = IndexReader(bytes[4...])
        let found: UInt32 = reader.number() ?? 0
        guard found <= version else {
            throw RecognitionError(
                .laterVersion, input: file.path, problem: "was written by a later version (\(found), this one reads \(version))",
                remedy: "update Diorama, or rebuild the visual index")
        }
        guard found == version else { throw damaged("version \(found)") }
        let length: UInt64 = reader.number() ?? 0
        let sum: UInt64 = reader.number() ?? 0
        let content = bytes[headerLength...]
        guard UInt64(content.count) == length else { throw damaged("\(content.count) of \(length) bytes") }
        guard checksum(content) == sum else { throw damaged("the checksum is wrong") }
        return content
    }

    /// A checksum of 64 bits. Each step is a bijection of the state, so that a change in one word always changes the result.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { raw in
            var state = UInt64(raw.count) &* 0x9E37_79B9_7F4A_7C15
            var i = 0
            while i + 8 <= raw.count {
                state =
                    (state ^ UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: i, as: UInt64.self))) &* 0xD6E8_FEB8_6659_FD93
                state ^= state >> 32
                i += 8
            }
            while i < raw.count {
                state = (state ^ UInt64(raw[i])) &* 0xD6E8_FEB8_6659_FD93
                state ^= state >> 32
                i += 1
            }
            return state
        }
    }

    /// Writes a file that is there whole or not at all, without waiting for the disk.
    static func write(_ bytes: [UInt8], to file: URL) throws(RecognitionError) {
        func failure() -> RecognitionError { RecognitionError(FileError(file, writing: errno)) }
        let temporary = file.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).partial")
        guard let stream = temporary.withUnsafeFileSystemRepresentation({ $0.flatMap { fopen($0, "wb") } }) else { throw failure() }
        let written = fwrite(bytes, 1, bytes.count, stream)
        let isComplete = fclose(stream) == 0 && written == bytes.count
        guard isComplete, rename(temporary.path, file.path) == 0 else {
            let error = failure()
            unlink(temporary.path)
            throw error
        }
    }

    /// The bytes of a file of at most `limit` bytes; nil where there is none.
    static func read(_ file: URL, limit: Int) throws(RecognitionError) -> [UInt8]? {
        guard let stream = file.withUnsafeFileSystemRepresentation({ $0.flatMap { fopen($0, "rb") } }) else {
            if errno == ENOENT { return nil }
            throw RecognitionError(
                .file, input: file.path, problem: "couldn't be opened (\(String(cString: strerror(errno))))")
        }
        defer { fclose(stream) }
        var status = stat()
        guard fstat(fileno(stream), &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            throw RecognitionError(
                .damagedIndex, input: file.path, problem: "is not a file of at most \(limit >> 20) MiB",
                remedy: "rebuild the visual index")
        }
        let size = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = size == 0 ? 0 : fread(buffer.baseAddress, 1, size, stream)
        }
    }
}

/// Appends little-endian numbers.
struct IndexWriter {
    var bytes: [UInt8] = []

    mutating func put<T: FixedWidthInteger>(_ number: T) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

    mutating func put(_ number: Float) { put(number.bitPattern) }

    /// A text of at most 255 bytes, after its length.
    mutating func put(_ text: String) {
        let utf8 = Array(text.utf8.prefix(255))
        bytes.append(UInt8(utf8.count))
        bytes += utf8
    }
}

/// Reads little-endian numbers; nil at the end.
struct IndexReader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        place = bytes.startIndex
    }

    /// Bytes that remain.
    var remaining: Int { bytes.endIndex - place }

    mutating func number<T: FixedWidthInteger>() -> T? {
        let size = MemoryLayout<T>.size
        guard remaining >= size else { return nil }
        defer { place += size }
        let offset = place - bytes.startIndex
        return bytes.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: T.self)) }
    }

    mutating func float() -> Float? { number().map { (bits: UInt32) in Float(bitPattern: bits) } }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, remaining >= count else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }

    mutating func text() -> String? {
        guard let length: UInt8 = number(), let utf8 = take(Int(length)) else { return nil }
        return String(decoding: utf8, as: UTF8.self)
    }
}
