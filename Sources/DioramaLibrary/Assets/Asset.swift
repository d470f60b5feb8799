import Foundation

/// The role of an asset in its space.
public enum AssetKind: String, Sendable, Codable, CaseIterable {
    /// The reconstructed or imported surface.
    case mesh
    /// The reconstructed or imported points.
    case cloud
    /// An image of the space for lists.
    case thumbnail
    /// The file that the space was made from, as it was uploaded.
    case source
    /// The surface with fewer triangles, to be shown first or on weaker devices; `level` says how coarse.
    case lod
    /// Boundary loops of the surface, beyond which nothing was observed: JSON, `{"rims":[[x,y,z,x,y,z,…],…]}`, metres.
    case rims
    /// What is known of the errors of the reconstructed surface: JSON (`NoiseModel`).
    case noise
    /// The view in which the space is first shown: JSON (`DefaultView` of `Spaces`).
    case view
    /// Gaussian splats of the place, beside its surface: SPZ, the most important first.
    case splats

    /// Whether only the owner of the space may download it: the uploaded file and the camera trajectory.
    public var isOwners: Bool { self == .source || self == .noise }
}

/// A file of a space. Its bytes never change; two spaces with the same bytes share one file.
public struct Asset: Sendable, Equatable {
    /// SHA-256 of the bytes; names the file.
    public let hash: AssetHash
    /// Role of the file in its space.
    public let kind: AssetKind
    /// The media type, as `model/gltf-binary`.
    public let contentType: String
    /// Size of the file in bytes.
    public let byteCount: Int64
    /// The name that a download gets, without folders.
    public let fileName: String
    /// Of a level of detail: 1 for the next coarser than the whole model, and so on.
    public let level: Int?
    /// Triangles in the file, where that is known.
    public let triangleCount: Int?
}

/// A file to be added with a space.
public struct AssetDraft: Sendable {
    /// Role of the file in its space.
    public var kind: AssetKind
    /// The media type: printable ASCII, at most 255 characters.
    public var contentType: String
    /// The name that a download gets: 1 to 255 bytes without slashes and control characters.
    public var fileName: String
    /// The file on disk; it must not change while it is added.
    public var file: URL
    /// Whether the file is consumed: it is moved instead of copied where possible, and removed once the space was added.
    /// It stays where it is when adding fails.
    public var isConsumed: Bool
    /// 1 or more for a level of detail, nil for all else.
    public var level: Int?
    /// Triangles in the file, where that is of use.
    public var triangleCount: Int?

    /// Creates a draft; nothing is read or checked until the space is added.
    public init(
        kind: AssetKind, contentType: String, fileName: String, file: URL, isConsumed: Bool = false, level: Int? = nil,
        triangleCount: Int? = nil
    ) {
        self.kind = kind
        self.contentType = contentType
        self.fileName = fileName
        self.file = file
        self.isConsumed = isConsumed
        self.level = level
        self.triangleCount = triangleCount
    }
}
