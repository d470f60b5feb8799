import Foundation
import Geometry
import DioramaLibrary
import Support

/// A part of a space as it was cut: its size and files, which are in one folder and are named by their hashes.
public struct SpacePart: Sendable, Codable, Equatable {
    /// Counts what changes the files of a part: earlier ones are cut again.
    static let version = 1
    static let fileName = "part.json"

    /// Triangles of the surface; 0 for a cloud.
    public var triangleCount: Int
    /// Vertices of the surface, or points of the cloud.
    public var pointCount: Int
    /// Six sides in metres of what is inside the box: least x, y, z, then greatest.
    var sides: [Float]
    /// Square metres of floor; nil where there is no surface.
    public var areaSquareMetres: Double?
    /// The surface or cloud, its levels of detail, boundary loops and thumbnail.
    public var files: [File]

    /// A file of the part.
    public struct File: Sendable, Codable, Equatable {
        /// SHA-256 of the file, which is also its name.
        public var hash: AssetHash
        /// What the file is for: the surface or cloud, a level of detail, boundary loops or the thumbnail.
        public var kind: AssetKind
        /// MIME type.
        public var contentType: String
        /// Size in bytes.
        public var byteCount: Int64
        /// The name under which it is downloaded.
        public var fileName: String
        /// The level of detail, from 0; nil for other kinds.
        public var level: Int?
        /// Triangles; nil where it is not a mesh.
        public var triangleCount: Int?

        /// `level` and `triangleCount` are nil for files that have none.
        public init(
            hash: AssetHash, kind: AssetKind, contentType: String, byteCount: Int64, fileName: String, level: Int?,
            triangleCount: Int?
        ) {
            self.hash = hash
            self.kind = kind
            self.contentType = contentType
            self.byteCount = byteCount
            self.fileName = fileName
            self.level = level
            self.triangleCount = triangleCount
        }
    }

    /// The box around what is inside the part, in metres; nil where what is stored is damaged.
    public var bounds: Bounds? {
        guard sides.count == 6, sides.allSatisfy(\.isFinite) else { return nil }
        return Bounds(min: Vector3(sides[0], sides[1], sides[2]), max: Vector3(sides[3], sides[4], sides[5]))
    }

    init(
        triangleCount: Int, pointCount: Int, bounds: Bounds, areaSquareMetres: Double?, files: [File]
    ) {
        self.triangleCount = triangleCount
        self.pointCount = pointCount
        sides = [bounds.min.x, bounds.min.y, bounds.min.z, bounds.max.x, bounds.max.y, bounds.max.z]
        self.areaSquareMetres = areaSquareMetres
        self.files = files
    }

    /// Reads what `write` wrote; nil where there is none, or one of its files is missing or has another size.
    init?(in folder: URL) {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(Self.fileName)),
            let part = try? JSONDecoder().decode(SpacePart.self, from: data),
            part.files.allSatisfy({ Self.byteCount(of: folder.appendingPathComponent("\($0.hash)")) == $0.byteCount })
        else { return nil }
        self = part
    }

    private static func byteCount(of file: URL) -> Int64? {
        (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int64
    }

    func write(to folder: URL) throws {
        try AtomicFile.write(Array(try JSONEncoder().encode(self)), to: folder.appendingPathComponent(Self.fileName))
    }
}
