import Crypto
import Foundation
import Support

/// An upload that has begun: what is needed to go on with it, also in another process.
public struct UploadState: Sendable, Codable, Equatable {
    /// The service.
    public var address: String
    /// The scan's id.
    public var scan: String
    /// The upload's id.
    public var upload: String
    /// Where the bytes go. It grants the right to upload.
    public var url: String
    /// "tus" and "parts" for uploads that resume; "put" where the whole file is one request to the bucket.
    public var protocolName: String
    /// Milliseconds since 1970.
    public var expiresAt: Int64
    /// The file's size in bytes.
    public var byteCount: Int64
    /// The file's hash as hexadecimal digits.
    public var sha256: String

    /// A scan that was made for a file, of which nothing is sent yet.
    public init(address: String, scan: String) {
        self.address = address
        self.scan = scan
        upload = ""
        url = ""
        protocolName = ""
        expiresAt = 0
        byteCount = 0
        sha256 = ""
    }

    init(_ target: UploadTarget, address: String, scan: String, byteCount: Int64, sha256: String) {
        self.address = address
        self.scan = scan
        upload = target.uploadId
        url = target.uploadUrl.hasPrefix("/") ? address + target.uploadUrl : target.uploadUrl
        protocolName = target.protocolName
        expiresAt = target.expiresAt
        self.byteCount = byteCount
        self.sha256 = sha256
    }

    /// Whether it can go on, with a minute to spare.
    func isValid(_ now: Date = Date()) -> Bool { Double(expiresAt) / 1000 > now.timeIntervalSince1970 + 60 }
}

/// Uploads of one user that have begun, a file each, so that the next command goes on with them.
public struct UploadStore: Sendable {
    /// The folder.
    public let folder: URL

    /// The store in a folder.
    public init(_ folder: URL) { self.folder = folder }

    private func entry(_ address: String, _ file: URL) -> URL {
        let digest = SHA256.hash(data: Data("\(address)\n\(file.standardizedFileURL.path)".utf8))
        return folder.appendingPathComponent(FileDigest.text(digest).prefix(32) + ".json")
    }

    /// The upload of a file to a service that has begun; nil where there is none.
    public func load(_ address: String, _ file: URL) -> UploadState? {
        guard let data = try? Data(contentsOf: entry(address, file)),
            let state = try? JSONDecoder().decode(UploadState.self, from: data), state.address == address
        else { return nil }
        return state
    }

    /// Keeps an upload, readable by its user alone.
    public func save(_ state: UploadState, of file: URL) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var target = try AtomicFile(entry(state.address, file), mode: 0o600)
        try target.write([UInt8](try JSONEncoder().encode(state)))
        try target.commit()
    }

    /// Forgets an upload.
    public func remove(_ address: String, _ file: URL) { try? FileManager.default.removeItem(at: entry(address, file)) }
}
