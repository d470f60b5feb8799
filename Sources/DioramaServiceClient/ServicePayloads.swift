import Foundation

/// A scan, as `/api/v1/scans` describes it.
public struct RemoteScan: Sendable, Codable, Equatable {
    /// The scan's id.
    public var id: String
    /// What people call it.
    public var name: String
    /// "interior", "object" or "exterior".
    public var mode: String
    /// "pending", "received", "verified" or "refused"; nil where no raw file was asked for.
    public var upload: String?
    /// Why the raw file was refused.
    public var uploadProblem: String?
    /// Milliseconds since 1970.
    public var createdAt: Int64
    /// Milliseconds since 1970.
    public var updatedAt: Int64
}

/// A job, as `/api/v1/jobs` describes it.
public struct RemoteJob: Sendable, Codable, Equatable {
    /// One file of the result.
    public struct File: Sendable, Codable, Equatable {
        /// A file extension.
        public var format: String
        /// The name for people: "model.glb".
        public var name: String
        /// Bytes.
        public var byteCount: Int64
        /// SHA-256 as hexadecimal digits.
        public var sha256: String
    }

    /// The job's id.
    public var id: String
    /// The scan's id.
    public var scanId: String?
    /// "queued", "running", "succeeded", "failed", "cancelled" or "setAside".
    public var status: String
    /// 0…1.
    public var progress: Double
    /// What is being done.
    public var stage: String?
    /// How often it was begun.
    public var attempts: Int
    /// Seconds that remain; nil where that is not known.
    public var estimatedTimeRemaining: Double?
    /// Why it failed.
    public var error: String?
    /// The result; empty before the job succeeded.
    public var files: [File]
    /// What was noticed, a sentence each.
    public var notes: [String]
    /// Square metres of floor.
    public var area: Double?
    /// Milliseconds since 1970.
    public var createdAt: Int64
    /// Milliseconds since 1970.
    public var startedAt: Int64?
    /// Milliseconds since 1970.
    public var finishedAt: Int64?

    /// Whether nothing more changes.
    public var hasEnded: Bool { !["queued", "running"].contains(status) }
}

/// What is made of a scan; nil leaves the choice to the service.
public struct RemoteProcessing: Sendable, Codable, Equatable {
    /// "preview", "standard", "high" or "ultra".
    public var quality: String?
    /// "photogrammetry", "gaussianSplatting".
    public var technologies: [String]?
    /// File extensions.
    public var outputFormats: [String]?
    /// Whether holes are filled.
    public var enableHoleFilling: Bool?
    /// Whether textures are enhanced.
    public var enableTextureEnhancement: Bool?
    /// Settings by the names of `diorama reconstruct --show-settings`.
    public var settings: [String: String]?

    /// The service's defaults.
    public init() {}
}

/// What `process` answers.
public struct RemoteAcceptedJob: Sendable, Codable, Equatable {
    /// The job's id.
    public var jobId: String
    /// Seconds; nil where nothing is known.
    public var estimatedTime: Double?
    /// Seconds; nil where nothing is known.
    public var estimatedTimeError: Double?
    /// How many recorded jobs the estimate is made from.
    public var estimatedFromJobs: Int
}

/// The account of the credentials.
public struct RemoteAccount: Sendable, Codable, Equatable {
    /// The account's id.
    public var id: String
    /// The account's name.
    public var name: String
    /// The tier's name.
    public var tier: String
    /// What the credentials may do.
    public var scopes: [String]
}

struct UploadTarget: Decodable, Sendable {
    let uploadUrl: String
    let expiresAt: Int64
    let uploadId: String
    let protocolName: String
    let maxBytes: Int64

    private enum CodingKeys: String, CodingKey {
        case uploadUrl, expiresAt, uploadId, maxBytes
        case protocolName = "protocol"
    }
}
