import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A binary file that is read from its beginning on, little-endian, a piece at a time: however large it is, little of it is in
/// memory.
struct BinaryFile: ~Copyable {
    let url: URL
    private let file: UnsafeMutablePointer<FILE>
    /// Bytes that are not read yet.
    private(set) var remaining: Int

    init(_ url: URL) throws(CaptureError) {
        self.url = url
        guard let file = url.withUnsafeFileSystemRepresentation({ $0.flatMap { fopen($0, "rb") } }) else {
            throw CaptureError(url, "couldn't be opened (\(String(cString: strerror(errno))))")
        }
        var status = stat()
        guard fstat(fileno(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            fclose(file)
            throw CaptureError(url, "this is not a file")
        }
        self.file = file
        remaining = Int(status.st_size)
    }

    deinit { fclose(file) }

    /// The next `count` bytes.
    mutating func read(_ count: Int) throws(CaptureError) -> [UInt8] {
        guard count <= remaining else { throw truncated }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = count == 0 ? 0 : fread(buffer.baseAddress, 1, count, file)
        }
        guard bytes.count == count else { throw truncated }
        remaining -= count
        return bytes
    }

    /// The next number.
    mutating func read<T: BitwiseCopyable & FixedWidthInteger>(_: T.Type) throws(CaptureError) -> T {
        var value = T.zero
        let size = MemoryLayout<T>.size
        guard size <= remaining, withUnsafeMutableBytes(of: &value, { fread($0.baseAddress, 1, size, file) }) == size else {
            throw truncated
        }
        remaining -= size
        return T(littleEndian: value)
    }

    mutating func double() throws(CaptureError) -> Double { Double(bitPattern: try read(UInt64.self)) }

    /// The next `count` doubles; `count` is a small number of the caller's own.
    mutating func doubles(_ count: Int) throws(CaptureError) -> [Double] {
        var values: [Double] = []
        for _ in 0..<count { values.append(try double()) }
        return values
    }

    /// A number of things that follow, of `bytes` bytes or more each.
    /// - Throws: `CaptureError` where the rest of the file can't hold so many.
    mutating func count(of what: String, atLeast bytes: Int) throws(CaptureError) -> Int {
        let count = try read(UInt64.self)
        guard count <= UInt64(remaining / bytes) else {
            throw CaptureError(
                url, "this file can't hold the \(count) \(what) that it declares (damaged or truncated)", remedy: "copy it again")
        }
        return Int(count)
    }

    /// A text that ends with a zero byte, of at most 4096 bytes.
    mutating func text() throws(CaptureError) -> String {
        var bytes: [UInt8] = []
        while true {
            let byte = try read(UInt8.self)
            if byte == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
            if bytes.count > 4096 { throw CaptureError(url, "this file holds a name that does not end (damaged)") }
        }
    }

    /// Goes past `count` bytes.
    mutating func skip(_ count: Int) throws(CaptureError) {
        guard count <= remaining, fseek(file, count, SEEK_CUR) == 0 else { throw truncated }
        remaining -= count
    }

    var truncated: CaptureError { CaptureError(url, "this file ends early (truncated)", remedy: "copy it again") }
}
