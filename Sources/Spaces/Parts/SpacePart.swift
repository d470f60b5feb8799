import Foundation
import Geometry
import DioramaLibrary
import Support

/// A part of a space as it was cut: its size and files, which are in one folder and are named by their hashes.
public struct SpacePart: Sendable, Codable, Equatable {
    /// Counts what changes the files of a part: earlier ones are cut again.
    static let version = 1
    static let fileName = "part.json"

    public var triangleCount: Int
    public var pointCount: Int
    /// Six sides in metres of what is inside the box: least x, y, z, then greatest.
    var sides: [Float]
    public var areaSquareMetres: Double?
    public var files: [File]

    public struct File: Sendable, Codable, Equatable {
        public var hash: AssetHash
        public var kind: String
        public var contentType: String
        public var byteCount: Int64
        public var fileName: String
        public var level: Int?
        public var triangleCount: Int?

        public init(
            hash: AssetHash, kind: String, contentType: String, byteCount: Int64, fileName: String, level: Int?, triangleCount: Int?
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

    /// Reads what `write` wrote; nil where there is none, or one of its files is missing.
    init?(in folder: URL) {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(Self.fileName)),
            let part = try? JSONDecoder().decode(SpacePart.self, from: data),
            part.files.allSatisfy({ FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0.hash)").path) })
        else { return nil }
        self = part
    }

    func write(to folder: URL) throws {
        try AtomicFile.write(Array(try JSONEncoder().encode(self)), to: folder.appendingPathComponent(Self.fileName))
    }
}
