import TestSupport
import ModelFormats
import Foundation
import Geometry
import Testing

@Suite struct USDMarkersTests {
    private func written(_ markers: [Marker], _ options: WriteOptions = WriteOptions()) throws -> [UInt8] {
        let mesh = TriangleMesh(positions: [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)], indices: [0, 1, 2])
        return try bytesWritten("markers.usdz") { try USDZ.write(Model(mesh), markers: markers, to: $0, options: options) }
    }

    private func read(_ file: [UInt8]) throws -> Model { try file.withUnsafeBytes { try USDZ.read($0) } }

    /// How often a text occurs: the layer's words lie in the file as they are.
    private func count(_ text: String, in file: [UInt8]) -> Int { Data(file).ranges(of: Data(text.utf8)).count }

    @Test func `each memory stands where it was pinned, with its title`() throws {
        let markers = [
            Marker(position: Vector3(1.5, 0.25, -2), title: "The stove"),
            Marker(position: Vector3(0, 1, 0), title: "The window", color: Vector3(0, 0, 1)),
        ]
        for options in [WriteOptions(), WriteOptions(unit: .millimetre, up: .z)] {
            let file = try written(markers, options)
            let model = try read(file)
            #expect(model.positions.count == 3 + 6 + 6)
            // Each pin is 10 cm high and 6 cm wide.
            for (i, marker) in markers.enumerated() {
                let pin = Bounds(model.positions[(3 + 6 * i)..<(9 + 6 * i)])
                let centre = (pin.min + pin.max) / 2
                #expect((centre - marker.position).length < 1e-5)
                #expect(abs(pin.max.y - pin.min.y - 0.1) < 1e-5)
            }
            #expect(count("The stove", in: file) == 1 && count("Look_1", in: file) == 1 && count("Look_2", in: file) == 0)
        }
    }

    @Test func `a title is one line without control characters, cut where it is long`() throws {
        let file = try written([Marker(position: .zero, title: "a\"\n    def Sphere \"x\" {} \\\u{1}")])
        #expect(count("a\"     def Sphere \"x\" {} \\\0", in: file) == 1)
        #expect(try read(file).positions.count == 9)
        let long = try written([Marker(position: .zero, title: String(repeating: "é", count: 500))])
        #expect(count("\0" + String(repeating: "é", count: 59) + "…\0", in: long) == 1)
    }

    @Test func `without memories nothing of them is written`() throws { #expect(count("Memor", in: try written([])) == 0) }
}
