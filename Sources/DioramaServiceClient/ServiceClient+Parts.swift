import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import Support

extension ServiceClient {
    private struct Missing: Decodable, Sendable {
        struct Part: Decodable, Sendable {
            let number: Int
            let offset: Int64
            let byteCount: Int64
            let uploadUrl: String
        }

        let parts: [Part]
        let missing: Int
        let receivedBytes: Int64
    }

    /// The largest part that is read into memory.
    private static let maxPartBytes: Int64 = 1 << 30

    /// Sends the parts that a bucket lacks to their presigned addresses, then has the file made of them.
    /// - Returns: false where the address is no longer valid.
    nonisolated func sendParts(_ file: URL, _ state: UploadState, progress: ProgressReporter) async throws -> Bool {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        var failures = 0
        while true {
            try Task.checkCancellation()
            do {
                guard let missing = try await missingParts(state) else { return false }
                if missing.missing == 0 { break }
                var sent = missing.receivedBytes
                for part in missing.parts {
                    try progress.report(Double(sent) / Double(state.byteCount), "Uploading")
                    try await send(part, of: handle, file)
                    sent += part.byteCount
                    failures = 0
                }
            } catch let error as ServiceClientError where error.kind != .unavailable {
                throw error
            } catch {
                let failure = try (error as? ServiceClientError) ?? Self.failure(error, address: address)
                failures += 1
                guard failures < RetryDelay.maxAttempts else { throw failure }
                try await RetryDelay.wait(attempt: failures)
            }
        }
        var request = ServiceRequest("POST", Self.partsPath(state, address), body: Data("{}".utf8), isSigned: false)
        // Done again, it changes nothing.
        request.idempotencyKey = state.upload
        _ = try await send(request)
        return true
    }

    private nonisolated static func partsPath(_ state: UploadState, _ address: String) -> String {
        "\(state.url.dropFirst("\(address)/api/v1".count))/parts"
    }

    private nonisolated func missingParts(_ state: UploadState) async throws -> Missing? {
        do {
            let data = try await send(ServiceRequest("GET", Self.partsPath(state, address), isSigned: false))
            return try JSONDecoder().decode(Missing.self, from: data)
        } catch let error as ServiceClientError where error.status == 404 {
            return nil
        }
    }

    private nonisolated func send(_ part: Missing.Part, of handle: FileHandle, _ file: URL) async throws {
        guard (1...Self.maxPartBytes).contains(part.byteCount), part.offset >= 0 else {
            throw ServiceClientError(.failed, "\(address) wants parts of \(part.byteCount) bytes")
        }
        try handle.seek(toOffset: UInt64(part.offset))
        guard let data = try handle.read(upToCount: Int(part.byteCount)), data.count == part.byteCount else {
            throw ServiceClientError(.failed, "\(file.path) became shorter while it was uploaded")
        }
        var request = HTTPClientRequest(url: part.uploadUrl)
        request.method = .PUT
        request.body = .bytes(ByteBuffer(bytes: data))
        let response = try await http.execute(request, timeout: .seconds(120 + part.byteCount / 20_000))
        let status = Int(response.status.code)
        guard (200..<300).contains(status) else {
            // An address that has expired is replaced by the next question.
            let isTemporary = status >= 500 || status == 403 || RetryDelay.isTemporary(status)
            throw ServiceClientError(
                isTemporary ? .unavailable : .refused, "the bucket answers part \(part.number) with status \(status)",
                status: status)
        }
        // S3's tag of a part is its MD5, where the bucket doesn't encrypt with keys of its own.
        let tag = response.headers.first(name: "etag")?.trimmingCharacters(in: ["\""]) ?? ""
        let digest = Insecure.MD5.hash(data: data).map { String(format: "%02x", $0) }.joined()
        if tag.utf8.count == 32, tag.allSatisfy(\.isHexDigit), tag.lowercased() != digest {
            throw ServiceClientError(.unavailable, "part \(part.number) changed on its way")
        }
    }
}
