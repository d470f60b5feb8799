import Foundation
import Hummingbird
import Support

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A request's body on its way to a file: written as it comes, a megabyte in memory at most.
struct UploadFile {
    private static let pieceBytes = 1 << 20

    /// Writes `body` to a new file at `url`.
    /// - Returns: its length in bytes; `progress` is told what has arrived.
    /// - Throws: `Problem` 413 as soon as it is longer than `maximum`, 400 where it is empty or shorter than it promised, 507 where
    ///   the disk is full. The file is removed then.
    static func receive(
        _ body: RequestBody, promised: Int64?, maximum: Int64, at url: URL, progress: UploadProgress
    ) async throws -> Int64 {
        do {
            return try await write(body, promised: promised, maximum: maximum, at: url, progress: progress)
        } catch {
            try? FileManager.default.removeItem(at: url)
            if let error = error as? POSIXError { throw problem(error) }
            throw error
        }
    }

    private static func write(
        _ body: RequestBody, promised: Int64?, maximum: Int64, at url: URL, progress: UploadProgress
    ) async throws -> Int64 {
        let sink = try FileSink(url)
        var total: Int64 = 0
        var piece = ByteBuffer()
        for try await var part in body {
            total += Int64(part.readableBytes)
            progress.add(part.readableBytes)
            guard total <= maximum else { throw tooLarge(maximum) }
            piece.writeBuffer(&part)
            if piece.readableBytes >= pieceBytes {
                try await Blocking.run { [piece] in try sink.write(piece) }
                piece.clear()
            }
        }
        progress.complete()
        // A cancelled task sees the body end early.
        try Task.checkCancellation()
        guard total > 0 else {
            throw Problem(.badRequest, "The upload is empty; send the file's bytes as the body.", code: .uploadEmpty)
        }
        if let promised, promised != total {
            throw Problem(.badRequest, "The connection ended after \(total) of \(promised) bytes; send the file again.")
        }
        try await Blocking.run { [piece] in try sink.write(piece) }
        return total
    }

    static func tooLarge(_ maximum: Int64) -> Problem {
        Problem(.contentTooLarge, "The file is larger than the \(ByteCount.text(maximum)) that this server takes.")
    }

    private static func problem(_ error: POSIXError) -> Problem {
        switch error.code {
        case .ENOSPC, .EDQUOT, .EFBIG: .diskFull
        default: Problem(.internalServerError, "The upload couldn't be stored: \(String(cString: strerror(error.code.rawValue))).")
        }
    }
}

/// A file being written.
private final class FileSink: Sendable {
    private let descriptor: Int32

    init(_ url: URL) throws {
        descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    deinit { close(descriptor) }

    func write(_ buffer: ByteBuffer) throws {
        try buffer.withUnsafeReadableBytes { bytes in
            var done = 0
            while done < bytes.count {
                #if canImport(Glibc)
                    let n = Glibc.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
                #else
                    let n = Darwin.write(descriptor, bytes.baseAddress! + done, bytes.count - done)
                #endif
                if n < 0 {
                    if errno == EINTR { continue }
                    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                }
                done += n
            }
        }
    }
}
