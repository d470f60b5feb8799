import Foundation
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file of an upload to the server itself: written into `incoming/` of the bucket's folder, then moved to its object.
///
/// Only bytes that were flushed to disk and acknowledged in the database count. What a killed server wrote beyond them is cut off
/// by the next one. A lock of the file lets one request write at a time.
public final class IncomingFile: @unchecked Sendable {
    private let descriptor: Int32
    private let file: URL
    private let target: URL

    /// Opens the file of an upload at its acknowledged length.
    /// - Throws: `ServiceError`: `conflict` where another request writes to it now; `unavailable` where the folder can't be
    ///   written.
    public init(_ upload: Upload, in folder: URL) throws(ServiceError) {
        let incoming = folder.appendingPathComponent("incoming", isDirectory: true)
        file = incoming.appendingPathComponent(upload.id)
        target = folder.appendingPathComponent(upload.objectKey)
        _ = mkdir(incoming.path, 0o700)
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failure("open") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw ServiceError(.conflict, "another request uploads this file now; ask for its offset and continue from there")
        }
        if ftruncate(descriptor, off_t(upload.received)) != 0 {
            close(descriptor)
            throw Self.failure("cut")
        }
    }

    deinit { close(descriptor) }

    /// Writes bytes at an offset.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(ServiceError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(offset) + off_t(done))
            if count < 0 {
                if errno == EINTR { continue }
                throw Self.failure("write")
            }
            done += count
        }
    }

    /// Makes what was written durable.
    public func flush() throws(ServiceError) { if fsync(descriptor) != 0 { throw Self.failure("flush") } }

    /// The first bytes, for the check of the type.
    func head() -> Data {
        var bytes = [UInt8](repeating: 0, count: UploadedFileType.headBytes)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Data(bytes.prefix(max(0, count)))
    }

    /// Refuses a complete file that is none of the known types, before it becomes an object.
    public func checkType() throws(ServiceError) {
        guard UploadedFileType(head: head()) != nil else {
            throw ServiceError(.notPossible, "the file is none of \(UploadedFileType.list)")
        }
    }

    /// Moves the complete file to its object.
    public func place() throws(ServiceError) {
        try flush()
        do {
            try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            throw ServiceError(.unavailable, "the bucket's folder can't be written")
        }
        // After a crash between the move and its acknowledgement the object is there already.
        if rename(file.path, target.path) != 0 { throw Self.failure("move") }
        AtomicFile.syncFolder(target.deletingLastPathComponent())
    }

    private static func failure(_ action: String) -> ServiceError {
        let code = errno
        let reason = code == ENOSPC || code == EDQUOT ? "the disk is full" : String(cString: strerror(code))
        return ServiceError(.unavailable, "couldn't \(action) the upload's file: \(reason)", retryAfter: 30)
    }
}
