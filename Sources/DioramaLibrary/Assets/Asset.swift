import Foundation

/// What an asset is to its space.
public enum AssetKind: String, Sendable, Codable, CaseIterable {
    /// The reconstructed or imported surface.
    case mesh
    /// The reconstructed or imported points.
    case cloud
    /// A picture of the space for lists.
    case thumbnail
    /// The file that the space was made from, as it was uploaded.
    case source
    /// The surface with fewer triangles, to be shown first or on weaker devices; `level` says how coarse.
    case lod
    /// The edges beyond which nothing was seen: JSON, `{"rims":[[x,y,z,x,y,z,…],…]}`, metres.
    case rims
    /// What is known of the errors of the reconstructed surface: JSON (`NoiseModel`).
    case noise

    /// Whether only the space's owner gets it: the file as it was uploaded, and where the camera walked.
    public var isOwners: Bool { self == .source || self == .noise }
}

/// A file of a space. Its bytes never change; two spaces with the same bytes share one file.
public struct Asset: Sendable, Equatable {
    public let hash: AssetHash
    public let kind: AssetKind
    /// The media type, as `model/gltf-binary`.
    public let contentType: String
    /// Size of the file in bytes.
    public let byteCount: Int64
    /// The name that a download gets, without folders.
    public let fileName: String
    /// Of a level of detail: 1 for the next coarser than the whole model, and so on.
    public let level: Int?
    /// Triangles in the file, where it was told.
    public let triangleCount: Int?
}

/// A file to be added with a space.
public struct AssetDraft: Sendable {
    public var kind: AssetKind
    /// The media type: printable ASCII, at most 255 characters.
    public var contentType: String
    /// The name that a download gets: 1 to 255 bytes without slashes and control characters.
    public var fileName: String
    /// The file on disk; it must not change while it is added.
    public var file: URL
    /// Whether the library takes the file over: it is moved, not copied, where that can be done, and gone when the space was added.
    /// It stays where it is when adding fails.
    public var isTaken: Bool
    /// 1 or more for a level of detail, nil for all else.
    public var level: Int?
    /// Triangles in the file, where that is of use.
    public var triangleCount: Int?

    public init(
        kind: AssetKind, contentType: String, fileName: String, file: URL, isTaken: Bool = false, level: Int? = nil,
        triangleCount: Int? = nil
    ) {
        self.kind = kind
        self.contentType = contentType
        self.fileName = fileName
        self.file = file
        self.isTaken = isTaken
        self.level = level
        self.triangleCount = triangleCount
    }
}
