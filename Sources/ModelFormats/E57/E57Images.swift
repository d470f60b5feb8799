import Codecs
import Geometry
import Models
import Support

/// Reads the images of an E57 file, which lie in binary sections ("blobs") of their own.
struct E57Images {
    private(set) var images: [ScanImage] = []
    private(set) var notes: [String] = []
    private let pages: E57Pages
    /// Content that images may still take: several may name one section, but all together are no more than the file.
    private var left: Int
    private var unreadable: [String] = []
    private var masks = 0
    private var distorted = 0

    /// - Parameter position: takes places of the file to the model's coordinates.
    static func read(
        _ pages: E57Pages, _ nodes: [XMLTreeNode], position: (SIMD3<Double>) -> Vector3
    ) -> (images: [ScanImage], notes: [String]) {
        var reader = E57Images(pages)
        for (i, node) in nodes.enumerated() { reader.read(node, number: i + 1, position) }
        reader.finish()
        return (reader.images, reader.notes)
    }

    private init(_ pages: E57Pages) {
        self.pages = pages
        left = pages.contentCount
    }

    /// The representations in the order of how much they tell.
    private static let representations = [
        "pinholeRepresentation", "sphericalRepresentation", "cylindricalRepresentation", "visualReferenceRepresentation",
    ]

    private mutating func read(_ node: XMLTreeNode, number: Int, _ position: (SIMD3<Double>) -> Vector3) {
        let name = Text.clean(node["name"]?.text ?? "")
        let found = Self.representations.lazy.compactMap { node[$0] }.first
        guard let found, let content = content(found), let width = found["imageWidth"]?.number.flatMap(Int.init(exactly:)),
            let height = found["imageHeight"]?.number.flatMap(Int.init(exactly:)), width > 0, height > 0
        else { return unreadable.append(name.isEmpty ? "image \(number)" : Text.quote(name)) }
        if found["imageMask"] != nil { masks += 1 }
        if node.children.contains(where: { $0.qualifiedName.hasSuffix(":distortion") }) { distorted += 1 }
        let pose = E57Pose(node["pose"])
        images.append(
            ScanImage(
                name: name, content: content, width: width, height: height, projection: Self.projection(found),
                pose: RigidTransform(rotation: pose.cameraUp, translation: position(pose.translation))))
    }

    /// The bytes of the image's section; nil where they are missing or are no image.
    private mutating func content(_ node: XMLTreeNode) -> EncodedImage? {
        guard let blob = node["jpegImage"] ?? node["pngImage"], let length = blob.integer("length"), length > 0, length <= left,
            let start = blob.integer("fileOffset").flatMap({ pages.logical($0) }), let head = pages.read(start, 16), head[0] == 0,
            let bytes = pages.read(start + 16, length)
        else { return nil }
        let size = head.withUnsafeBytes { LittleEndianBytes($0).uint64(8) }
        // Some writers count the section without its header.
        guard UInt64(length) <= size else { return nil }
        let content = EncodedImage(bytes)
        guard content.format == .jpeg || content.format == .png else { return nil }
        left -= length
        return content
    }

    private static func projection(_ node: XMLTreeNode) -> ScanImage.Projection {
        func number(_ name: String) -> Double { node[name]?.number ?? 0 }
        let size = SIMD2(number("pixelWidth"), number("pixelHeight"))
        let pixel = Vector2(size)
        guard pixel.x > 0, pixel.y > 0, pixel.x.isFinite, pixel.y.isFinite else { return .visual }
        switch node.name {
        case "pinholeRepresentation":
            let length = Vector2(number("focalLength") / size)
            guard length.x > 0, length.y > 0, length.x.isFinite, length.y.isFinite else { return .visual }
            let centre = Vector2(SIMD2(number("principalPointX"), number("principalPointY")))
            return .pinhole(focalLength: length, principalPoint: centre)
        case "sphericalRepresentation": return .spherical(pixelSize: pixel)
        case "cylindricalRepresentation":
            return .cylindrical(pixelSize: pixel, radius: Float(number("radius")), principalRow: Float(number("principalPointY")))
        default: return .visual
        }
    }

    private mutating func finish() {
        if !images.isEmpty { notes.append("\(Text.count(images.count, "image")) with cameras: only E57 files keep them.") }
        if !unreadable.isEmpty {
            let names = unreadable.prefix(4).joined(separator: ", ")
            notes.append("\(Text.count(unreadable.count, "image")) not imported, damaged or of an unknown kind: \(names).")
        }
        if masks > 0 { notes.append("\(Text.count(masks, "mask")) of images not imported.") }
        if distorted > 0 { notes.append("The lens distortion of \(Text.count(distorted, "image")) not imported.") }
    }
}
