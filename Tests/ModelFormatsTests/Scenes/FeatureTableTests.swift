import Foundation
import ModelFormats
import TestSupport
import Testing

/// The table of features in docs/formats.md is that of the program.
@Suite struct FeatureTableTests {
    private static let formats: [ModelFormat] = [
        .glb, .gltf, .usdz, .fbx, .dae, .obj, .ply, .stl, .las, .laz, .e57, .pcd, .pts, .xyz,
    ]

    private static var table: String {
        var lines = [
            "| | " + formats.map(\.rawValue).joined(separator: " | ") + " |",
            "|---" + String(repeating: "|---", count: formats.count) + "|",
        ]
        for feature in SceneFeature.allCases {
            let cells = formats.map { $0.features.contains(feature) ? "yes" : "" }
            lines.append("| \(feature.title) | " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    @Test func `the documentation has the table of the program`() throws {
        let page = try String(contentsOf: TestData.root.appendingPathComponent("docs/formats.md"), encoding: .utf8)
        #expect(page.contains(Self.table), "docs/formats.md should have:\n\(Self.table)")
    }
}
