import DioramaLibrary
import Foundation

/// A space as the command line prints it.
struct SpaceReport: Encodable {
    var id: String
    var name: String
    var created: Date
    var areaSquareMetres: Double?
    var triangles: Int
    var points: Int
    var bytes: Int64
    var capture: String?
    var frames: Int?
    var skippedFrames: Int?
    var seconds: Double?
    var notes: [String]

    init(_ space: Space) {
        id = space.id.description
        name = space.name
        created = space.created
        areaSquareMetres = space.areaSquareMetres
        triangles = space.triangleCount
        points = space.pointCount
        bytes = space.assets.reduce(0) { $0 + $1.byteCount }
        capture = space.capture?.kind
        frames = space.capture?.frameCount
        skippedFrames = space.capture?.skippedFrames
        seconds = space.capture?.seconds
        notes = space.capture?.notes ?? []
    }

    /// One line: the id, the name and what it is.
    var line: String {
        var parts: [String] = []
        if let areaSquareMetres, areaSquareMetres >= 0.05 { parts.append(String(format: "%.1f m²", areaSquareMetres)) }
        parts.append(triangles > 0 ? "\(triangles) triangles" : "\(points) points")
        if let frames { parts.append("\(frames) frames") }
        parts.append(Terminal.bytes(bytes))
        return "\(id)  \(name)  (\(parts.joined(separator: ", ")))"
    }
}
