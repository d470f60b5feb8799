import Dispatch
import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Immutable bytes with random access: a file, or a file as ciphertext.
public protocol ByteSource: Sendable {
    /// The name in error messages.
    var name: String { get }
    /// Size in bytes.
    var byteCount: Int64 { get }

    /// The bytes in `range`, which lies within the source.
    func read(_ range: Range<Int64>) async throws(SyncError) -> Data
}

/// Bytes in memory.
public struct DataSource: ByteSource {
    /// The name in error messages.
    public let name: String
    private let data: Data

    /// A source that holds `data`.
    public init(_ data: Data, name: String = "data") {
        self.data = Data(data)
        self.name = name
    }

    /// Size in bytes.
    public var byteCount: Int64 { Int64(data.count) }

    /// The bytes in `range`.
    /// - Throws: `failed` where `range` is out of bounds.
    public func read(_ range: Range<Int64>) async throws(SyncError) -> Data {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else {
            throw SyncError(.failed, "couldn't read \(name): it has no bytes \(range)")
        }
        return data.subdata(in: Int(range.lowerBound)..<Int(range.upperBound))
    }
}

/// The bytes of a file, which stays open: replacing the file has no effect, changing it is detected by its length only.
public final class FileSource: ByteSource {
    /// The file's path.
    public let name: String
    /// Size in bytes when the file was opened.
    public let byteCount: Int64
    private let descriptor: Int32

    /// Opens the file.
    /// - Throws: `notFound`, `noPermission`; `invalidValue` where it is not a regular file.
    public init(_ file: URL) throws(SyncError) {
        name = file.path
        // Not blocking, so that a named pipe is refused and not waited for.
        descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { throw SyncError(system: errno, could: "read \(file.path)") }
        var status = stat()
        if fstat(descriptor, &status) != 0 {
            let code = errno
            close(descriptor)
            throw SyncError(system: code, could: "read \(file.path)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SyncError(.invalidValue, "couldn't read \(file.path): it is not a file")
        }
        byteCount = Int64(status.st_size)
    }

    deinit { close(descriptor) }

    /// The bytes in `range`.
    /// - Throws: `damaged` where the file was truncated since it was opened.
    public func read(_ range: Range<Int64>) async throws(SyncError) -> Data {
        try await Blocking.call { () throws(SyncError) in try self.readNow(range) }
    }

    private func readNow(_ range: Range<Int64>) throws(SyncError) -> Data {
        let data = try Descriptor.read(descriptor, range, name: name)
        if data.count < range.count { throw SyncError(.damaged, "couldn't read \(name): it was truncated while it was read") }
        return data
    }
}

/// Positioned reads and writes of an open file.
enum Descriptor {
    /// The bytes in `range`; fewer where the file ends.
    static func read(_ descriptor: Int32, _ range: Range<Int64>, name: String) throws(SyncError) -> Data {
        guard range.lowerBound >= 0 else { throw SyncError(.failed, "couldn't read \(name): it has no bytes \(range)") }
        var data = Data(count: range.count)
        var done = 0
        while done < range.count {
            let count = data.withUnsafeMutableBytes { raw in
                pread(descriptor, raw.baseAddress! + done, raw.count - done, off_t(range.lowerBound) + off_t(done))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw SyncError(system: errno, could: "read \(name)")
            }
            if count == 0 { break }
            done += count
        }
        return done == data.count ? data : Data(data.prefix(done))
    }

    /// Writes all of `data` at `offset`.
    static func write(_ descriptor: Int32, _ data: Data, at offset: Int64, name: String) throws(SyncError) {
        var done = 0
        while done < data.count {
            let count = data.withUnsafeBytes { raw in
                pwrite(descriptor, raw.baseAddress! + done, raw.count - done, off_t(offset) + off_t(done))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw SyncError(system: errno, could: "write \(name)")
            }
            done += count
        }
    }
}

extension Blocking {
    /// `run`, with this module's error.
    static func call<R: Sendable>(_ body: @escaping @Sendable () throws(SyncError) -> R) async throws(SyncError) -> R {
        let result: Result<R, SyncError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}

extension SyncError {
    /// What a system call's `errno` means.
    init(system code: Int32, could action: String) {
        let (kind, reason): (Kind, String) =
            switch code {
            case ENOENT: (.notFound, "it does not exist")
            case EACCES, EPERM, EROFS: (.noPermission, "no permission")
            case ENOSPC, EDQUOT: (.full, "the disk is full; free some space and try again")
            case ELOOP, ENOTDIR: (.refused, "a symbolic link or a file is where a folder should be")
            case EIO, ESTALE, ETIMEDOUT, EHOSTDOWN, ENOTCONN, EBUSY, EMFILE, ENFILE: (.unavailable, String(cString: strerror(code)))
            default: (.failed, String(cString: strerror(code)))
            }
        self.init(kind, "couldn't \(action): \(reason)")
    }

    static let cancelled = SyncError(.cancelled, "cancelled")
}

extension ProgressReporter {
    /// `report`, with this module's error.
    package func advance(_ fraction: Double, _ stage: String) throws(SyncError) {
        do { try report(fraction, stage) } catch { throw .cancelled }
    }
}
