import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// The checksum of one request's bytes: tus 1.0, extension "checksum". Bytes with another one are not kept.
final class UploadChecksum: Sendable {
    /// The algorithm that is known here.
    static let algorithm = "sha256"

    private let expected: Data
    private let hash = Mutex(SHA256())

    /// Nil where the request has none.
    /// - Throws: `Problem` 400 where the field names another algorithm, or has no digest of its length.
    init?(_ request: Request) throws {
        guard let field = request.headers[HTTPField.Name("Upload-Checksum")!] else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0] == Self.algorithm, let digest = Data(base64Encoded: String(parts[1])),
            digest.count == SHA256.byteCount
        else {
            throw Problem(.badRequest, "Upload-Checksum must be \(Self.algorithm) and the digest of the request's bytes in base64.")
        }
        expected = digest
    }

    func add(_ bytes: UnsafeRawBufferPointer) { hash.withLock { $0.update(bufferPointer: bytes) } }

    /// - Throws: `Problem` 460, the status of the protocol, where the bytes are not those of the digest.
    func check() throws {
        guard hash.withLock({ $0 }).finalize() == expected else {
            throw Problem(
                HTTPResponse.Status(code: 460, reasonPhrase: "Checksum Mismatch"),
                "The bytes don't have the checksum that was sent with them; send them again from the same offset.")
        }
    }
}
