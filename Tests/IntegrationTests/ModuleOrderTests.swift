import Foundation
import TestSupport
import Testing

/// The order of the modules is the order of the data: docs/ARCHITECTURE.md.
@Suite struct ModuleOrderTests {
    static let order = [
        "Geometry", "Support", "Codecs", "Images", "Models", "Rendering", "Capture", "PointClouds", "Meshes", "Reconstruction",
        "Photogrammetry", "Splats",
        "FloorPlans", "SyntheticScenes", "Measurement", "ModelFormats", "PlanFormats", "Exploration", "Live", "Companions",
        "ExhibitMotion", "SplatView", "Exhibits", "Changes", "DioramaLibrary", "DioramaSync", "Pairing", "Sharing",
        "Recognition", "CatalogueFormats", "Guide",
        "Spaces",
        "Postgres", "Sessions", "Service", "DioramaServiceClient",
        "Server", "WebCore", "diorama",
    ]

    @Test func `no module imports one below it`() throws {
        for (place, module) in Self.order.enumerated() {
            let folder = TestData.root.appendingPathComponent("Sources/\(module)")
            let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
            var count = 0
            for case let file as URL in files where file.pathExtension == "swift" {
                count += 1
                for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                    let words = line.split(separator: " ")
                    // `import X`, `public import X`, `@_exported import X`
                    guard let i = words.firstIndex(of: "import"), i <= 1, i + 1 < words.count else { continue }
                    let name = String(words[i + 1])
                    if let other = Self.order.firstIndex(of: name) {
                        #expect(other < place, "\(module) imports \(name), which stands below it: \(file.lastPathComponent)")
                    }
                }
            }
            #expect(count > 0, "\(module) has no sources")
        }
    }

    @Test func `the list holds every module there is`() throws {
        let folder = TestData.root.appendingPathComponent("Sources")
        let modules = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            guard let files = FileManager.default.enumerator(atPath: folder.appendingPathComponent(name).path) else { return false }
            return files.contains { ($0 as? String)?.hasSuffix(".swift") == true }
        }
        #expect(Set(modules) == Set(Self.order))
    }

    @Test func `the embedded modules use no Foundation`() throws {
        for module in ["Geometry", "Exploration", "Live", "ExhibitMotion", "SplatView", "WebCore"] {
            let folder = TestData.root.appendingPathComponent("Sources/\(module)")
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
                #expect(!text.contains("import Foundation") && !text.contains("Codable"), "\(module)/\(name)")
            }
        }
    }
}
