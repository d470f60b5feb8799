import Codecs
import Foundation
import Geometry
import Models
import Support

extension DAE {
    /// The profile under which Diorama stores what COLLADA's common profile can't hold.
    static let profile = "DIORAMA"

    /// Reads a file in memory as a scene: nodes with their transforms and names, instances, meshes with their materials, skins and
    /// morph targets, animations, cameras and lights, and images as they are encoded.
    ///
    /// Unit and up axis are the matrix of one further root node, where they are not metres and y up.
    /// - Parameters:
    ///   - bytes: the file's bytes.
    ///   - folder: where images that the file names are looked for; nil reads none.
    ///   - progress: receives the progress.
    /// - Throws: where the XML is not well formed or uses entities, a number can't be read, or there is no geometry.
    public static func readScene(
        _ bytes: UnsafeRawBufferPointer, folder: URL? = nil, progress: ProgressReporter = .silent
    ) throws(FormatError) -> Scene {
        try readScene(RandomAccessFile(bytes), folder: folder, progress: progress)
    }

    /// Reads a file piece by piece.
    static func readScene(_ source: RandomAccessFile, folder: URL?, progress: ProgressReporter) throws(FormatError) -> Scene {
        guard source.count > 0 else { throw .unreadable("is empty") }
        try progress.step(0, "Reading the document")
        let root = try XMLTreeNode.read(
            source, skips: ["library_physics_scenes", "library_physics_models", "contributor"],
            lists: ["float_array": .doubles, "p": .indices, "vcount": .indices])
        guard root.name == "COLLADA" else {
            throw .unreadable("is XML, but not a COLLADA file: its root element is <\(Text.clean(root.name))>")
        }
        var reader = DAESceneReader(root, fileSize: source.count, folder: folder)
        return try reader.read(progress)
    }

    /// Metres in one unit of the file. Some programs write the number with a decimal comma.
    static func unit(_ root: XMLTreeNode) throws(FormatError) -> Double {
        guard let text = root.at("asset", "unit")?.attribute("meter") else { return 1 }
        let plain = text.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: ",", with: ".")
        guard let value = Double(plain), value > 0, value < 1e9 else {
            throw .unreadable("its unit of length is invalid: \(Text.quote(text)) metres")
        }
        return value
    }

    /// From the file's unit and axes to metres, y up.
    static func frame(_ root: XMLTreeNode) throws(FormatError) -> AffineMap {
        let scale = AffineMap.scale(SIMD3(repeating: try unit(root)))
        switch root.at("asset", "up_axis")?.trimmedText {
        case "Z_UP": return scale * AffineMap(x: SIMD3(1, 0, 0), y: SIMD3(0, 0, -1), z: SIMD3(0, 1, 0))
        case "X_UP": return scale * AffineMap(x: SIMD3(0, 1, 0), y: SIMD3(-1, 0, 0), z: SIMD3(0, 0, 1))
        default: return scale
        }
    }

    /// All elements of the libraries, and nodes inside of others, by their identifiers.
    static func elements(_ root: XMLTreeNode) -> [String: XMLTreeNode] {
        var elements: [String: XMLTreeNode] = [:]
        for library in root.children where library.name.hasPrefix("library_") {
            for element in library.children {
                if let id = element.attribute("id"), elements[id] == nil { elements[id] = element }
            }
        }
        var stack = root.children.filter { $0.name == "library_visual_scenes" || $0.name == "library_nodes" }
        while let element = stack.popLast() {
            if element.name == "node", let id = element.attribute("id"), elements[id] == nil { elements[id] = element }
            stack += element.children.filter { $0.name == "node" || $0.name == "visual_scene" }
        }
        return elements
    }
}
