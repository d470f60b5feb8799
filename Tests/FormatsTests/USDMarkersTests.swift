import Formats
import Foundation
import Geometry
import Testing

@Suite struct USDMarkersTests {
    private func written(_ markers: [Marker]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "markers-\(UUID().uuidString).usdz")
        defer { try? FileManager.default.removeItem(at: file) }
        let mesh = TriangleMesh(
            positions: [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)], indices: [0, 1, 2])
        _ = try USDZ.write(Model(mesh), markers: markers, to: file)
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    @Test func `each memory stands where it was pinned, with its title on both sides`() throws {
        let text = try written([
            Marker(position: Vector3(1.5, 0.25, -2), title: "The stove"),
            Marker(position: Vector3(0, 1, 0), title: "The window", color: Vector3(0, 0, 1)),
        ])
        #expect(text.contains("def Xform \"Memory_0\"") && text.contains("double3 xformOp:translate = (1.5, 0.25, -2.0)"))
        #expect(text.components(separatedBy: "string content = \"The stove\"").count == 3)
        #expect(text.contains("Look_1") && !text.contains("Look_2"))
    }

    @Test func `a title can't end its string or make another prim`() throws {
        let text = try written([Marker(position: .zero, title: "a\"\n    def Sphere \"x\" {} \\")])
        #expect(text.contains(#"string content = "a\"     def Sphere \"x\" {} \\""#))
        let long = try written([Marker(position: .zero, title: String(repeating: "é", count: 500))])
        #expect(long.contains("\"" + String(repeating: "é", count: 59) + "…\""))
    }

    @Test func `without memories nothing of them is written`() throws {
        #expect(try !written([]).contains("Memor"))
    }
}
