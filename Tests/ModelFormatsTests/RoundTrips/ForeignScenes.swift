import Foundation
import ModelFormats
import TestSupport

/// Files of other programs in `../shared/data` that hold a scene or a cloud, each content once.
enum ForeignScenes {
    private static let folders = [
        "foreign-formats", "nasa-artemis", "corrupt/trimesh", "phone-3dscanner-chair", "roomplan-apple-myhome",
        "roomplan-structure-flat",
    ]

    /// What other tests show to be refused.
    private static let damaged: Set<String> = [
        "empty_nodes.glb", "obj_empty.obj", "ply_empty_ascii.ply", "stl_empty_ascii.stl", "negative_indices.obj",
        "points_emptyface.ply", "PinholeImageWithDistortionParameters.e57",
    ]

    static var isThere: Bool { TestData.has("foreign-formats") }

    /// All of them, by name.
    static var files: [URL] {
        var contents: Set<Data> = []
        var found: [URL] = []
        for folder in folders {
            let root = TestData.shared(folder)
            let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            for path in paths.sorted() {
                let file = root.appendingPathComponent(path)
                guard let format = ModelFormat(rawValue: file.pathExtension.lowercased()), format != .splat, format != .spz,
                    !damaged.contains(file.lastPathComponent), let bytes = try? Data(contentsOf: file), bytes.count < 50_000_000,
                    contents.insert(bytes).inserted
                else { continue }
                found.append(file)
            }
        }
        return found
    }
}
