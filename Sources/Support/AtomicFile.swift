import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is written atomically: a temporary file beside the target, fsync, rename.
public struct AtomicFile: ~Copyable {
    private let target: URL
    private let temporary: URL
    private var descriptor: Int32
    private var buffer: [UInt8] = []
    private var offset: Int64 = 0
    private static let chunk = 1 << 20

    /// Begins a file that will be at `target`; its folder has to exist. An earlier file stays until `commit`.
    /// - Parameter mode: permissions, reduced by the process's mask.
    public init(_ target: URL, mode: mode_t = 0o644) throws(FileError) {
        self.target = target
        let name = ".\(target.lastPathComponent).\(UUID().uuidString.prefix(8)).partial"
        temporary = target.deletingLastPathComponent().appendingPathComponent(name)
        descriptor = temporary.withUnsafeFileSystemRepresentation { open($0!, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
        if descriptor < 0 { throw FileError(target, writing: errno) }
        buffer.reserveCapacity(Self.chunk)
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
            try? FileManager.default.removeItem(at: temporary)
        }
    }

    /// Bytes written so far.
    public var count: Int64 { offset + Int64(buffer.count) }

    /// Appends raw bytes.
    public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        if buffer.count + bytes.count > Self.chunk {
            try flush()
            if bytes.count >= Self.chunk {
                try put(bytes)
                return
            }
        }
        buffer.append(contentsOf: bytes)
    }

    /// Appends bytes.
    public mutating func write(_ bytes: [UInt8]) throws(FileError) {
        let failure = bytes.withUnsafeBytes { raw in attempt { (file) throws(FileError) in try file.write(raw) } }
        if let failure { throw failure }
    }

    /// Appends a text as UTF-8.
    public mutating func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

    /// Replaces bytes that were written before, at `place`: what is known only at the end.
    public mutating func overwrite(_ bytes: [UInt8], at place: Int64) throws(FileError) {
        precondition(place >= 0 && place + Int64(bytes.count) <= count)
        try flush()
        var done = 0
        while done < bytes.count {
            let n = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(place) + off_t(done))
            }
            if n < 0 {
                if errno == EINTR { continue }
                throw FileError(target, writing: errno)
            }
            done += n
        }
    }

    /// Makes the file durable and renames it to the target.
    public consuming func commit() throws(FileError) {
        try flush()
        if fsync(descriptor) != 0 { throw FileError(target, writing: errno) }
        let result = close(descriptor)
        descriptor = -1
        if result != 0 {
            let code = errno
            try? FileManager.default.removeItem(at: temporary)
            throw FileError(target, writing: code)
        }
        if rename(temporary.path, target.path) != 0 {
            let code = errno
            try? FileManager.default.removeItem(at: temporary)
            throw FileError(target, writing: code)
        }
        Self.syncFolder(target.deletingLastPathComponent())
    }

    /// Makes a folder's names durable; file systems that cannot are left as they are.
    public static func syncFolder(_ folder: URL) {
        let d = open(folder.path, O_RDONLY | O_CLOEXEC)
        if d >= 0 {
            fsync(d)
            close(d)
        }
    }

    /// Writes `bytes` to `target`, atomically.
    public static func write(_ bytes: [UInt8], to target: URL) throws(FileError) {
        var file = try AtomicFile(target)
        try file.write(bytes)
        try file.commit()
    }

    private mutating func flush() throws(FileError) {
        let pending = buffer
        buffer.removeAll(keepingCapacity: true)
        let failure = pending.withUnsafeBytes { raw in attempt { (file) throws(FileError) in try file.put(raw) } }
        if let failure { throw failure }
    }

    /// Runs `body` and hands its error back, for closures whose callers do not carry typed errors.
    private mutating func attempt(_ body: (inout AtomicFile) throws(FileError) -> Void) -> FileError? {
        do throws(FileError) {
            try body(&self)
            return nil
        } catch {
            return error
        }
    }

    private mutating func put(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var done = 0
        while done < bytes.count {
            #if canImport(Glibc)
                let n = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
            #else
                let n = Darwin.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
            #endif
            if n < 0 {
                if errno == EINTR { continue }
                throw FileError(target, writing: errno)
            }
            done += n
        }
        offset += Int64(done)
    }
}

/// A file that could not be written: path, reason and remedy in one line.
public struct FileError: Error, Sendable, CustomStringConvertible {
    /// The path of the file.
    public let path: String
    /// What went wrong and what to do, without the path.
    public let reason: String
    /// The POSIX error number.
    public let code: Int32

    /// The error of a failed write.
    /// - Parameters:
    ///   - url: the file that was written.
    ///   - code: the POSIX error number (`errno`).
    public init(_ url: URL, writing code: Int32) {
        path = url.path
        self.code = code
        switch code {
        case ENOSPC, EDQUOT: reason = "the disk is full; free some space and try again"
        case EACCES, EPERM, EROFS: reason = "no permission to write there; choose another folder"
        case ENOENT: reason = "its folder does not exist; create it first"
        default: reason = String(cString: strerror(code))
        }
    }

    public var description: String { "couldn't write \(path): \(reason)" }
}
