import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import Support

extension ServiceClient {
    /// The bytes of one request of an upload that resumes.
    static let pieceBytes = 8 << 20

    /// Uploads the raw file of a scan, and goes on after failures where it was.
    ///
    /// An upload to the server itself (tus) goes on at the last acknowledged byte; one to a bucket with the parts that are missing.
    /// Small files go to a bucket by one request, which is sent again as a whole.
    /// - Parameters:
    ///   - file: an archive of a capture, or a video.
    ///   - scan: the scan's id.
    ///   - earlier: an upload of this file to this scan that was interrupted; nil begins one.
    ///   - save: receives what is needed to go on after this process ends, before the first byte is sent.
    /// - Returns: the upload.
    /// - Throws: `ServiceClientError`, `CancellationError`.
    @discardableResult
    public func upload(
        _ file: URL, to scan: String, resuming earlier: UploadState? = nil,
        save: @Sendable (UploadState) throws -> Void = { _ in }, progress: ProgressReporter = .silent
    ) async throws -> UploadState {
        let values = try? file.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey])
        guard let values, values.isRegularFile == true, let size = values.fileSize, size > 0 else {
            throw ServiceClientError(
                .invalidInput, "\(file.path) is no file with bytes in it; pack a folder first: tar -cf scan.tar FOLDER")
        }
        let sha256 = try await Blocking.run { try FileDigest.sha256(file, progress: progress.part(0...0.1)) }
        try Task.checkCancellation()
        let rest = progress.part(0.1...1)
        if let earlier, earlier.scan == scan, earlier.address == address, earlier.sha256 == sha256,
            earlier.byteCount == Int64(size), earlier.isValid(), try await send(file, earlier, progress: rest)
        {
            return earlier
        }
        let target = try await uploadTarget(scan, sha256: sha256, byteCount: Int64(size))
        guard Int64(size) <= target.maxBytes else {
            throw ServiceClientError(.refused, "\(file.path) is larger than the \(target.maxBytes) bytes that the tier includes")
        }
        let state = UploadState(target, address: address, scan: scan, byteCount: Int64(size), sha256: sha256)
        try save(state)
        guard try await send(file, state, progress: rest) else {
            throw ServiceClientError(.failed, "\(address) doesn't know the address that it gave for the upload; try again")
        }
        return state
    }

    /// - Returns: false where the address is no longer valid.
    private nonisolated func send(_ file: URL, _ state: UploadState, progress: ProgressReporter) async throws -> Bool {
        switch state.protocolName {
        case "tus": try await sendPieces(file, state, progress: progress)
        case "put": try await sendWhole(file, state, progress: progress)
        case "parts": try await sendParts(file, state, progress: progress)
        default:
            throw ServiceClientError(
                .failed, "\(address) wants uploads by '\(state.protocolName)', which this version can't do")
        }
    }

    // MARK: tus 1.0

    private nonisolated func sendPieces(_ file: URL, _ state: UploadState, progress: ProgressReporter) async throws -> Bool {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        var failures = 0
        var offset: Int64?
        while true {
            try Task.checkCancellation()
            do {
                guard let from = try await self.offset(of: state, known: offset) else { return false }
                if from == state.byteCount { return true }
                try progress.report(Double(from) / Double(state.byteCount), "Uploading")
                try handle.seek(toOffset: UInt64(from))
                guard let piece = try handle.read(upToCount: Self.pieceBytes), !piece.isEmpty else {
                    throw ServiceClientError(.failed, "\(file.path) became shorter while it was uploaded")
                }
                offset = try await append(piece, at: from, state)
                failures = 0
            } catch let error as ServiceClientError where error.kind != .unavailable {
                throw error
            } catch {
                let failure = try (error as? ServiceClientError) ?? Self.failure(error, address: address)
                failures += 1
                guard failures < RetryDelay.maxAttempts else { throw failure }
                // The service says how far it is.
                offset = nil
                try await RetryDelay.wait(attempt: failures)
            }
        }
    }

    /// How many bytes are stored safely; nil where the upload is no longer known.
    private nonisolated func offset(of state: UploadState, known: Int64?) async throws -> Int64? {
        if let known { return known }
        var request = HTTPClientRequest(url: state.url)
        request.method = .HEAD
        request.headers.add(name: "tus-resumable", value: "1.0.0")
        let response = try await http.execute(request, timeout: .seconds(30))
        let status = Int(response.status.code)
        if status == 404 || status == 410 { return nil }
        guard status == 200, let offset = response.headers.first(name: "upload-offset").flatMap({ Int64($0) }),
            (0...state.byteCount).contains(offset)
        else { throw refusal(status, Data()) }
        return offset
    }

    /// - Returns: the offset behind the piece.
    private nonisolated func append(_ piece: Data, at offset: Int64, _ state: UploadState) async throws -> Int64 {
        var request = HTTPClientRequest(url: state.url)
        request.method = .PATCH
        request.headers.add(name: "tus-resumable", value: "1.0.0")
        request.headers.add(name: "content-type", value: "application/offset+octet-stream")
        request.headers.add(name: "upload-offset", value: "\(offset)")
        if offset == 0 { request.headers.add(name: "upload-length", value: "\(state.byteCount)") }
        request.headers.add(
            name: "upload-checksum", value: "sha256 \(Data(SHA256.hash(data: piece)).base64EncodedString())")
        request.body = .bytes(ByteBuffer(bytes: piece))
        // Enough time for 20 kB/s.
        let response = try await http.execute(request, timeout: .seconds(120 + Int64(piece.count / 20_000)))
        let data = Data(try await response.body.collect(upTo: Self.maxAnswerBytes).readableBytesView)
        let status = Int(response.status.code)
        // Another offset, or bytes that changed on their way: the service is asked again.
        if status == 409 || status == 460 {
            throw ServiceClientError(.unavailable, "\(address) has another part of the file", status: status)
        }
        guard status == 204 else { throw refusal(status, data) }
        return response.headers.first(name: "upload-offset").flatMap { Int64($0) } ?? offset + Int64(piece.count)
    }

    // MARK: A presigned address of a bucket

    private nonisolated func sendWhole(_ file: URL, _ state: UploadState, progress: ProgressReporter) async throws -> Bool {
        var attempt = 1
        while true {
            try Task.checkCancellation()
            var failure: ServiceClientError
            do {
                var request = HTTPClientRequest(url: state.url)
                request.method = .PUT
                request.body = .stream(
                    FilePieces(file: file, byteCount: state.byteCount, progress: progress), length: .known(state.byteCount))
                let response = try await http.execute(request, timeout: .seconds(300 + state.byteCount / 20_000))
                let status = Int(response.status.code)
                if (200..<300).contains(status) { return true }
                if status == 403 || status == 404 { return false }
                failure = ServiceClientError(
                    status >= 500 ? .unavailable : .refused, "the bucket answers the upload with status \(status)", status: status)
                guard failure.kind == .unavailable else { throw failure }
            } catch let error as ServiceClientError {
                throw error
            } catch {
                failure = try Self.failure(error, address: "the bucket")
            }
            guard attempt < RetryDelay.maxAttempts else { throw failure }
            try await RetryDelay.wait(attempt: attempt)
            attempt += 1
        }
    }
}

/// A file's bytes, a megabyte at a time.
private struct FilePieces: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let file: URL
    let byteCount: Int64
    let progress: ProgressReporter

    func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }

    struct Iterator: AsyncIteratorProtocol {
        let pieces: FilePieces
        var handle: FileHandle?
        var sent: Int64 = 0

        init(pieces: FilePieces) { self.pieces = pieces }

        mutating func next() async throws -> ByteBuffer? {
            if handle == nil { handle = try FileHandle(forReadingFrom: pieces.file) }
            try pieces.progress.report(Double(sent) / Double(pieces.byteCount), "Uploading")
            guard sent < pieces.byteCount, let data = try handle?.read(upToCount: 1 << 20), !data.isEmpty else {
                try handle?.close()
                return nil
            }
            sent += Int64(data.count)
            return ByteBuffer(bytes: data)
        }
    }
}
